import { and, asc, eq, inArray } from 'drizzle-orm'
import type { Database } from '#server/database/database.ts'
import { invoices } from '#server/database/schema/billing/invoices.ts'
import { sumCredit } from '#server/domain/invoices.ts'
import type { Platform } from '#server/platform/platform.ts'
import { onceKey } from './once-key.ts'
import { balanceCents, countPayments, daysLate, hasLiveSubscription } from './queries.ts'
import { readersOf, write } from './readers.ts'
import { paymentReversed, type ReversedInvoice } from './reversal.ts'

/** `others`: ids of invoices that owe again what credit from it had paid. `reason`: what the admin said, if anything. */
type Reversal = {
  invoice: { id: string; organizationId: string }
  amountCents: number
  reason: string | null
  others: string[]
}

/** That money was taken back, to those who get receipts: what is owed now, by when, and what becomes of devices. */
export async function tellReversed(platform: Platform, tx: Database, { invoice: told, others, ...reversal }: Reversal) {
  const { id, organizationId } = told
  const found = await findReversed(tx, organizationId, [id, ...others])
  const invoice = found.find((one) => one.id === id)
  if (!invoice) return
  const letter = {
    ...reversal,
    invoice,
    others: found.filter((one) => one.id !== id),
    creditCents: await sumCredit(tx, organizationId),
    hasDevices: await hasLiveSubscription(tx, organizationId),
  }
  await write(platform, tx, await readersOf(tx, organizationId, 'invoices'), {
    once: onceKey.reversed(id, await countPayments(tx, told)),
    compose: (to) => paymentReversed({ config: platform.config, to }, letter),
  })
}

/** The oldest due day first. */
const findReversed = (tx: Database, organizationId: string, ids: string[]): Promise<ReversedInvoice[]> =>
  tx
    .select({
      id: invoices.id,
      invoiceNumber: invoices.invoiceNumber,
      status: invoices.status,
      amountCents: invoices.amountCents,
      balanceCents,
      dueDate: invoices.dueDate,
      daysLate,
    })
    .from(invoices)
    .where(and(eq(invoices.organizationId, organizationId), inArray(invoices.id, ids)))
    .orderBy(asc(invoices.dueDate), asc(invoices.id))
