import { isCounted, type Invoice, type InvoiceStatus } from '#contract/billing/invoices.ts'
import { BILLED_ANEW, CREDITED_IN_FULL } from '#contract/billing/payments.ts'
import { tellIssued, tellReceived, tellReversed } from '#server/billing/emails/tell.ts'
import { particularsOf, vatRateOf } from '#server/billing/invoices/issue.ts'
import { presentLocked } from '#server/billing/invoices/present.ts'
import { setParticulars } from '#server/billing/invoices/queries.ts'
import { coverCredit } from '#server/billing/ledger/apply-credit.ts'
import { postEntries } from '#server/billing/ledger/post-entries.ts'
import { findEntries, type Entry } from '#server/billing/ledger/queries.ts'
import { balanceOf, sumOf, undoAll } from '#server/billing/ledger/reckoning.ts'
import { isBilledAnew } from '#server/billing/ledger/seat-charge-queries.ts'
import { withInvoiceLock, type BillingLock } from '#server/billing/lock.ts'
import type { Database } from '#server/database/database.ts'
import type { LockedInvoice } from '#server/domain/invoices.ts'
import type { Actor } from '#server/platform/actor.ts'
import { conflict } from '#server/platform/http/errors.ts'
import type { Platform } from '#server/platform/platform.ts'

type Move = { id: string; status: InvoiceStatus }

/** Any status from any. Repeated, it changes nothing: an invoice is paid when it was first said to be. */
export const changeStatus = (platform: Platform, actor: Actor, { id, status }: Move): Promise<Invoice> =>
  withInvoiceLock(platform, id, async (lock, invoice) => {
    if (invoice.status === status) return presentLocked(lock, invoice)
    const { moved } = await moveInvoice(platform, lock, actor, invoice, status)
    return presentLocked(lock, moved)
  })

/**
 * Paid means that all of it was paid today. Whatever was paid and is not any more, or is taken back, was not paid at all.
 * Answers the invoice as it is then, its ledger entries, and other invoices that are owed again.
 */
export async function moveInvoice(
  platform: Platform,
  lock: BillingLock,
  actor: Actor,
  before: LockedInvoice,
  status: InvoiceStatus,
) {
  await refuseReturn(lock.tx, before, status)
  const isIssued = before.status === 'draft' && isCounted({ status })
  const invoice = isIssued ? await writeParticulars(platform, lock, before) : before
  const entries = status === 'paid' ? payRest(invoice) : await undoFor(lock.tx, invoice, status)
  const postings = [{ invoice, entries, status }, ...(await coverCredit(lock, invoice, entries))]
  const [moved = invoice, ...others] = await postEntries(platform, lock, actor, postings)
  const reversedCents = -sumOf(entries.filter(({ kind }) => kind === 'reversal'))
  // Of a draft its customer sees nothing.
  if (reversedCents > 0 && status !== 'draft')
    await tellReversed(platform, lock, { invoice: moved, amountCents: reversedCents, reason: null, others })
  if (status === 'paid') await tellReceived(platform, lock, { invoice: moved, amountCents: balanceOf(invoice) })
  if (status === 'issued' && before.status === 'draft') await tellIssued(platform, lock, moved)
  return { moved, entries, others }
}

const payRest = (invoice: LockedInvoice): Entry[] => [{ kind: 'payment', amountCents: balanceOf(invoice) }]

/** From one owed status to another, what was paid of it stays paid. */
const undoFor = async (tx: Database, invoice: LockedInvoice, status: InvoiceStatus) =>
  invoice.status === 'paid' || !isCounted({ status }) ? undoAll(await findEntries(tx, invoice)) : []

/** An invoice that was taken back, or became a draft, cannot always be one that stands again. */
async function refuseReturn(tx: Database, invoice: LockedInvoice, status: InvoiceStatus) {
  const stands = isCounted({ status })
  if (stands && invoice.creditedCents === invoice.amountCents) throw conflict(CREDITED_IN_FULL)
  const returns = isGone(invoice) ? !isGone({ status }) : invoice.status === 'draft' && stands
  if (returns && (await isBilledAnew(tx, invoice))) throw conflict(BILLED_ANEW)
}

/** Another invoice may have taken its place. */
const isGone = ({ status }: { status: InvoiceStatus }) => status === 'void' || status === 'cancelled'

/** A draft says who bills whom on the day that it is issued. */
async function writeParticulars(platform: Platform, lock: BillingLock, invoice: LockedInvoice) {
  const written = {
    particulars: particularsOf(platform, lock),
    vatBasisPoints: invoice.vatBasisPoints ?? vatRateOf(platform),
  }
  await setParticulars(lock.tx, invoice, written)
  return { ...invoice, ...written }
}
