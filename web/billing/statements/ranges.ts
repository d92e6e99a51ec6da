import * as z from 'zod/mini'
import { StatementRange } from '#contract/billing/statements.ts'
import { firstOfMonth, plusDays } from '#contract/dates.ts'

export const RANGES = ['this-month', 'last-month', 'this-year', 'last-12-months'] as const
type RangeName = (typeof RANGES)[number]

export const rangeNames: Record<RangeName, string> = {
  'this-month': 'This month',
  'last-month': 'Last month',
  'this-year': 'This year',
  'last-12-months': 'Last 12 months',
}

export const isRangeName = (asked: string): asked is RangeName => Object.hasOwn(rangeNames, asked)

/** As typed: either day may be empty or invalid. */
type Days = { from: string; to: string }

const BETWEEN = '..'

/** Parses ?statement=: the name of a range or '2026-01-01..2026-03-31'. Anything else means this month. */
export function daysOf(asked: string, today: string): Days {
  if (isRangeName(asked)) return named[asked](today)
  const [from = '', to] = asked.split(BETWEEN)
  return to === undefined ? named['this-month'](today) : { from, to }
}

export const asText = ({ from, to }: Days) => from + BETWEEN + to

/** Returns the range or an error. */
export function checked(days: Days) {
  const { data, error } = z.safeParse(StatementRange, days)
  return { range: data, problem: error?.issues[0]?.message }
}

const named: Record<RangeName, (today: string) => Days> = {
  'this-month': (today) => ({ from: firstOfMonth(today), to: today }),
  'last-month': (today) => ({ from: firstOfMonth(today, -1), to: plusDays(firstOfMonth(today), -1) }),
  'this-year': (today) => ({ from: `${today.slice(0, 4)}-01-01`, to: today }),
  'last-12-months': (today) => ({ from: firstOfMonth(today, -11), to: today }),
}
