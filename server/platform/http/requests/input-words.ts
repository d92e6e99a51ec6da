import type * as z from 'zod/mini'
import { countOf } from '#contract/quantities.ts'

const KINDS: Record<string, string> = {
  string: 'text',
  number: 'a number',
  int: 'a whole number',
  boolean: 'true or false',
  array: 'a list',
  object: 'an object',
  record: 'an object',
  null: 'null',
}

const FORMS: Record<string, string> = {
  uuid: 'a UUID',
  date: 'a date like 2025-03-05',
  datetime: 'a time like 2025-03-05T09:30:00Z',
  email: 'an email address',
  url: 'an address that starts with https://',
}

const UNITS: Record<string, [one: string, many: string]> = {
  string: ['character', 'characters'],
  array: ['entry', 'entries'],
}

/** A longer list of values is in the API reference only. */
const MOST_VALUES = 20

/** Why a value is refused whose schema has no sentence for it: 'priority must be low, medium, high or urgent'. */
export const wordsOfInput: z.core.$ZodErrorMap = (issue) => {
  const field = issue.path?.join('.')
  if (field) return `${field} ${ofField(issue)}`
  const isNoObject = issue.code === 'invalid_type'
  return isNoObject ? 'The request needs a JSON object as its body' : 'The request body has the wrong form'
}

function ofField(issue: z.core.$ZodRawIssue) {
  switch (issue.code) {
    case 'invalid_type':
      return ofKind(issue) ?? `must be ${KINDS[issue.expected] ?? issue.expected}`
    case 'invalid_value':
      return ofKind(issue) ?? ofChoices([issue])
    case 'invalid_format':
      return ofChoices([issue])
    case 'invalid_union':
      return ofKind(issue) ?? ofChoices(issue.errors.flat())
    case 'too_small':
      return ofSize('at least', issue.minimum, issue.origin)
    case 'too_big':
      return ofSize('at most', issue.maximum, issue.origin)
    default:
      return 'has the wrong form'
  }
}

function ofSize(limit: 'at least' | 'at most', size: number | bigint, origin: string) {
  const unit = UNITS[origin]
  return unit ? `must have ${limit} ${countOf(Number(size), ...unit)}` : `must be ${limit} ${size}`
}

/** A parameter that is in an address twice arrives as a list. */
function ofKind({ input, expected }: { input: unknown; expected?: unknown }) {
  if (input === undefined) return 'is required'
  const wantsOne = expected !== 'object' && expected !== 'record'
  return wantsOne && Array.isArray(input) ? 'must be one value, not a list' : undefined
}

type Issue = z.core.$ZodRawIssue | z.core.$ZodIssue

function ofChoices(issues: Issue[]) {
  const all = issues.flatMap(choicesOf)
  const last = all.pop()
  if (!last) return 'has the wrong form'
  return `must be ${all.length > 0 ? `${all.join(', ')} or ${last}` : last}`
}

function choicesOf(issue: Issue): string[] {
  if (issue.code === 'invalid_format') return [FORMS[issue.format] ?? []].flat()
  if (issue.code !== 'invalid_value') return []
  return issue.values.length > MOST_VALUES ? ['one of the values in the API reference'] : issue.values.map(String)
}
