import type { BillingOverviewRow } from '#contract/billing/invoices.ts'
import { divideCents, toAmount } from '#contract/money.ts'
import { named, type Database } from '#server/database/database.ts'
import { findBilled, type Billed } from './queries.ts'

/** What each organization was billed, has paid and owes, by name. */
export async function readOverview(db: Database): Promise<BillingOverviewRow[]> {
  const rows = await named(findBilled(db))
  return rows.map(presentRow)
}

const presentRow = ({ subscription, twelveMonthCents, paidCents, owedCents, ...row }: Billed): BillingOverviewRow => ({
  ...row,
  numberOfLicenses: subscription?.licenseLimit ?? 0,
  // Rounded once: a month's price that was rounded before would round it twice.
  pricePerLicense: toAmount(subscription ? divideCents(twelveMonthCents, 12 * subscription.licenseLimit) : 0),
  subscriptionStatus: statusOf(subscription),
  totalPaid: toAmount(paidCents),
  totalUnpaid: toAmount(owedCents),
})

function statusOf(subscription: Billed['subscription']) {
  if (!subscription) return 'none'
  return subscription.status === 'canceled' ? 'cancelled' : 'active'
}
