import {
  CHANGED_MEANWHILE,
  isCounted,
  isPastDue,
  isVoided,
  type Invoice,
  type InvoiceStatus,
  type InvoiceStatusUpdate,
} from '#contract/billing/invoices.ts'
import { REBILLED, CREDITED_IN_FULL } from '#contract/billing/payments.ts'
import { PAYMENT_TERM_DAYS } from '#contract/billing/terms.ts'
import { sumCents, toCents } from '#contract/money.ts'
import { notifyInvoiceIssued, notifyPaymentReceived, notifyPaymentReversed } from '#server/billing/emails/notify.ts'
import { particularsOf } from '#server/billing/invoices/issue.ts'
import { presentLocked } from '#server/billing/invoices/present.ts'
import { findIssue, setIssue } from '#server/billing/invoices/queries.ts'
import { coverCredit } from '#server/billing/ledger/apply-credit.ts'
import { undoAll } from '#server/billing/ledger/calculations.ts'
import { postEntries } from '#server/billing/ledger/post-entries.ts'
import { findEntries, type Entry } from '#server/billing/ledger/queries.ts'
import { isRebilled } from '#server/billing/ledger/seat-charge-queries.ts'
import { withInvoiceLock, type BillingLock } from '#server/billing/lock.ts'
import { vatRateOf } from '#server/billing/vat.ts'
import type { Database } from '#server/database/database.ts'
import { plusDays } from '#server/domain/calendar.ts'
import { balanceOf, type LockedInvoice } from '#server/domain/invoices.ts'
import type { Actor } from '#server/platform/actor.ts'
import { conflict } from '#server/platform/http/errors.ts'
import type { Platform } from '#server/platform/platform.ts'

type StatusChange = InvoiceStatusUpdate & { id: string }

export const changeStatus = (
  platform: Platform,
  actor: Actor,
  { id, status, ...shown }: StatusChange,
): Promise<Invoice> =>
  withInvoiceLock(platform, id, async (lock, invoice) => {
    if (invoice.status === status) return presentLocked(lock, invoice)
    refuseOutdated(invoice, shown)
    const { changed } = await applyStatus(platform, lock, actor, invoice, status)
    return presentLocked(lock, changed)
  })

function refuseOutdated(invoice: LockedInvoice, { from, owed }: Omit<InvoiceStatusUpdate, 'status'>) {
  const isOtherStatus = from !== undefined && from !== invoice.status
  const isOtherBalance = owed !== undefined && toCents(owed) !== balanceOf(invoice)
  if (isOtherStatus || isOtherBalance) throw conflict(CHANGED_MEANWHILE)
}

/**
 * 'paid' records the balance as received today; any other status reverses the payments when the invoice is no longer
 * paid or is voided. Returns the changed invoice, its entries, and other invoices that became outstanding again.
 */
export async function applyStatus(
  platform: Platform,
  lock: BillingLock,
  actor: Actor,
  before: LockedInvoice,
  status: InvoiceStatus,
) {
  await refuseReturn(lock.tx, before, status)
  const becomesCounted = isCounted({ status }) && !isCounted(before)
  const isFirst = becomesCounted && !(await findIssue(lock.tx, before)).wasIssued
  const isIssued = isFirst || (becomesCounted && before.status === 'draft')
  const invoice = isIssued ? await writeIssue(platform, lock, before, { status, isFirst }) : before
  const entries = status === 'paid' ? payRest(invoice) : await undoFor(lock.tx, invoice, status)
  const postings = [{ invoice, entries, status }, ...(await coverCredit(lock, invoice, entries))]
  const [changed = invoice, ...others] = await postEntries(platform, lock, actor, postings)
  const reversedCents = -sumCents(entries.filter(({ kind }) => kind === 'reversal'))
  // Customers cannot see drafts.
  if (reversedCents > 0 && status !== 'draft')
    await notifyPaymentReversed(platform, lock, { invoice: changed, amountCents: reversedCents, reason: null, others })
  if (status === 'paid')
    await notifyPaymentReceived(platform, lock, { invoice: changed, amountCents: balanceOf(invoice) })
  if (isIssued && status === 'issued') await notifyInvoiceIssued(platform, lock, changed)
  return { changed, entries, others }
}

const payRest = (invoice: LockedInvoice): Entry[] => [{ kind: 'payment', amountCents: balanceOf(invoice) }]

/** A change between outstanding statuses keeps the payments. */
const undoFor = async (tx: Database, invoice: LockedInvoice, status: InvoiceStatus) =>
  invoice.status === 'paid' || !isCounted({ status }) ? undoAll(await findEntries(tx, invoice)) : []

/** Refuses to reopen an invoice that was credited in full or replaced. */
async function refuseReturn(tx: Database, invoice: LockedInvoice, status: InvoiceStatus) {
  const becomesCounted = isCounted({ status })
  if (becomesCounted && invoice.creditedCents === invoice.amountCents) throw conflict(CREDITED_IN_FULL)
  const returns = isVoided(invoice) ? !isVoided({ status }) : invoice.status === 'draft' && becomesCounted
  if (returns && (await isRebilled(tx, invoice))) throw conflict(REBILLED)
}

type Issue = { status: InvoiceStatus; isFirst: boolean }

/** A draft gets both parties' details on the day it is issued, and that day the first time. */
async function writeIssue(platform: Platform, lock: BillingLock, invoice: LockedInvoice, { status, isFirst }: Issue) {
  const written = {
    ...vatFacts(platform, lock, { ...invoice, isFirst }),
    createdAt: isFirst ? lock.now : invoice.createdAt,
    dueDate: isFirst && status !== 'overdue' ? dueOnIssue(invoice, lock) : invoice.dueDate,
  }
  await setIssue(lock.tx, invoice, written)
  return { ...invoice, ...written }
}

/** A correction keeps the VAT rate, and with it the vendor's VAT number. */
function vatFacts(
  platform: Platform,
  lock: BillingLock,
  { isFirst, ...invoice }: LockedInvoice & { isFirst: boolean },
) {
  const today = { particulars: particularsOf(platform, lock), vatBasisPoints: vatRateOf(platform) }
  const { particulars, vatBasisPoints } = invoice
  if (isFirst || !particulars || vatBasisPoints === null) return today
  return { particulars: { ...today.particulars, vendor: particulars.vendor }, vatBasisPoints }
}

/** The customer gets the usual days to pay if the due day of the draft is over. */
const dueOnIssue = ({ dueDate }: LockedInvoice, { today }: BillingLock) =>
  isPastDue({ dueDate }, today) ? plusDays(today, PAYMENT_TERM_DAYS) : dueDate
