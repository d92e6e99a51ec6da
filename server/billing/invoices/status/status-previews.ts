import type { InvoiceStatus } from '#contract/billing/invoices.ts'
import type { StatusChangePreview } from '#contract/billing/status-previews.ts'
import { sumCents, toAmount } from '#contract/money.ts'
import { dryRun } from '#server/billing/dry-run.ts'
import { findQueuedEmails } from '#server/billing/emails/queries.ts'
import { findIssue } from '#server/billing/invoices/queries.ts'
import type { Entry } from '#server/billing/ledger/queries.ts'
import { withInvoiceLock, type BillingLock } from '#server/billing/lock.ts'
import type { LockedInvoice } from '#server/domain/invoices.ts'
import type { Actor } from '#server/platform/actor.ts'
import type { Platform } from '#server/platform/platform.ts'
import { applyStatus } from './change-status.ts'

type Change = { id: string; status: InvoiceStatus }

/** Makes the change, records its effects and rolls it back. */
export const previewStatus = (platform: Platform, actor: Actor, { id, status }: Change) =>
  dryRun<StatusChangePreview>((end) =>
    withInvoiceLock(platform, id, async (lock, invoice) =>
      end(await changeAndDescribe(platform, lock, actor, invoice, status)),
    ),
  )

async function changeAndDescribe(
  platform: Platform,
  lock: BillingLock,
  actor: Actor,
  invoice: LockedInvoice,
  status: InvoiceStatus,
): Promise<StatusChangePreview> {
  const before = stateOf(lock, invoice)
  const wasShown = await isShownIn(lock, invoice)
  const { changed, entries, others } =
    invoice.status === status
      ? { changed: invoice, entries: [], others: [] }
      : await applyStatus(platform, lock, actor, invoice, status)
  const after = stateOf(lock, invoice)
  return {
    isShown: { before: wasShown, after: await isShownIn(lock, invoice) },
    recordedAmount: amountOf(entries, 'payment'),
    reversedAmount: amountOf(entries, 'reversal'),
    returnedCredit: amountOf(entries, 'credit_kept'),
    reopened: others.map(({ invoiceNumber }) => invoiceNumber).toSorted(),
    subscription: before && after && JSON.stringify(before) !== JSON.stringify(after) ? { before, after } : null,
    dueDate: changed.dueDate === invoice.dueDate ? null : changed.dueDate,
    emails: await findQueuedEmails(lock.tx),
  }
}

const isShownIn = async ({ tx }: BillingLock, invoice: LockedInvoice) => (await findIssue(tx, invoice)).isShown

const stateOf = ({ subscription }: BillingLock, { subscriptionId }: LockedInvoice) =>
  subscription?.id === subscriptionId
    ? { status: subscription.status, currentPeriodEnd: subscription.currentPeriodEnd }
    : undefined

const amountOf = (entries: Entry[], kind: Entry['kind']) =>
  toAmount(Math.abs(sumCents(entries.filter((entry) => entry.kind === kind))))
