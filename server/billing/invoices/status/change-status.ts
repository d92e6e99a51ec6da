import { isCounted, type Invoice, type InvoiceStatus } from '#contract/billing/invoices.ts'
import { BILLED_ANEW, CREDITED_IN_FULL } from '#contract/billing/payments.ts'
import { tellIssued, tellReceived, tellReversed } from '#server/billing/emails/tell.ts'
import { readRow } from '#server/billing/invoices/detail.ts'
import { readParticulars, vatRateOf } from '#server/billing/invoices/issue.ts'
import { lockInvoice } from '#server/billing/invoices/lock-invoice.ts'
import { setParticulars } from '#server/billing/invoices/queries.ts'
import { coverCredit } from '#server/billing/ledger/apply-credit.ts'
import { book } from '#server/billing/ledger/post-entries.ts'
import { findEntries, type Entry } from '#server/billing/ledger/queries.ts'
import { balanceOf, sumOf, undoAll } from '#server/billing/ledger/reckoning.ts'
import { isBilledAnew } from '#server/billing/renewal-run/seat-charges.ts'
import type { Database } from '#server/database/database.ts'
import type { Actor } from '#server/platform/actor.ts'
import { conflict } from '#server/platform/http/errors.ts'
import type { Platform } from '#server/platform/platform.ts'
import type { LockedInvoice } from './queries.ts'

type Move = { id: string; status: InvoiceStatus }

/** Any status from any. Repeated, it changes nothing: an invoice is paid when it was first said to be. */
export function changeStatus(platform: Platform, actor: Actor, { id, status }: Move): Promise<Invoice> {
  return platform.db.transaction(async (tx) => {
    const invoice = await lockInvoice(tx, id)
    if (invoice.status !== status) await moveInvoice(platform, tx, actor, invoice, status)
    return readRow(tx, 'all', id)
  })
}

/**
 * Paid means that all of it was paid today. Whatever was paid and is not any more, or is taken back, was not paid at all.
 * Answers the ledger entries, and the ids of other invoices that are owed again.
 */
export async function moveInvoice(
  platform: Platform,
  tx: Database,
  actor: Actor,
  invoice: LockedInvoice,
  status: InvoiceStatus,
) {
  await refuseReturn(tx, invoice, status)
  if (invoice.status === 'draft' && isCounted({ status })) await writeParticulars(platform, tx, invoice)
  const entries = status === 'paid' ? payRest(invoice) : await undoFor(tx, invoice, status)
  await book(platform, tx, actor, invoice, { entries, status })
  const others = await coverCredit(platform, tx, actor, invoice.organizationId)
  const reversedCents = -sumOf(entries.filter(({ kind }) => kind === 'reversal'))
  // Of a draft its customer sees nothing.
  if (reversedCents > 0 && status !== 'draft')
    await tellReversed(platform, tx, { invoice, amountCents: reversedCents, reason: null, others })
  if (status === 'paid') await tellReceived(platform, tx, { invoice, amountCents: balanceOf(invoice) })
  if (status === 'issued' && invoice.status === 'draft') await tellIssued(platform, tx, invoice)
  return { entries, others }
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
async function writeParticulars(platform: Platform, tx: Database, invoice: LockedInvoice) {
  const particulars = await readParticulars(platform, tx, invoice.organizationId)
  await setParticulars(tx, invoice, { particulars, vatBasisPoints: invoice.vatBasisPoints ?? vatRateOf(platform) })
}
