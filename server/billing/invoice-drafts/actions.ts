import {
  DUE_IN_PAST,
  lineCents,
  totalCents,
  type DraftTerms,
  type InvoiceDraft,
} from '#contract/billing/invoice-drafts.ts'
import type { Invoice } from '#contract/billing/invoices.ts'
import { PAYMENT_TERM_DAYS } from '#contract/billing/terms.ts'
import { enterInvoice, numbered } from '#server/billing/invoices/issue.ts'
import { presentLocked } from '#server/billing/invoices/present.ts'
import { insertItems } from '#server/billing/invoices/queries.ts'
import { withBillingLock } from '#server/billing/lock.ts'
import { vatRateOf } from '#server/billing/vat.ts'
import { plusDays } from '#server/domain/calendar.ts'
import type { Actor } from '#server/platform/actor.ts'
import { badRequest } from '#server/platform/http/errors.ts'
import type { Platform } from '#server/platform/platform.ts'
import { findToday } from './queries.ts'

export async function readTerms(platform: Platform): Promise<DraftTerms> {
  const dueDate = plusDays(await findToday(platform.db), PAYMENT_TERM_DAYS)
  return { dueDate, vatPercent: vatRateOf(platform) / 100 }
}

/** Nothing is emailed and no credit is spent until an admin issues it. */
export const createDraft = (
  platform: Platform,
  actor: Actor,
  { organizationId, lines, notes, ...given }: InvoiceDraft,
): Promise<Invoice> =>
  withBillingLock(platform, organizationId, async (lock) => {
    const { dueDate } = given
    if (dueDate !== undefined && dueDate < lock.today) throw badRequest(DUE_IN_PAST, { dueDate: DUE_IN_PAST })
    const facts = {
      ...given,
      status: 'draft' as const,
      dueDate: dueDate ?? plusDays(lock.today, PAYMENT_TERM_DAYS),
      amountCents: totalCents(lines),
      notes: notes || null,
    }
    const invoice = await numbered(lock, (invoiceNumber) =>
      enterInvoice(platform, lock, actor, { ...facts, invoiceNumber }),
    )
    await insertItems(
      lock.tx,
      invoice,
      lines.map(({ description, ...line }) => ({
        description,
        quantity: line.quantity,
        amountCents: lineCents(line),
      })),
    )
    return presentLocked(lock, invoice)
  })
