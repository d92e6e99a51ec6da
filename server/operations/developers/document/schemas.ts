import { globSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { isDeepStrictEqual } from 'node:util'
import * as z from 'zod/mini'

type Schema = z.core.$ZodType
export type JsonSchema = z.core.JSONSchema.BaseSchema

const contract = fileURLToPath(new URL('../../../../contract/', import.meta.url))

/** Shapes with fields or values. A text with a rule is written out where it is used. */
const NAMED = new Set(['object', 'enum', 'union', 'record'])

const isNamed = (exported: unknown): exported is Schema =>
  exported instanceof Object && '_zod' in exported && NAMED.has((exported as Schema)._zod.def.type)

/** Gives each exported shape of the contract the name of its export, with its area in front if two areas use that name. */
export async function nameSchemas() {
  const files = globSync('*/**/*.ts', { cwd: contract }).filter((file) => !file.endsWith('.test.ts'))
  const found = await Promise.all(
    [...files, 'endpoint.ts', 'errors.ts', 'roles.ts'].toSorted().map(async (file) => {
      const exports = (await import(new URL(file, `file://${contract}`).href)) as Record<string, unknown>
      return Object.entries(exports).flatMap(([name, schema]) => (isNamed(schema) ? [{ name, schema, file }] : []))
    }),
  )
  const shapes = found.flat()
  const names = z.registry<{ id: string }>()
  for (const { name, schema, file } of shapes) {
    const isShared = shapes.some((other) => other.name === name && other.schema !== schema)
    names.add(schema, { id: isShared ? `${areaOf(file)}${name}` : name })
  }
  return names
}

/** 'licensing/licenses.ts' → 'Licensing' */
const areaOf = (file: string) => file.charAt(0).toUpperCase() + file.slice(1, file.indexOf('/'))

/** Turns shapes into JSON Schema, and collects the named ones as components. */
export function createConverter(names: Awaited<ReturnType<typeof nameSchemas>>) {
  const components: Record<string, JsonSchema> = {}
  const describe = (schema: Schema, io: Direction) => {
    const { $defs = {}, ...shape } = z.toJSONSchema(schema, { metadata: names, io, unrepresentable: 'any' })
    return { shape, definitions: new Map(Object.entries($defs)) }
  }
  const collect = (definitions: Map<string, JsonSchema>) => {
    for (const [name, definition] of definitions) {
      const { id: _, ...component } = clean(definition)
      if (components[name] && !isDeepStrictEqual(components[name], component))
        throw new Error(`${name} differs between requests and answers`)
      components[name] = component
    }
  }
  const withName = (shape: JsonSchema, name: string): JsonSchema => {
    if (shape.type === 'array') return { ...shape, items: withName(shape.items as JsonSchema, `${name}Item`) }
    if (!shape.properties) return shape
    if (components[name]) throw new Error(`${name} is the name of two shapes`)
    components[name] = shape
    return { $ref: `#/components/schemas/${name}` }
  }
  return {
    components,
    /** The shape itself, for parameters. */
    fieldsOf: (schema: Schema, io: Direction) => {
      const { shape, definitions } = describe(schema, io)
      const own = shape.$ref?.replace(DEFINITIONS, '') ?? ''
      const fields = definitions.get(own) ?? shape
      definitions.delete(own)
      collect(definitions)
      return clean(fields)
    },
    /** A reference to the shape. Objects without a name get `name`: generators would number their classes. */
    convert: (schema: Schema, io: Direction, name?: string) => {
      const { shape, definitions } = describe(z.object({ schema }), io)
      collect(definitions)
      const converted = clean(shape).properties?.schema as JsonSchema
      return name ? withName(converted, name) : converted
    },
  }
}

const DEFINITIONS = '#/$defs/'

type Direction = 'input' | 'output'

export type Converter = ReturnType<typeof createConverter>

/** Of regular expressions: classes of Unicode and lookbehind, which not every language has. */
const NOT_PORTABLE = /\\p\{|\\P\{|\(\?</

/** Answers may gain fields, a format says more than its pattern, and a pattern must work in every language. */
function clean(node: JsonSchema): JsonSchema {
  const { pattern, additionalProperties, $ref, $schema: _, ...rest } = withFormat(withNull(withLength(node)))
  const isPortable = pattern !== undefined && !node.format && !NOT_PORTABLE.test(pattern)
  return {
    ...(Object.fromEntries(Object.entries(rest).map(([key, value]) => [key, cleanPart(key, value)])) as JsonSchema),
    ...($ref && { $ref: $ref.replace(DEFINITIONS, '#/components/schemas/') }),
    ...(isPortable && { pattern }),
    ...(additionalProperties instanceof Object && valuesOf(rest.required, clean(additionalProperties))),
  }
}

const INT32 = { minimum: -(2 ** 31), maximum: 2 ** 31 - 1 }

/** The size of whole numbers, for languages that have several, instead of the limits of that size. */
function withFormat(node: JsonSchema): JsonSchema {
  const types = [node.type ?? []].flat()
  if (!types.includes('integer')) return node
  const { minimum = -Infinity, maximum = Infinity, ...rest } = node
  return {
    ...rest,
    format: minimum < INT32.minimum || maximum > INT32.maximum ? 'int64' : 'int32',
    ...(minimum > INT32.minimum && { minimum }),
    ...(maximum < INT32.maximum && { maximum }),
  }
}

/** Generators expect a shape in `items`: the length of a tuple is written beside it. */
const withLength = ({ prefixItems, items, ...rest }: JsonSchema): JsonSchema =>
  prefixItems && items === false
    ? { ...rest, prefixItems, minItems: prefixItems.length, maxItems: prefixItems.length }
    : { ...rest, ...(prefixItems && { prefixItems }), ...(items !== undefined && { items }) }

/** 'X or null' in the forms that generators make a nullable X of: two types, or `oneOf`. */
function withNull(node: JsonSchema): JsonSchema {
  const { anyOf: [one, other, ...more] = [], ...rest } = node
  if (!one || other?.type !== 'null' || more.length > 0) return node
  return typeof one.type === 'string' && !one.enum
    ? { ...rest, ...one, type: [one.type, 'null'] }
    : { ...rest, oneOf: [one, other] }
}

/** A record whose keys are listed is an object with these fields. */
const valuesOf = (keys: string[] | undefined, value: JsonSchema): JsonSchema =>
  keys ? { properties: Object.fromEntries(keys.map((key) => [key, value])) } : { additionalProperties: value }

const LISTS = new Set(['anyOf', 'oneOf', 'allOf'])
const SINGLE = new Set(['items', 'not', 'propertyNames'])

function cleanPart(key: string, value: unknown) {
  if (key === 'properties')
    return Object.fromEntries(
      Object.entries(value as Record<string, JsonSchema>).map(([name, schema]) => [name, clean(schema)]),
    )
  if (LISTS.has(key)) return (value as JsonSchema[]).map(clean).filter((part) => Object.keys(part).length > 0)
  return SINGLE.has(key) && value instanceof Object ? clean(value as JsonSchema) : value
}
