import type { Operation, Parameter } from '#server/operations/developers/document/operation.ts'
import type { JsonSchema } from '#server/operations/developers/document/schemas.ts'

type Schemas = Record<string, JsonSchema>

const FORMATS: Record<string, string> = {
  uuid: '0198c0de-1111-7000-8000-000000000001',
  date: '2026-11-25',
  'date-time': '2026-11-25T09:30:00Z',
  email: 'ada@example.com',
}

/** A text whose content is not known. */
const ANY = '…'

/** A value of that shape, with its required fields only. */
function sampleOf(schema: JsonSchema, schemas: Schemas): unknown {
  if (schema.$ref) return sampleOf(schemas[schema.$ref.split('/').at(-1) ?? ''] ?? {}, schemas)
  const [choice = schema.enum?.[0]] = schema.anyOf ?? schema.oneOf ?? []
  if (choice instanceof Object) return sampleOf(choice as JsonSchema, schemas)
  if (choice !== undefined) return choice
  const [type] = [schema.type].flat()
  if (type === 'array') return schema.minItems ? [sampleOf((schema.items ?? {}) as JsonSchema, schemas)] : []
  if (type === 'object') return fieldsOf(schema, schemas)
  if (type === 'string') return FORMATS[schema.format ?? ''] ?? ANY
  if (type === 'boolean') return true
  return type === 'null' ? null : Math.max(schema.minimum ?? 1, 1)
}

const fieldsOf = ({ properties = {}, required }: JsonSchema, schemas: Schemas) =>
  Object.fromEntries(
    (required ?? Object.keys(properties).slice(0, 1)).map((name) => [
      name,
      sampleOf(properties[name] as JsonSchema, schemas),
    ]),
  )

/** The call as a command; undefined if only a signed-in person can make it. */
export function curlOf(
  method: string,
  path: string,
  { security, parameters, requestBody }: Operation,
  schemas: Schemas,
) {
  const needsToken = security.some((way) => 'apiToken' in way)
  if (security.length > 0 && !needsToken) return undefined
  const url = path.replace(/\{(\w+)\}/g, (_, name: string) => variable(name)) + queryOf(parameters, schemas)
  const options = [
    ...(method === 'get' || (method === 'post' && requestBody) ? [] : [`-X ${method.toUpperCase()}`]),
    ...(needsToken ? ['-H "Authorization: Bearer $TOKEN"'] : []),
    ...(requestBody ? bodyOf(requestBody, schemas) : []),
    `"$PORTAL${url}"`,
  ]
  return `curl ${options.join(' \\\n  ')}`
}

const variable = (name: string) => `$${name.replace(/[A-Z]/g, '_$&').toUpperCase()}`

/** The required parameters. */
function queryOf(parameters: Parameter[], schemas: Schemas) {
  const required = parameters.flatMap((one) => ('name' in one && one.in === 'query' && one.required ? [one] : []))
  const pairs = required.map(({ name, schema }) => {
    const sample = sampleOf(schema, schemas)
    return `${name}=${typeof sample === 'string' && sample !== ANY ? sample : variable(name)}`
  })
  return pairs.length > 0 ? `?${pairs.join('&')}` : ''
}

function bodyOf({ content }: NonNullable<Operation['requestBody']>, schemas: Schemas) {
  const json = content['application/json']
  if (!json) return ['-T file']
  const { schema, example = sampleOf(schema, schemas) } = json
  return ['-H "Content-Type: application/json"', `-d '${JSON.stringify(example).replaceAll("'", '’')}'`]
}
