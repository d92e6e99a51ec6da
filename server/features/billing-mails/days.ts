const DAY = 86_400_000

/** '2027-02-27', 2 → '2027-03-01' */
export const daysAfter = (day: string, count: number) =>
  new Date(Date.parse(`${day}T00:00:00Z`) + count * DAY).toISOString().slice(0, 10)
