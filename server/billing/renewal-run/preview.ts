import type { UpcomingInvoice } from '#contract/billing/invoices.ts'
import { PAYMENT_TERM_DAYS } from '#contract/billing/terms.ts'
import { sumCents, toAmount } from '#contract/money.ts'
import type { BilledSubscription } from '#server/billing/lock.ts'
import { presentItem } from '#server/billing/invoices/present.ts'
import type { Database } from '#server/database/database.ts'
import { dayOf, latestOf, plusDays } from '#server/domain/calendar.ts'
import type { Item } from '#server/domain/invoices.ts'
import { draftRenewal } from './draft.ts'
import { chargeLine } from './lines.ts'
import { isFree } from './prices.ts'
import { findBilledSubscription, findUnbilled } from './queries.ts'

/** Returns an estimate of the next invoice, or null if none follows or it is already issued. */
export async function previewRenewal(
  db: Database,
  organizationId: string,
  terms: Partial<Pick<BilledSubscription, 'twelveMonthCents'>> = {},
): Promise<UpcomingInvoice | null> {
  const found = await findBilledSubscription(db, organizationId)
  if (!found) return null
  const subscription = { ...found, ...terms }
  if (subscription.status === 'canceled' || isFree(subscription)) return previewLast(db, subscription)
  const draft = await draftRenewal(db, subscription)
  if (!draft) return null
  const { opensOn, dueDate, items } = draft
  return present({ issuedOn: latestOf(opensOn, subscription.today), dueDate, items })
}

async function previewLast(db: Database, subscription: BilledSubscription) {
  const items = (await findUnbilled(db, subscription)).map(chargeLine)
  if (items.length === 0) return null
  const issuedOn = latestOf(dayOf(subscription.currentPeriodEnd), subscription.today)
  return present({ issuedOn, dueDate: plusDays(issuedOn, PAYMENT_TERM_DAYS), items })
}

const present = ({ items, ...days }: { issuedOn: string; dueDate: string; items: Item[] }): UpcomingInvoice => ({
  ...days,
  amount: toAmount(sumCents(items)),
  items: items.map(presentItem),
})
