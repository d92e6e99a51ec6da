const HOUR = 3_600_000
const MORNING = 8
const MONDAY = 1

const morningIn = (days: number, now: Date) =>
  new Date(now.getFullYear(), now.getMonth(), now.getDate() + days, MORNING)

const daysUntilMonday = (now: Date) => ((MONDAY + 7 - now.getDay() - 1) % 7) + 1

/** From the moment of the choice: the page may be open since yesterday. Mornings are at eight in the browser's time zone. */
export const snoozeTimes: readonly { label: string; from: (now: Date) => Date }[] = [
  { label: 'For 3 hours', from: (now) => new Date(now.getTime() + 3 * HOUR) },
  { label: 'Until tomorrow', from: (now) => morningIn(1, now) },
  { label: 'Until Monday', from: (now) => morningIn(daysUntilMonday(now), now) },
  { label: 'For a week', from: (now) => morningIn(7, now) },
]
