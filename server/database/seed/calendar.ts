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

/** The same day of a later or earlier month, or that month's last. */
export function plusMonths(instant: string, months: number) {
  const date = new Date(instant)
  const day = date.getUTCDate()
  date.setUTCDate(1)
  date.setUTCMonth(date.getUTCMonth() + months)
  const lastDay = new Date(Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + 1, 0)).getUTCDate()
  date.setUTCDate(Math.min(day, lastDay))
  return date.toISOString()
}

/** The day an instant falls on in South Africa: '2025-03-05'. */
export const dayOf = (instant: string) => new Date(Date.parse(instant) + OFFSET).toISOString().slice(0, 10)
