import { formatDateTime } from '#contract/dates.ts'

const INSTANT = /^\d{4}-\d\d-\d\dT[\d:.]+Z$/

/** Returns a value of the audit log in words, or undefined if there is none. */
export function recordedValue(value: unknown) {
  if (value === null || value === '') return undefined
  if (typeof value === 'boolean') return value ? 'yes' : 'no'
  if (typeof value !== 'string') return JSON.stringify(value)
  return INSTANT.test(value) ? formatDateTime(value) : value
}
