const HOUR = 3_600_000
const MORNING = 8
const MONDAY = 1

const morningIn = (days: number, now: Date) =>
  new Date(now.getFullYear(), now.getMonth(), now.getDate() + days, MORNING)

const daysUntilMonday = (now: Date) => ((MONDAY + 7 - now.getDay() - 1) % 7) + 1

/** Mornings are at eight in the browser's time zone. */
export const snoozeTimes = (now = new Date()) => [
  { label: 'For 3 hours', until: new Date(now.getTime() + 3 * HOUR).toISOString() },
  { label: 'Until tomorrow', until: morningIn(1, now).toISOString() },
  { label: 'Until Monday', until: morningIn(daysUntilMonday(now), now).toISOString() },
  { label: 'For a week', until: morningIn(7, now).toISOString() },
]
