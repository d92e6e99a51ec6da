import type { BillingType } from '#contract/billing/billing.ts'
import { dayOf, instantOf, localTime } from '#server/platform/time-zone.ts'

/** From its first instant to the first that does not belong to it. */
export type Period = { start: string; end: string }

export const DAY = 86_400_000

export { dayOf }

export const dayOfMonth = (instant: string) => Number(dayOf(instant).slice(8))

/** Of a day, another day. */
export const plusDays = (day: string, days: number) => new Date(Date.parse(day) + days * DAY).toISOString().slice(0, 10)

export const latestOf = (one: string, other: string) => (one > other ? one : other)

/** Days of a period, each counted where it begins. */
export const daysOf = ({ start, end }: Period) => (Date.parse(dayOf(end)) - Date.parse(dayOf(start))) / DAY

/**
 * What a period is billed as is seen at its length: what the organization is billed by may have changed since. From the first of
 * a month to the last day of the next one there are 62 days at most.
 */
export const isMonth = (period: Period) => daysOf(period) <= 62

const MONTHS: Record<BillingType, number> = { monthly: 1, annual: 12 }

type Terms = { anchorDay: number; billingType: BillingType }

/** A month or a year after its start, at the same time of day, on the anchor's day of the month or on the month's last. */
export function periodFrom(start: string, { anchorDay, billingType }: Terms): Period {
  const local = localTime(start)
  const [year, month] = [local.getUTCFullYear(), local.getUTCMonth() + MONTHS[billingType]]
  const lastDay = new Date(Date.UTC(year, month + 1, 0)).getUTCDate()
  const timeOfDay = local.getTime() % DAY
  const end = instantOf(Date.UTC(year, month, Math.min(anchorDay, lastDay)) + timeOfDay)
  return { start, end }
}
