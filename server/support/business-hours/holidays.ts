import { plusDays } from '#contract/dates.ts'

/** Month and day, by the Public Holidays Act of South Africa. */
const FIXED = ['01-01', '03-21', '04-27', '05-01', '06-16', '08-09', '09-24', '12-16', '12-25', '12-26']

/** Easter Sunday, by the anonymous Gregorian algorithm. */
export function easterOf(year: number) {
  const golden = year % 19
  const [century, rest] = [Math.floor(year / 100), year % 100]
  const correction = Math.floor((century - Math.floor((century + 8) / 25) + 1) / 3)
  const epact = (19 * golden + century - Math.floor(century / 4) - correction + 15) % 30
  const weekday = (32 + 2 * (century % 4) + 2 * Math.floor(rest / 4) - epact - (rest % 4)) % 7
  const late = Math.floor((golden + 11 * epact + 22 * weekday) / 451)
  const days = epact + weekday - 7 * late + 114
  return `${year}-${String(Math.floor(days / 31)).padStart(2, '0')}-${String((days % 31) + 1).padStart(2, '0')}`
}

const isSunday = (day: string) => new Date(day).getUTCDay() === 0

/** South African public holidays of a year. A Sunday's holiday is also kept on the Monday after it. */
export function holidaysOf(year: number): Set<string> {
  const easter = easterOf(year)
  const days = [...FIXED.map((day) => `${year}-${day}`), plusDays(easter, -2), plusDays(easter, 1)]
  return new Set(days.flatMap((day) => (isSunday(day) ? [day, plusDays(day, 1)] : [day])))
}
