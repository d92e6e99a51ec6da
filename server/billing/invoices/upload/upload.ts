import { NUMBER_TAKEN, type Invoice, type InvoiceFacts } from '#contract/billing/invoices.ts'
import { toCents } from '#contract/money.ts'
import { notifyInvoiceIssued } from '#server/billing/emails/notify.ts'
import { enterInvoice } from '#server/billing/invoices/issue.ts'
import { presentLocked } from '#server/billing/invoices/present.ts'
import { withBillingLock } from '#server/billing/lock.ts'
import type { Actor } from '#server/platform/actor.ts'
import { conflictAt } from '#server/platform/http/errors.ts'
import type { Platform } from '#server/platform/platform.ts'
import type { CheckedUpload } from '#server/platform/storage/objects.ts'

export function uploadInvoice(
  platform: Platform,
  actor: Actor,
  { organizationId, amount, notes, ...facts }: InvoiceFacts,
  pdf: CheckedUpload | null,
): Promise<Invoice> {
  return withBillingLock(platform, organizationId, async (lock) => {
    const invoice = await enterInvoice(platform, lock, actor, {
      ...facts,
      amountCents: toCents(amount),
      notes: notes || null,
      pdfObjectId: pdf && (await platform.objects.claim(lock.tx, pdf)).id,
    })
    if (!invoice) throw conflictAt('invoiceNumber', NUMBER_TAKEN)
    await notifyInvoiceIssued(platform, lock, invoice)
    return presentLocked(lock, invoice)
  })
}
