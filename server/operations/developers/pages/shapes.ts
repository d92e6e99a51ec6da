import type { JsonSchema } from '#server/operations/developers/document/schemas.ts'
import { escape } from './html.ts'

const REFERENCE = '#/components/schemas/'

export const nameOf = (reference: string) => reference.replace(REFERENCE, '')

/** Says the type of a value in the notation of TypeScript, as HTML with links to named shapes. */
export function showType(schema: JsonSchema, indent = ''): string {
  const { $ref, anyOf, oneOf, enum: values, type } = schema
  if ($ref) return `<a href="#${nameOf($ref)}">${nameOf($ref)}</a>`
  const choices = anyOf ?? oneOf
  if (choices) return choices.map((choice) => showType(choice as JsonSchema, indent)).join(' | ')
  if (values)
    return choiceOf(
      values.map((value) => JSON.stringify(value)),
      indent,
    )
  if (schema.const !== undefined) return escape(JSON.stringify(schema.const))
  if (Array.isArray(type))
    return type.map((one) => showType({ ...schema, type: one } as JsonSchema, indent)).join(' | ')
  if (type === 'array') return listOf(schema, indent)
  if (type === 'object') return fieldsOf(schema, indent)
  return type ?? 'any'
}

/** Characters that a line shows on most screens. */
const WIDEST = 120

function choiceOf(values: string[], indent: string) {
  const line = values.join(' | ')
  return escape(line.length > WIDEST ? values.join(`\n${indent}  | `) : line)
}

function listOf({ items }: JsonSchema, indent: string) {
  const item = showType((items ?? {}) as JsonSchema, indent)
  return / \| /.test(item) && !item.startsWith('{') ? `(${item})[]` : `${item}[]`
}

function fieldsOf({ properties, required = [], additionalProperties }: JsonSchema, indent: string) {
  if (!properties) return `{ [name: string]: ${showType((additionalProperties ?? {}) as JsonSchema, indent)} }`
  const inner = `${indent}  `
  const lines = Object.entries(properties).map(([name, value]) => {
    const schema = value as JsonSchema
    const note = noteOf(schema)
    const mark = required.includes(name) ? '' : '?'
    return `${inner}${escape(name)}${mark}: ${showType(schema, inner)}${note && `  <i>${escape(note)}</i>`}`
  })
  return lines.length === 0 ? '{}' : `{\n${lines.join('\n')}\n${indent}}`
}

const BOUNDS: [keyof JsonSchema, (bound: unknown) => string][] = [
  ['format', String],
  ['minLength', (bound) => (Number(bound) > 1 ? `at least ${String(bound)} characters` : '')],
  ['maxLength', (bound) => `at most ${String(bound)} characters`],
  ['maxItems', (bound) => `at most ${String(bound)}`],
  ['minimum', (bound) => `from ${String(bound)}`],
  ['maximum', (bound) => `to ${String(bound)}`],
  ['default', (bound) => `default ${JSON.stringify(bound)}`],
]

const isSafeBound = (bound: unknown) => Math.abs(Number(bound)) === Number.MAX_SAFE_INTEGER

/** 'at least 8 characters, at most 80 characters' */
export const noteOf = (schema: JsonSchema) =>
  BOUNDS.flatMap(([key, write]) => (schema[key] === undefined || isSafeBound(schema[key]) ? [] : [write(schema[key])]))
    .filter(Boolean)
    .join(', ')

/** The names of all shapes that a part of the document refers to, those of their fields included. */
export function findNames(part: unknown, schemas: Record<string, JsonSchema>, found = new Set<string>()) {
  for (const [, name = ''] of JSON.stringify(part).matchAll(/"#\/components\/schemas\/(\w+)"/g))
    if (!found.has(name)) findNames(schemas[name], schemas, found.add(name))
  return found
}
