import { DAY } from '#contract/dates.ts'
import { instantOf } from '#server/platform/time-zone.ts'

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

export const earliest = (one: string, other: string) => (one < other ? one : other)
