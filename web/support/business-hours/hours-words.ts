import { WEEKDAYS, type BusinessHours } from '#contract/support/business-hours.ts'

const nameOf = (day: number) => WEEKDAYS[day - 1] ?? ''

/** 'Monday to Friday', 'Monday, Wednesday' */
export function daysInWords(days: number[]) {
  const [first = 1] = days
  const last = days.at(-1) ?? first
  const isRow = days.length > 2 && last - first === days.length - 1
  return isRow ? `${nameOf(first)} to ${nameOf(last)}` : days.map(nameOf).join(', ')
}

export const closedInWords = ({ skipsHolidays, closedDays }: BusinessHours) =>
  [skipsHolidays && 'South African public holidays', ...closedDays].filter(Boolean).join(', ') || 'No days'
