import { sql, type SQLWrapper } from 'drizzle-orm'
import type { BillingType } from '#contract/billing/terms.ts'
import { businessDay, DAY, daysBetween, firstOfMonth, plusDays } from '#contract/dates.ts'
import { instantOf, localTime, TIME_ZONE } from '#server/platform/time-zone.ts'

export { DAY, plusDays }

// Business days and calendar months of the vendor's time zone: first in SQL, then for values that are already here.

/** Part of the text, so that a statement is planned by it. */
const zone = sql.raw(`'${TIME_ZONE}'`)

/** The current business day, by the database's clock. */
export const today = sql<string>`(now() at time zone ${zone})::date`

/** The same, computed once for a query and not once for each row. */
export const todayOnce = sql<string>`(select ${today})`

/** The business day of an instant. */
export const asDay = (instant: SQLWrapper) => sql<string>`(${instant} at time zone ${zone})::date`

/** The instant at which a business day begins. */
export const startOf = (day: SQLWrapper) => sql<string>`((${day})::timestamp at time zone ${zone})`

/** The instant at which it is over. */
export const endOf = (day: SQLWrapper) => startOf(sql`${day} + 1`)

/** The business day of an instant: '2027-03-05'. */
export const dayOf = (instant: string) => businessDay(instant, TIME_ZONE)

export const dayOfMonth = (instant: string) => Number(dayOf(instant).slice(8))

export const latestOf = (one: string, other: string) => (one > other ? one : other)

/** From its first instant to the first that does not belong to it. */
export type Period = { start: string; end: string }

/** Days of a period, each counted where it begins. */
export const daysOf = ({ start, end }: Period) => daysBetween(dayOf(start), dayOf(end))

/**
 * What a period is billed as is seen at its length: what the organization is billed by may have changed since. From the first of
 * a month to the last day of the next one there are 62 days at most.
 */
export const isMonth = (period: Period) => daysOf(period) <= 62

const MONTHS: Record<BillingType, number> = { monthly: 1, annual: 12 }

type Terms = { anchorDay: number; billingType: BillingType }

/** It ends a month or a year after its start, on the anchor's day of the month. */
export const periodFrom = (start: string, { anchorDay, billingType }: Terms): Period => ({
  start,
  end: plusMonths(start, MONTHS[billingType], anchorDay),
})

/** In a later or (below 0) earlier month, at the same time of day: on that day of the month, or on the month's last. */
export function plusMonths(instant: string, months: number, day = dayOfMonth(instant)) {
  const local = localTime(instant)
  const before = local.toISOString().slice(0, 10)
  const [first, next] = [firstOfMonth(before, months), firstOfMonth(before, months + 1)]
  const wanted = plusDays(first, Math.min(day, daysBetween(first, next)) - 1)
  return instantOf(Date.parse(wanted) + (local.getTime() % DAY))
}
