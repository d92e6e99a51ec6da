import type { Calendar } from '#demo/calendar.ts'
import type { Customer } from '#demo/identity/customers.ts'
import type { Random } from '#demo/random.ts'
import type { LicenseRow } from '#demo/rows/licenses.ts'
import type { usageMonths } from '#server/database/schema/usage.ts'
import { dayOf, plusMonths } from '#server/domain/calendar.ts'

type Usage = typeof usageMonths.$inferInsert
type Month = { start: string; end: string }

export const buildUsage = (
  customers: Customer[],
  licenses: LicenseRow[],
  random: Random,
  calendar: Calendar,
): Usage[] =>
  customers
    .filter(({ subscription }) => subscription)
    .flatMap((customer) => {
      const own = licenses.filter(({ organizationId }) => organizationId === customer.id)
      const months = monthsSince(customer.since, calendar)
      return months.map((month, index) =>
        usageOf(customer, own, { ...month, age: (index + 1) / months.length }, random),
      )
    })

function monthsSince(since: string, calendar: Calendar): Month[] {
  const thisMonth = `${dayOf(calendar.now).slice(0, 7)}-01T00:00:00.000Z`
  const months: Month[] = []
  let end = thisMonth
  while (end > since) {
    const start = plusMonths(thisMonth, -months.length - 1)
    months.unshift({ start, end })
    end = start
  }
  return months
}

const BEGINNING = 0.55
/** Seats grow in steps of this size. */
const STEP = 5

/** `age`: near 0 in the first month, 1 in the last. */
function usageOf(
  { id, seats, subscription }: Customer,
  own: LicenseRow[],
  month: Month & { age: number },
  random: Random,
): Usage {
  const { start, end, age } = month
  const isOver = Boolean(subscription?.endedAt && subscription.endedAt < start)
  const before = (instant: string | null | undefined) => typeof instant === 'string' && instant < end
  const created = own.filter(({ createdAt }) => before(createdAt as string)).length
  const activated = own.filter(({ activatedAt }) => before(activatedAt as string | null)).length
  const grown = Math.ceil((seats * (BEGINNING + (1 - BEGINNING) * age)) / STEP) * STEP
  return {
    organizationId: id,
    month: start.slice(0, 10),
    seats: isOver ? 0 : Math.min(seats, Math.max(grown, created)),
    licenses: created,
    devices: isOver ? 0 : Math.max(0, activated - random.whole(0, 2)),
  }
}
