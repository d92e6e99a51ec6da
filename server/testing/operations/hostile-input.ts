import fc, { type Arbitrary } from 'fast-check'
import * as z from 'zod/mini'
import type { Endpoint } from '#contract/endpoint.ts'

/** Lengths, code points, numbers, days and names that break what trusts them. */
const hostileTexts = fc.constantFrom(
  '',
  ' ',
  '\0',
  'a\0b',
  '\uD800',
  '\u202Eevil\u2066',
  '😀'.repeat(300),
  'e\u0301',
  'x'.repeat(70_000),
  '１２３',
  '%',
  '%00',
  '\\',
  '(',
  "' or 1=1 --",
  '<script>alert(1)</script>',
  '=1+1',
  '../../etc/passwd',
  'a\r\nBcc: b@evil.test',
  '__proto__',
  'constructor',
  'NaN',
  '-0',
  '-1',
  '1e400',
  '0x1F',
  '9'.repeat(40),
  '0000-00-00',
  '2026-02-30',
  '9999-12-31',
  '+275760-09-13T00:00:00.001Z',
  '2026-01-01T24:00:00Z',
)

const hostileValues = fc.constantFrom<unknown>(
  null,
  true,
  0,
  -1,
  1.5,
  1e21,
  2 ** 31,
  2 ** 53,
  Number.MIN_VALUE,
  [],
  [[]],
  [null],
  {},
  { toString: 1 },
  JSON.parse('{"__proto__":{"isAdmin":true},"constructor":{"prototype":{}}}'),
)

const hostile = fc.oneof(hostileTexts, hostileValues)

/** Each field accepts at least one of them, or any text. */
const TEXTS = [
  '2026-03-31',
  '2026-01-01T00:00:00.000Z',
  '12.50',
  '5',
  '1.2.3',
  'person@company.example',
  'A text that is long enough',
  '4c4c4544-0042-3510-8052-b4c04f4e5331',
  'a'.repeat(43),
  'https://example.com/hook',
]

/** JSON Schema, as far as zod writes it. */
type Node = {
  type?: 'object' | 'array' | 'string' | 'integer' | 'number' | 'boolean' | 'null'
  const?: unknown
  enum?: unknown[]
  anyOf?: Node[]
  oneOf?: Node[]
  properties?: Record<string, Node>
  required?: string[]
  items?: Node
  format?: string
  minimum?: number
  maximum?: number
}

type World = {
  /** Ids of what the field names. */
  idsOf: (field: string) => string[]
  /** For one hostile value. */
  fitting: number
}

type Place = { field: string; texts: string[] }

function valuesOf(node: Node, place: Place, world: World): Arbitrary<unknown> {
  const fitting = fittingValuesOf(node, place, world)
  return fc.oneof({ weight: world.fitting, arbitrary: fitting }, { weight: 1, arbitrary: hostile })
}

function fittingValuesOf(node: Node, place: Place, world: World): Arbitrary<unknown> {
  const forms = node.anyOf ?? node.oneOf
  if (forms) return fc.oneof(...forms.map((form) => fittingValuesOf(form, place, world)))
  if (node.enum) return fc.constantFrom(...node.enum)
  if (node.const !== undefined) return fc.constant(node.const)
  if (node.format === 'uuid') return fc.constantFrom(...world.idsOf(place.field))
  switch (node.type) {
    case 'object':
      return objectsOf(node, world)
    case 'array':
      return fc.array(valuesOf(node.items ?? {}, place, world), { minLength: 1, maxLength: 4 })
    case 'boolean':
      return fc.boolean()
    case 'null':
      return fc.constant(null)
    case 'integer':
    case 'number':
      return fc.integer({ min: Math.max(0, node.minimum ?? 0), max: Math.min(20, node.maximum ?? 20) })
    default:
      return fc.oneof(
        { weight: 5, arbitrary: fc.constantFrom(...place.texts) },
        { weight: 3, arbitrary: hostileTexts },
        { weight: 1, arbitrary: fc.string({ unit: 'binary', maxLength: 30 }) },
      )
  }
}

type Shape = Readonly<Record<string, z.core.$ZodType>>

/** All fields, only the required ones, or some. */
function objectsOf({ properties = {}, required = [] }: Node, world: World, shape: Shape = {}) {
  const fields = Object.entries(properties).map(([field, node]) => {
    const schema = shape[field]
    const texts = TEXTS.filter((text) => schema && z.safeParse(schema, text).success)
    return [field, valuesOf(node, { field, texts: texts.length > 0 ? texts : TEXTS }, world)] as const
  })
  const values = Object.fromEntries(fields)
  const needed = Object.fromEntries(fields.filter(([field]) => required.includes(field)))
  return fc.oneof(fc.record(values), fc.record(needed), fc.record(values, { requiredKeys: Object.keys(needed) }))
}

function partsOf(schema: z.core.$ZodType | undefined, world: World): Arbitrary<unknown> {
  if (!schema) return fc.constant(undefined)
  const node: Node = z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' }) as Node
  if (node.type !== 'object') return fittingValuesOf(node, { field: '', texts: TEXTS }, world)
  return objectsOf(node, world, schema instanceof z.ZodMiniObject ? schema.shape : {})
}

/** Inputs of an endpoint: of its shape, with no, few or many hostile values. */
export const inputsOf = ({ schema }: Endpoint, idsOf: World['idsOf']) =>
  fc.constantFrom(10, 100, 1000).chain((fitting) =>
    fc.record({
      params: partsOf(schema.params, { idsOf, fitting: fitting * 4 }),
      query: partsOf(schema.querystring, { idsOf, fitting }),
      body: partsOf(schema.body, { idsOf, fitting }),
    }),
  )

type Input = { params: unknown; query: unknown; body: unknown }

/** Whether the contract accepts the input. */
export const fits = ({ schema }: Endpoint, { params, query, body }: Input) =>
  [[schema.params, params] as const, [schema.querystring, query] as const, [schema.body, body] as const].every(
    ([part, value]) => !part || z.safeParse(part, value).success,
  )
