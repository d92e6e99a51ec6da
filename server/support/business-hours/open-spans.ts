import { instantIn, plusDays } from '#contract/dates.ts'
import type { BusinessHours } from '#contract/support/business-hours.ts'
import { holidaysOf } from './holidays.ts'

/** `secondsBefore`: open seconds of all earlier spans. */
export type OpenSpan = { startsAt: string; endsAt: string; secondsBefore: number }

type Years = { from: number; to: number }

/** When the support desk is open in these years, both included. None on the calendar clock, which never stops. */
export function openSpans(hours: BusinessHours, { from, to }: Years): OpenSpan[] {
  if (hours.clock === 'calendar') return []
  const { opens, closes, timeZone } = hours
  let secondsBefore = 0
  const spans = openDays(hours, { from, to }).map((day) => ({
    startsAt: instantIn(`${day}T${opens}`, timeZone),
    endsAt: instantIn(`${day}T${closes}`, timeZone),
  }))
  return spans.filter(isNotSkipped).map((span) => {
    const placed = { ...span, secondsBefore }
    secondsBefore += (Date.parse(span.endsAt) - Date.parse(span.startsAt)) / 1000
    return placed
  })
}

const isNotSkipped = ({ startsAt, endsAt }: { startsAt: string; endsAt: string }) => startsAt < endsAt

function openDays({ days, skipsHolidays, closedDays }: BusinessHours, { from, to }: Years) {
  const closed = new Set(closedDays)
  const found: string[] = []
  for (let year = from; year <= to; year++) {
    const holidays = skipsHolidays ? holidaysOf(year) : new Set<string>()
    for (let day = `${year}-01-01`; day <= `${year}-12-31`; day = plusDays(day, 1)) {
      const weekday = new Date(day).getUTCDay() || 7
      if (days.includes(weekday) && !holidays.has(day) && !closed.has(day)) found.push(day)
    }
  }
  return found
}
