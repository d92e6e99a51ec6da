import type { InvoiceStatus } from '#contract/billing/invoices.ts'
import type { StatusChangePreview } from '#contract/billing/status-previews.ts'
import { toAmount } from '#contract/money.ts'
import { findQueuedEmails } from '#server/billing/emails/queries.ts'
import { sumOf } from '#server/billing/ledger/calculations.ts'
import type { Entry } from '#server/billing/ledger/queries.ts'
import { withInvoiceLock, type BillingLock } from '#server/billing/lock.ts'
import type { LockedInvoice } from '#server/domain/invoices.ts'
import type { Actor } from '#server/platform/actor.ts'
import type { Platform } from '#server/platform/platform.ts'
import { moveInvoice } from './change-status.ts'

type Change = { id: string; status: InvoiceStatus }

/** Carries the result out of the transaction and rolls it back. */
class Previewed extends Error {
  readonly preview: StatusChangePreview

  constructor(preview: StatusChangePreview) {
    super('Rolled back: a preview')
    this.preview = preview
  }
}

/** Makes the change, records its effects and rolls it back. A separate calculation could differ from the real change. */
export async function previewStatus(platform: Platform, actor: Actor, { id, status }: Change) {
  try {
    return await withInvoiceLock(platform, id, async (lock, invoice): Promise<StatusChangePreview> => {
      throw new Previewed(await change(platform, lock, actor, invoice, status))
    })
  } catch (error) {
    if (error instanceof Previewed) return error.preview
    throw error
  }
}

async function change(
  platform: Platform,
  lock: BillingLock,
  actor: Actor,
  invoice: LockedInvoice,
  status: InvoiceStatus,
): Promise<StatusChangePreview> {
  const before = stateOf(lock, invoice)
  const { entries, others } =
    invoice.status === status ? { entries: [], others: [] } : await moveInvoice(platform, lock, actor, invoice, status)
  const after = stateOf(lock, invoice)
  return {
    recordedAmount: amountOf(entries, 'payment'),
    reversedAmount: amountOf(entries, 'reversal'),
    returnedCredit: amountOf(entries, 'credit_kept'),
    reopened: others.map(({ invoiceNumber }) => invoiceNumber).toSorted(),
    subscription: before && after && JSON.stringify(before) !== JSON.stringify(after) ? { before, after } : null,
    emails: await findQueuedEmails(lock.tx),
  }
}

const stateOf = ({ subscription }: BillingLock, { subscriptionId }: LockedInvoice) =>
  subscription?.id === subscriptionId
    ? { status: subscription.status, currentPeriodEnd: subscription.currentPeriodEnd }
    : undefined

const amountOf = (entries: Entry[], kind: Entry['kind']) =>
  toAmount(Math.abs(sumOf(entries.filter((entry) => entry.kind === kind))))
