import type { InvoiceStatus, StatusChangePreview } from '#contract/billing/invoices.ts'
import { toAmount } from '#contract/money.ts'
import { lockInvoice } from '#server/billing/invoices/lock-invoice.ts'
import type { Entry } from '#server/billing/ledger/queries.ts'
import { sumOf } from '#server/billing/ledger/reckoning.ts'
import type { Database } from '#server/database/database.ts'
import type { Actor } from '#server/platform/actor.ts'
import type { Platform } from '#server/platform/platform.ts'
import { moveInvoice } from './change-status.ts'
import { findNumbers, findQueuedEmails, findSubscriptionState } from './preview-queries.ts'
import type { LockedInvoice } from './queries.ts'

type Change = { id: string; status: InvoiceStatus }

/** Carries the preview out of the transaction, which rolls back. */
class Previewed extends Error {
  readonly preview: StatusChangePreview

  constructor(preview: StatusChangePreview) {
    super('Rolled back: a preview')
    this.preview = preview
  }
}

/** Makes the change, notes what it did and rolls it back: a preview that was computed apart could differ from the change. */
export async function previewStatus(platform: Platform, actor: Actor, { id, status }: Change) {
  try {
    return await platform.db.transaction(async (tx): Promise<StatusChangePreview> => {
      throw new Previewed(await change(platform, tx, actor, await lockInvoice(tx, id), status))
    })
  } catch (error) {
    if (error instanceof Previewed) return error.preview
    throw error
  }
}

async function change(
  platform: Platform,
  tx: Database,
  actor: Actor,
  invoice: LockedInvoice,
  status: InvoiceStatus,
): Promise<StatusChangePreview> {
  const before = await findSubscriptionState(tx, invoice)
  const { entries, others } =
    invoice.status === status ? { entries: [], others: [] } : await moveInvoice(platform, tx, actor, invoice, status)
  const after = await findSubscriptionState(tx, invoice)
  return {
    recordedAmount: amountOf(entries, 'payment'),
    reversedAmount: amountOf(entries, 'reversal'),
    returnedCredit: amountOf(entries, 'credit_kept'),
    reopened: await findNumbers(tx, invoice, others),
    subscription: before && after && JSON.stringify(before) !== JSON.stringify(after) ? { before, after } : null,
    emails: await findQueuedEmails(tx),
  }
}

const amountOf = (entries: Entry[], kind: Entry['kind']) =>
  toAmount(Math.abs(sumOf(entries.filter((entry) => entry.kind === kind))))
