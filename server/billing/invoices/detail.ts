import type { Invoice } from '#contract/billing/invoices.ts'
import type { CreditNote, InvoiceDetail, InvoiceHistory, Payment } from '#contract/billing/payments.ts'
import { toAmount } from '#contract/money.ts'
import { presentPayment } from '#server/billing/ledger/payments.ts'
import { findPayments, findPaymentsOf } from '#server/billing/ledger/queries.ts'
import { asIssued } from '#server/billing/vat.ts'
import type { Database } from '#server/database/database.ts'
import { together } from '#server/database/statements/together.ts'
import { findItems } from '#server/domain/invoices.ts'
import type { Scope } from '#server/platform/http/access.ts'
import { notFound } from '#server/platform/http/errors.ts'
import type { Platform } from '#server/platform/platform.ts'
import { findCreditNotes, type CreditNoteRow } from './credit-notes/queries.ts'
import { findHistory } from './history-queries.ts'
import { present, presentItem } from './present.ts'
import { vatOf } from './print/printed-invoice.ts'
import { findInvoice, findTaxed } from './queries.ts'

/** 404 for invoices outside the scope. */
export async function requireInvoice(db: Database, scope: Scope, id: string) {
  const row = await findInvoice(db, scope, id)
  if (!row) throw notFound('Invoice')
  return row
}

const readRow = async (db: Database, scope: Scope, id: string): Promise<Invoice> =>
  present(await requireInvoice(db, scope, id))

export async function readInvoice(platform: Platform, scope: Scope, id: string): Promise<InvoiceDetail> {
  const { config, db } = platform
  const invoice = await readRow(db, scope, id)
  const [items, payments, creditNotes, taxed] = await together(db, () =>
    Promise.all([
      findItems(db, invoice),
      findPayments(db, invoice),
      findCreditNotes(db, invoice),
      findTaxed(db, invoice),
    ]),
  )
  const issued = asIssued(platform, taxed)
  return {
    ...invoice,
    items: items.map(presentItem),
    vat: presentVat(vatOf(issued, issued.particulars?.vendor ?? config.vendor)),
    payments: payments.map(presentPayment),
    creditNotes: creditNotes.map(presentCreditNote),
  }
}

const presentVat = (vat: ReturnType<typeof vatOf>) => vat && { percent: vat.percent, amount: toAmount(vat.cents) }

const presentCreditNote = ({ amountCents, ...creditNote }: CreditNoteRow): CreditNote => ({
  ...creditNote,
  amount: toAmount(amountCents),
  url: `/api/credit-notes/${creditNote.id}/download`,
})

type Movement = Payment & { invoiceId: string | null; invoiceNumber: string | null }

export async function listPayments(db: Database, organizationId: string, limit: number): Promise<Movement[]> {
  const rows = await findPaymentsOf(db, organizationId, limit)
  return rows.map(presentPayment)
}

export async function readHistory(db: Database, id: string): Promise<InvoiceHistory> {
  return findHistory(db, await readRow(db, 'all', id))
}
