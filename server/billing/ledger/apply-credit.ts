import { lockInvoice } from '#server/billing/invoices/lock-invoice.ts'
import type { Database } from '#server/database/database.ts'
import { sumCredit } from '#server/domain/invoices.ts'
import type { Actor } from '#server/platform/actor.ts'
import type { Platform } from '#server/platform/platform.ts'
import { book } from './post-entries.ts'
import { findCreditUsers } from './queries.ts'
import { balanceOf, statusWith } from './reckoning.ts'

/** Pays what the organization's credit covers of an invoice that is held or new. */
export async function spendCredit(platform: Platform, tx: Database, actor: Actor, id: string) {
  const invoice = await lockInvoice(tx, id)
  const credit = await sumCredit(tx, invoice.organizationId)
  const amountCents = Math.min(credit, balanceOf(invoice))
  if (amountCents <= 0) return
  await book(platform, tx, actor, invoice, {
    entries: [{ kind: 'credit_used', amountCents }],
    status: statusWith(invoice, { paidCents: invoice.paidCents + amountCents }),
  })
}

/**
 * Credit that was kept from money that did not come after all may be used already. Then the invoices that used it owe it
 * again, the last one first. Only what was paid out to the customer cannot be had from an invoice: the credit stays below 0.
 * Answers the ids of those invoices.
 */
export async function coverCredit(platform: Platform, tx: Database, actor: Actor, organizationId: string) {
  const owing: string[] = []
  let missing = -(await sumCredit(tx, organizationId))
  if (missing <= 0) return owing
  for (const { invoiceId, cents } of await findCreditUsers(tx, organizationId)) {
    if (missing <= 0) break
    owing.push(invoiceId)
    const invoice = await lockInvoice(tx, invoiceId)
    const amountCents = Math.min(missing, cents)
    missing -= amountCents
    await book(platform, tx, actor, invoice, {
      entries: [{ kind: 'credit_kept', amountCents: -amountCents, note: NO_COVER }],
      status: statusWith(invoice, { paidCents: invoice.paidCents - amountCents }),
    })
  }
  return owing
}

const NO_COVER = 'The payment that this credit came from was taken back.'
