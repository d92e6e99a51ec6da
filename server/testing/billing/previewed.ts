import { expect } from 'vitest'
import { toAmount } from '#contract/money.ts'
import { previewRenewal } from '#server/billing/renewal-run/run.ts'
import { takeStep } from '#server/billing/renewal-run/take-step.ts'
import { findItems } from '#server/domain/invoices.ts'
import { db, platform } from '#server/testing/testing.ts'
import { readBooks, type BookedInvoice } from './books.ts'
import { dayOf } from './world.ts'

/** Does everything that is due for a subscription: what its customer was told will be issued is what is issued. */
export async function billAsPreviewed(organizationId: string, subscriptionId: string) {
  for (;;) {
    const { invoices: before } = await readBooks(organizationId)
    const preview = await previewRenewal(db, organizationId)
    if (!(await takeStep(platform, subscriptionId))) return
    const { invoices, subscriptions } = await readBooks(organizationId)
    const issued = invoices.filter(({ id }) => before.every((known) => known.id !== id))
    const subscription = subscriptions.find(({ id }) => id === subscriptionId)
    // What an end bills is told only where the end was foreseen, and not once its day has come.
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
