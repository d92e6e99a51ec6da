import { DAY } from '#contract/dates.ts'
import { instantOf, localTime } from '#server/platform/time-zone.ts'

const HOUR = DAY / 24

export function createCalendar(now: Date) {
  const ago = ({ days = 0, hours = 0 }) => new Date(now.getTime() - days * DAY - hours * HOUR).toISOString()
  return {
    now: now.toISOString(),
    ago,
    ahead: ({ days = 0, hours = 0 }) => ago({ days: -days, hours: -hours }),
  }
}
export type Calendar = ReturnType<typeof createCalendar>

/** Adds days of 24 hours, also fractions. For calendar days use `plusDays` (contract/dates.ts). */
export const daysLater = (instant: string, days: number) => new Date(Date.parse(instant) + days * DAY).toISOString()

export const startOf = (day: string, { hours = 0 } = {}) => instantOf(Date.parse(`${day}T00:00:00Z`) + hours * HOUR)

const OPENS = 8
const WORKING_HOURS = 8

/** The same share of a working day, from Monday to Friday and never later: 12:00 stays, 18:00 becomes 14:00. */
export function duringWork(instant: string) {
  const local = localTime(instant).getTime()
  const hour = OPENS * HOUR + (local % DAY) * (WORKING_HOURS / 24)
  const today = local - (local % DAY)
  return instantOf(lastWeekday(today + hour > local ? today - DAY : today) + hour)
}

function lastWeekday(day: number) {
  const sinceFriday = (new Date(day).getUTCDay() + 2) % 7
  return sinceFriday < 3 ? day - sinceFriday * DAY : day
}

export const earliest = (one: string, other: string) => (one < other ? one : other)
