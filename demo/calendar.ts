import { dayOf } from '#server/domain/calendar.ts'
import { instantOf, localTime } from '#server/platform/time-zone.ts'

const HOUR = 3_600_000
const DAY = 24 * HOUR

/** Instants counted from one moment, so that a demo is as old on every first start. */
export function createCalendar(now: Date) {
  const ago = ({ days = 0, hours = 0 }) => new Date(now.getTime() - days * DAY - hours * HOUR).toISOString()
  return {
    now: now.toISOString(),
    ago,
    ahead: ({ days = 0, hours = 0 }) => ago({ days: -days, hours: -hours }),
  }
}
export type Calendar = ReturnType<typeof createCalendar>

export const plusDays = (instant: string, days: number) => new Date(Date.parse(instant) + days * DAY).toISOString()

/** The same business day of a later or earlier month, or that month's last, at the same time. */
export function plusMonths(instant: string, months: number) {
  const date = localTime(instant)
  const day = date.getUTCDate()
  date.setUTCDate(1)
  date.setUTCMonth(date.getUTCMonth() + months)
  const lastDay = new Date(Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + 1, 0)).getUTCDate()
  date.setUTCDate(Math.min(day, lastDay))
  return instantOf(date.getTime())
}

export { dayOf }

/** The instant at which a business day begins, and an hour of it. */
export const startOf = (day: string, { hours = 0 } = {}) => instantOf(Date.parse(`${day}T00:00:00Z`) + hours * HOUR)

/** Whole days from one instant's day to another's. */
export const daysBetween = (from: string, to: string) => (Date.parse(dayOf(to)) - Date.parse(dayOf(from))) / DAY

export const earliest = (one: string, other: string) => (one < other ? one : other)
