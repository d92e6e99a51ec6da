const HOUR = 3_600_000
const DAY = 24 * HOUR

/** South Africa is two hours ahead of UTC all year. */
const OFFSET = 2 * HOUR

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

/** The same day of a later or earlier month in South Africa, or that month's last, at the same time. */
export function plusMonths(instant: string, months: number) {
  const date = new Date(Date.parse(instant) + OFFSET)
  const day = date.getUTCDate()
  date.setUTCDate(1)
  date.setUTCMonth(date.getUTCMonth() + months)
  const lastDay = new Date(Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + 1, 0)).getUTCDate()
  date.setUTCDate(Math.min(day, lastDay))
  return new Date(date.getTime() - OFFSET).toISOString()
}

/** The day an instant falls on in South Africa: '2025-03-05'. */
export const dayOf = (instant: string) => new Date(Date.parse(instant) + OFFSET).toISOString().slice(0, 10)

/** The instant at which a day begins there, and an hour of it. */
export const startOf = (day: string, { hours = 0 } = {}) =>
  new Date(Date.parse(`${day}T00:00:00Z`) - OFFSET + hours * HOUR).toISOString()

/** Whole days from one instant's day to another's. */
export const daysBetween = (from: string, to: string) => (Date.parse(dayOf(to)) - Date.parse(dayOf(from))) / DAY

export const earliest = (one: string, other: string) => (one < other ? one : other)
