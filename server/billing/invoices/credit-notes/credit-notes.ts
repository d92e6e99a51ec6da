import { CHANGED_MEANWHILE, isCounted } from '#contract/billing/invoices.ts'
import {
  CANNOT_CREDIT,
  NOTHING_TO_CREDIT,
  TOO_MUCH_CREDIT,
  type CreditNoteDraft,
  type InvoiceDetail,
} from '#contract/billing/payments.ts'
import { sumCents, toAmount, toCents } from '#contract/money.ts'
import { notifyInvoiceCredited } from '#server/billing/emails/notify.ts'
import { readInvoice } from '#server/billing/invoices/detail.ts'
import { particularsOf } from '#server/billing/invoices/issue.ts'
import { nextNumber } from '#server/billing/invoices/number-queries.ts'
import { applyStatus } from '#server/billing/invoices/status/change-status.ts'
import { keepExcess, statusWith } from '#server/billing/ledger/calculations.ts'
import { postEntries } from '#server/billing/ledger/post-entries.ts'
import { lockInvoice, withInvoiceLock, type BillingLock } from '#server/billing/lock.ts'
import { vatRateOf } from '#server/billing/vat.ts'
import { balanceOf, type LockedInvoice } from '#server/domain/invoices.ts'
import type { Actor } from '#server/platform/actor.ts'
import type { Changes } from '#server/platform/audit.ts'
import { conflict } from '#server/platform/http/errors.ts'
import type { Platform } from '#server/platform/platform.ts'
import { TIME_ZONE } from '#server/platform/time-zone.ts'
import { insertCreditNote, type StoredCreditNote } from './queries.ts'

export async function writeCreditNote(
  platform: Platform,
  actor: Actor,
  { id, amount, reason, ...shown }: CreditNoteDraft & { id: string },
): Promise<InvoiceDetail> {
  const credit = { amountCents: toCents(amount), reason }
  await withInvoiceLock(platform, id, (lock, invoice) => {
    refuseOutdated(invoice, shown)
    return creditInvoice(platform, lock, actor, invoice, credit)
  })
  return readInvoice(platform, 'all', id)
}

function refuseOutdated(invoice: LockedInvoice, { owed, credited }: Pick<CreditNoteDraft, 'owed' | 'credited'>) {
  const isOtherBalance = owed !== undefined && toCents(owed) !== balanceOf(invoice)
  const isOtherCredit = credited !== undefined && toCents(credited) !== invoice.creditedCents
  if (isOtherBalance || isOtherCredit) throw conflict(CHANGED_MEANWHILE)
}

type Credit = { amountCents: number; reason: string }

export async function creditInvoice(
  platform: Platform,
  lock: BillingLock,
  actor: Actor,
  invoice: LockedInvoice,
  { amountCents, reason }: Credit,
): Promise<StoredCreditNote> {
  if (invoice.creditedCents === invoice.amountCents) throw conflict(NOTHING_TO_CREDIT)
  if (!isCounted(invoice)) throw conflict(CANNOT_CREDIT)
  const creditedCents = invoice.creditedCents + amountCents
  if (creditedCents > invoice.amountCents) throw conflict(TOO_MUCH_CREDIT)
  const creditNote = await insertNumbered(platform, lock, actor, invoice, { amountCents, reason })
  const entries = keepExcess(amountCents - balanceOf(invoice))
  const sums = { creditedCents, paidCents: invoice.paidCents + sumCents(entries) }
  const status = creditedStatus(lock, invoice, sums)
  const changes: Changes = { creditNote: [null, creditNote.creditNoteNumber], amount: [null, toAmount(amountCents)] }
  const auditEntry = { action: 'invoice.credited' as const, changes }
  const [credited = invoice] = await postEntries(platform, lock, actor, [
    { invoice, entries, creditedCents, status, auditEntry },
  ])
  await notifyInvoiceCredited(platform, lock, { invoice: credited, creditNote })
  return creditNote
}

type Sums = Pick<LockedInvoice, 'creditedCents' | 'paidCents'>

/** An invoice credited in full before any payment becomes void; a paid one stays paid. */
const creditedStatus = ({ today }: BillingLock, invoice: LockedInvoice, sums: Sums) =>
  invoice.status !== 'paid' && sums.creditedCents === invoice.amountCents ? 'void' : statusWith(today, invoice, sums)

async function insertNumbered(
  platform: Platform,
  lock: BillingLock,
  actor: Actor,
  { id, organizationId, particulars, vatBasisPoints }: LockedInvoice,
  facts: Credit,
) {
  return insertCreditNote(lock.tx, {
    ...facts,
    organizationId,
    invoiceId: id,
    particulars: { ...(particulars ?? particularsOf(platform, lock)), timeZone: TIME_ZONE },
    vatBasisPoints: vatBasisPoints ?? vatRateOf(platform),
    userId: actor.id,
    creditNoteNumber: await nextNumber(lock.tx, 'CN'),
  })
}

/** Voids an invoice for a period that is not billed after all. If a part was paid, credits it in full and keeps the money as credit. */
export async function voidOrCreditInvoice(platform: Platform, lock: BillingLock, actor: Actor, id: string) {
  const invoice = await lockInvoice(lock, id)
  const amountCents = invoice.amountCents - invoice.creditedCents
  if (!isCounted(invoice) || amountCents === 0) return
  if (invoice.paidCents === 0 && invoice.status !== 'paid') await applyStatus(platform, lock, actor, invoice, 'void')
  else await creditInvoice(platform, lock, actor, invoice, { amountCents, reason: TAKEN_BACK })
}

const TAKEN_BACK = 'The billed items were canceled.'
