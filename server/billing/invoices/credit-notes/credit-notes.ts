import { isCounted } from '#contract/billing/invoices.ts'
import { CANNOT_CREDIT, TOO_MUCH_CREDIT, type CreditNoteDraft, type InvoiceDetail } from '#contract/billing/payments.ts'
import { toAmount, toCents } from '#contract/money.ts'
import { tellCredited } from '#server/billing/emails/tell.ts'
import { readInvoice } from '#server/billing/invoices/detail.ts'
import { readParticulars, vatRateOf } from '#server/billing/invoices/issue.ts'
import { lockInvoice } from '#server/billing/invoices/lock-invoice.ts'
import { nextNumber } from '#server/billing/invoices/numbers.ts'
import { moveInvoice } from '#server/billing/invoices/status/change-status.ts'
import type { LockedInvoice } from '#server/billing/invoices/status/queries.ts'
import { book } from '#server/billing/ledger/post-entries.ts'
import { balanceOf, keepRest, statusWith, sumOf } from '#server/billing/ledger/reckoning.ts'
import type { Database } from '#server/database/database.ts'
import type { Actor } from '#server/platform/actor.ts'
import { audit } from '#server/platform/audit.ts'
import { conflict } from '#server/platform/http/errors.ts'
import type { Platform } from '#server/platform/platform.ts'
import { insertCreditNote, type StoredCreditNote } from './queries.ts'

export async function writeCreditNote(
  platform: Platform,
  actor: Actor,
  { id, amount, reason }: CreditNoteDraft & { id: string },
): Promise<InvoiceDetail> {
  const credit = { id, amountCents: toCents(amount), reason }
  await platform.db.transaction((tx) => creditInvoice(platform, tx, actor, credit))
  return readInvoice(platform, platform.db, 'all', id)
}

type Credit = { id: string; amountCents: number; reason: string }

/** Takes back a part of an invoice or all of it. What was already paid of that part is kept as credit. */
export async function creditInvoice(
  platform: Platform,
  tx: Database,
  actor: Actor,
  { id, amountCents, reason }: Credit,
): Promise<StoredCreditNote> {
  const invoice = await lockInvoice(tx, id)
  if (!isCounted(invoice) || invoice.creditedCents === invoice.amountCents) throw conflict(CANNOT_CREDIT)
  const creditedCents = invoice.creditedCents + amountCents
  if (creditedCents > invoice.amountCents) throw conflict(TOO_MUCH_CREDIT)
  const creditNote = await insertNumbered(platform, tx, actor, invoice, { amountCents, reason })
  const entries = keepRest(amountCents - balanceOf(invoice))
  const status = creditedStatus(invoice, { creditedCents, paidCents: invoice.paidCents + sumOf(entries) })
  await book(platform, tx, actor, invoice, { entries, creditedCents, status })
  await audit(tx, actor, {
    action: 'invoice.credited',
    organizationId: invoice.organizationId,
    subject: { kind: 'invoice', id },
    changes: { creditNote: [null, creditNote.creditNoteNumber], amount: [null, toAmount(amountCents)] },
  })
  await tellCredited(platform, tx, { invoice, creditNote })
  return creditNote
}

/** Credited in full before it was paid, nothing is left of an invoice. One that was paid has been an invoice, and stays one. */
const creditedStatus = (invoice: LockedInvoice, sums: Pick<LockedInvoice, 'creditedCents' | 'paidCents'>) =>
  invoice.status !== 'paid' && sums.creditedCents === invoice.amountCents ? 'void' : statusWith(invoice, sums)

/** It says of both parties, and of the VAT, what its invoice says. */
async function insertNumbered(
  platform: Platform,
  tx: Database,
  actor: Actor,
  { id, organizationId, particulars, vatBasisPoints }: LockedInvoice,
  facts: Omit<Credit, 'id'>,
) {
  return insertCreditNote(tx, {
    ...facts,
    organizationId,
    invoiceId: id,
    particulars: particulars ?? (await readParticulars(platform, tx, organizationId)),
    vatBasisPoints: vatBasisPoints ?? vatRateOf(platform),
    userId: actor.id,
    creditNoteNumber: await nextNumber(tx, 'CN'),
  })
}

/** An invoice that bills what will not be: void if nothing was paid of it, else credited in full, its money kept as credit. */
export async function takeBackInvoice(platform: Platform, tx: Database, actor: Actor, id: string) {
  const invoice = await lockInvoice(tx, id)
  const amountCents = invoice.amountCents - invoice.creditedCents
  if (!isCounted(invoice) || amountCents === 0) return
  if (invoice.paidCents === 0 && invoice.status !== 'paid') await moveInvoice(platform, tx, actor, invoice, 'void')
  else await creditInvoice(platform, tx, actor, { id, amountCents, reason: TAKEN_BACK })
}

const TAKEN_BACK = 'What this invoice billed was canceled.'
