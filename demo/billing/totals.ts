import { plusDays } from '#contract/dates.ts'
import { divideCents, monthlyCents } from '#contract/money.ts'
import type { Calendar } from '#demo/calendar.ts'
import type { Customer } from '#demo/identity/customers.ts'
import type { LicenseRow } from '#demo/rows/licenses.ts'
import type { TicketRow } from '#demo/rows/tickets.ts'
import type { dailyTotals } from '#server/database/schema/usage.ts'
import { dayOf } from '#server/domain/calendar.ts'

type Totals = typeof dailyTotals.$inferInsert

const DAYS = 60

/** Share of today's values on the first day. */
const BEGINNING = 0.88

export function buildTotals(
  customers: Customer[],
  licenses: LicenseRow[],
  tickets: TicketRow[],
  calendar: Calendar,
): Totals[] {
  return Array.from({ length: DAYS }, (_none, index) => {
    const evening = calendar.ago({ days: DAYS - index })
    const before = (instant: unknown) => typeof instant === 'string' && instant <= evening
    const share = shareAt(index / DAYS)
    const served = customers.filter(({ since, organization }) => organization.isActive && before(since))
    return {
      day: plusDays(dayOf(calendar.now), index - DAYS),
      organizations: served.filter(({ organization }) => !before(organization.suspendedAt)).length,
      revenueCents: revenueOf(served, share),
      activeLicenses: Math.round(licenses.filter(({ status }) => status === 'active').length * share),
      tickets: tickets.filter(({ createdAt }) => before(createdAt)).length,
    }
  })
}

/** Values grow in steps, not daily. */
const STEPS = 12

/** `age`: 0 on the first day, 1 today. */
const shareAt = (age: number) => BEGINNING + (1 - BEGINNING) * (Math.floor(age * STEPS) / STEPS)

function revenueOf(served: Customer[], share: number) {
  const paying = served.filter(({ subscription }) => subscription?.status === 'active')
  const today = paying.reduce((sum, { organization }) => sum + monthlyCents(organization.twelveMonthCents ?? 0), 0)
  return divideCents(Math.round(today * share), 100) * 100
}
