import { sql, type SQLWrapper } from 'drizzle-orm'
import type { BillingType } from '#contract/billing/terms.ts'
import { businessDay, DAY, daysBetween, firstOfMonth, plusDays } from '#contract/dates.ts'
import { only, type Database } from '#server/database/database.ts'
import { instantOf, localTime, TIME_ZONE } from '#server/platform/time-zone.ts'

export { DAY, plusDays }

// Business days and calendar months in the vendor's time zone: in SQL, then for values.

/** Literal, so that the planner knows it. */
const zone = sql.raw(`'${TIME_ZONE}'`)

/** The current business day by the database's clock. */
export const today = sql<string>`(now() at time zone ${zone})::date`

export const todayOnce = sql<string>`(select ${today})`

export const asDay = (instant: SQLWrapper, timeZone: SQLWrapper = zone) =>
  sql<string>`(${instant} at time zone ${timeZone})::date`

export const findTransactionStart = (tx: Database) =>
  tx
    .execute<{ moment: string }>(sql`select now()::text as moment`)
    .then(({ rows }) => only(rows))
    .then(({ moment }) => moment)

/** As instantOf(): PostgreSQL takes the second of two instants, so that a day would begin an hour late where clocks are set back to midnight. */
function instantAt(local: SQLWrapper) {
  const dayBefore = sql`(${local} - interval '1 day') at time zone ${zone} at time zone 'UTC'`
  const sameOffset = sql`((${dayBefore} + interval '1 day') at time zone 'UTC')`
  return sql<string>`(case when ${sameOffset} at time zone ${zone} = ${local} then ${sameOffset} else ${local} at time zone ${zone} end)`
}

/** The first instant of a business day. */
export const startOf = (day: SQLWrapper) => instantAt(sql`(${day})::timestamp`)

/** The first instant after a business day. */
export const endOf = (day: SQLWrapper) => startOf(sql`${day} + 1`)

/** The same local time so many days later. A day has 23 or 25 hours when the clocks change. */
export const daysAfter = (instant: string, days: number) => instantOf(localTime(instant).getTime() + days * DAY)

export const daysAfterIn = (instant: SQLWrapper, days: number) =>
  instantAt(sql`(${instant} at time zone ${zone} + ${sql.raw(`interval '${days} days'`)})`)

/** '2027-03-05' */
export const dayOf = (instant: string, timeZone: string = TIME_ZONE) => businessDay(instant, timeZone)

export const dayOfMonth = (instant: string) => Number(dayOf(instant).slice(8))

export const latestOf = (one: string, other: string) => (one > other ? one : other)

export type Period = { start: string; end: string }

/** Days counted by their start. */
export const daysOf = ({ start, end }: Period) => daysBetween(dayOf(start), dayOf(end))

/**
 * Monthly or annual by its length, because the organization's billing may have changed. A month has at most 62 days, from the 1st to the
 * end of the next.
 */
export const isMonth = (period: Period) => daysOf(period) <= 62

const MONTHS: Record<BillingType, number> = { monthly: 1, annual: 12 }

type Terms = { anchorDay: number; billingType: BillingType }

/** Ends a month or a year after its start, on the anchor day. */
export const periodFrom = (start: string, { anchorDay, billingType }: Terms): Period => ({
  start,
  end: plusMonths(start, MONTHS[billingType], anchorDay),
})

/** Days by which a change of the vendor's time zone can have moved an instant from its day of the month. */
const SHIFTS = [0, -1, 1]

/** The same time in another month, on that day of the month or its last. An instant that a change of the zone moved to a neighboring day stays there. */
export function plusMonths(instant: string, months: number, day = dayOfMonth(instant)) {
  const local = localTime(instant)
  const before = local.toISOString().slice(0, 10)
  const shift = SHIFTS.find((days) => isOn(day, plusDays(before, -days)))
  const wanted =
    shift === undefined
      ? inMonth(before, months, Number(before.slice(8)))
      : plusDays(inMonth(plusDays(before, -shift), months, day), shift)
  return instantOf(Date.parse(wanted) + (local.getTime() % DAY))
}

const isOn = (dayInMonth: number, day: string) => inMonth(day, 0, dayInMonth) === day

function inMonth(day: string, months: number, dayInMonth: number) {
  const [first, next] = [firstOfMonth(day, months), firstOfMonth(day, months + 1)]
  return plusDays(first, Math.min(dayInMonth, daysBetween(first, next)) - 1)
}
