const LOCALE = 'en-US'

type Value = string | Date

/** A bare day ('2025-03-05') is the same day in every time zone. */
const at = (value: Value) => new Date(typeof value === 'string' && value.length === 10 ? `${value}T00:00:00` : value)

/** Creates the format on first use, because each costs a phone several milliseconds. */
const formatter = (options: Intl.DateTimeFormatOptions) => {
  let format: Intl.DateTimeFormat | undefined
  return (value: Value) => (format ??= new Intl.DateTimeFormat(LOCALE, options)).format(at(value))
}

/** 'Mar 05, 2025' */
export const formatDate = formatter({ month: 'short', day: '2-digit', year: 'numeric' })

/** 'March 05, 2025' */
export const formatLongDate = formatter({ month: 'long', day: '2-digit', year: 'numeric' })

/** 'March 2025' */
export const formatMonth = formatter({ month: 'long', year: 'numeric' })

/** 'Mar' */
export const formatShortMonth = formatter({ month: 'short' })

/** '14:07' */
export const formatTime = formatter({ hour: '2-digit', minute: '2-digit', hourCycle: 'h23' })

/** 'Mar 05, 2025 14:07' */
export const formatDateTime = (value: Value) => `${formatDate(value)} ${formatTime(value)}`

const formatWeekday = formatter({ weekday: 'long' })

/** In the next days 'Monday 09:30', otherwise 'Mar 05, 2025 09:30'. */
export const formatDue = (value: string, now = Date.now()) => {
  const left = Date.parse(value) - now
  return left > 0 && left < 6 * DAY ? `${formatWeekday(value)} ${formatTime(value)}` : formatDateTime(value)
}

export const formatInstant = formatter({ dateStyle: 'full', timeStyle: 'long', hourCycle: 'h23' })

function formatsBy(options: Intl.DateTimeFormatOptions) {
  const known: Record<string, Intl.DateTimeFormat> = {}
  return (timeZone: string) => (known[timeZone] ??= new Intl.DateTimeFormat('sv-SE', { timeZone, ...options }))
}

const dayFormat = formatsBy({})

/**
 * The business day of an instant, '2025-03-05'. Issue, due, period and payment dates are days of the vendor's time zone. A bare day stays.
 */
export const businessDay = (value: Value, timeZone: string) =>
  typeof value === 'string' && value.length === 10 ? value : dayFormat(timeZone).format(at(value))

const timeFormat = formatsBy({ dateStyle: 'short', timeStyle: 'short' })

/** '2025-03-05 14:07' in a time zone. */
export const formatTimeIn = (value: Value, timeZone: string) =>
  timeFormat(timeZone).format(at(value)).padStart('0026-03-05 14:07'.length, '0')

/**
 * The instant at which the clocks of a time zone show '2025-03-05T14:07': the first of two. A time that they skip is the one an hour later.
 */
export function instantIn(local: string, timeZone: string) {
  const shown = Date.parse(`${local}Z`)
  const aheadAt = (time: number) => Date.parse(`${formatTimeIn(new Date(time), timeZone).replace(' ', 'T')}Z`) - time
  const before = shown - aheadAt(shown - DAY)
  const after = shown - aheadAt(before)
  return new Date(after + aheadAt(after) === shown ? after : before).toISOString()
}

/** Milliseconds. */
export const DAY = 86_400_000

/** '2025-03-05' and 30 → '2025-04-04' */
export const plusDays = (day: string, days: number) => new Date(Date.parse(day) + days * DAY).toISOString().slice(0, 10)

/** Negative if `to` comes first. */
export const daysBetween = (from: string, to: string) => (Date.parse(to) - Date.parse(from)) / DAY

export function firstOfMonth(day: string, months = 0) {
  const [year = 0, month = 1] = day.split('-').map(Number)
  return new Date(Date.UTC(year, month - 1 + months, 1)).toISOString().slice(0, 10)
}

/** The last day of a period, which ends where the next one starts. */
export const lastBusinessDay = (end: Value, timeZone: string) => plusDays(businessDay(end, timeZone), -1)

const relative = new Intl.RelativeTimeFormat(LOCALE, { numeric: 'auto' })

/** Largest first, in seconds. */
const UNITS = [
  ['year', 31_536_000],
  ['month', 2_592_000],
  ['day', 86_400],
  ['hour', 3600],
  ['minute', 60],
] as const

/** Calendar days in the reader's time zone: 43 hours may be one or two. A day may have 23 or 25 hours. */
const nightsBetween = (from: Date, to: Date) =>
  Math.round((new Date(to).setHours(0, 0, 0, 0) - new Date(from).setHours(0, 0, 0, 0)) / DAY)

/** 'just now', '5 minutes ago', 'yesterday': shown beside the date, never instead of it. */
export function formatAgo(value: Value, now = new Date()) {
  const seconds = (at(value).getTime() - now.getTime()) / 1000
  const [unit, length] = UNITS.find(([, size]) => -seconds >= size) ?? []
  if (unit === 'day') return relative.format(-nightsBetween(at(value), now), unit)
  return unit && length ? relative.format(Math.ceil(seconds / length), unit) : 'just now'
}
