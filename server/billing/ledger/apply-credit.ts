import { lockInvoice, type BillingLock } from '#server/billing/lock.ts'
import { balanceOf, sumCredit, type LockedInvoice } from '#server/domain/invoices.ts'
import type { Actor } from '#server/platform/actor.ts'
import type { Platform } from '#server/platform/platform.ts'
import { movedCredit } from './calculations.ts'
import { postEntries, postingOf, type Posting } from './post-entries.ts'
import { findCreditUsers, type Entry } from './queries.ts'

export async function spendCredit(platform: Platform, lock: BillingLock, actor: Actor, invoice: LockedInvoice) {
  const credit = await sumCredit(lock.tx, invoice.organizationId)
  const amountCents = Math.min(credit, balanceOf(invoice))
  if (amountCents <= 0) return invoice
  const posting = postingOf(lock, invoice, 'invoice.credit-applied', [{ kind: 'credit_used', amountCents }])
  const [posted = invoice] = await postEntries(platform, lock, actor, [posting])
  return posted
}

/**
 * Covers credit that is missing after a reversal: invoices that used it become outstanding again, the latest use first.
 * Refunded credit cannot be recovered this way, so the credit stays below 0. `entries` are about to be posted to
 * `invoice`; returns them with those of the other invoices. If the entries take no credit, nothing is missing, because
 * each earlier shortfall was covered. An invoice that returns credit has used none.
 */
export async function coverCredit(lock: BillingLock, invoice: LockedInvoice, entries: Entry[]) {
  const taken = movedCredit(entries)
  if (taken <= 0) return []
  const { tx, organization } = lock
  const postings: Posting[] = []
  let missing = taken - (await sumCredit(tx, organization.id))
  for (const { invoiceId, cents } of missing > 0 ? await findCreditUsers(tx, organization.id) : []) {
    if (missing <= 0) break
    if (invoiceId === invoice.id) continue
    const other = await lockInvoice(lock, invoiceId)
    const amountCents = Math.min(missing, cents)
    missing -= amountCents
    const uncovered: Entry = { kind: 'credit_kept', amountCents: -amountCents, note: NO_COVER }
    postings.push(postingOf(lock, other, 'invoice.credit-removed', [uncovered]))
  }
  return postings
}

const NO_COVER = 'The payment that this credit came from was reversed.'
