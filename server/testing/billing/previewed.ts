import { expect } from 'vitest'
import { toAmount } from '#contract/money.ts'
import { previewRenewal } from '#server/billing/renewal-run/preview.ts'
import { takeStep } from '#server/billing/renewal-run/take-step.ts'
import { findItems } from '#server/domain/invoices.ts'
import { db, platform } from '#server/testing/testing.ts'
import { readBooks, type BookedInvoice } from './books.ts'
import { dayOf } from './world.ts'

/** Bills everything that is due for a subscription, and asserts that the issued invoices equal the preview. */
export async function billAsPreviewed(organizationId: string, subscriptionId: string) {
  for (;;) {
    const { invoices: before } = await readBooks(organizationId)
    const preview = await previewRenewal(db, organizationId)
    if (!(await takeStep(platform, subscriptionId))) return
    const { invoices, subscriptions } = await readBooks(organizationId)
    const issued = invoices.filter(({ id }) => before.every((known) => known.id !== id))
    const subscription = subscriptions.find(({ id }) => id === subscriptionId)
    // The preview includes a final invoice only before the day of a scheduled end.
    if (subscription?.endedAt !== null) continue
    expect(await Promise.all(issued.map(shown))).toEqual(issued.length > 0 ? [preview] : [])
  }
}

const shown = async (invoice: BookedInvoice) => {
  const items = await findItems(db, invoice)
  return {
    issuedOn: dayOf(invoice.createdAt),
    dueDate: invoice.dueDate,
    amount: toAmount(invoice.amountCents),
    items: items.map(({ amountCents, ...item }) => ({ ...item, amount: toAmount(amountCents) })),
  }
}
