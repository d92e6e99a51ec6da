import { NUMBER_TAKEN, type Invoice, type InvoiceUpload } from '#contract/invoices.ts'
import { toAmount, toCents } from '#contract/money.ts'
import type { Database } from '#server/database/database.ts'
import type { SessionUser } from '#server/platform/access.ts'
import type { Actor } from '#server/platform/actor.ts'
import { audit } from '#server/platform/audit.ts'
import { HttpError, badRequest, conflict, notFound } from '#server/platform/errors.ts'
import type { Platform } from '#server/platform/platform.ts'
import {
  findInvoice,
  findInvoiceFile,
  findInvoices,
  insertInvoice,
  insertStatusChange,
  lockOrganization,
  type InvoiceRow,
  type Scope,
} from './queries.ts'

/** An organization's invoices, newest first, without drafts. */
export async function listInvoices(db: Database, { organizationId }: { organizationId: string }): Promise<Invoice[]> {
  const rows = await findInvoices(db, { organizationId })
  return rows.map(present)
}

/** Issues an invoice with the PDF that was uploaded for it. The file is looked at before, and taken in the transaction. */
export async function uploadInvoice(
  { db, objects }: Platform,
  actor: Actor,
  { id: userId }: Pick<SessionUser, 'id'>,
  { pdfUrl, amount, ...facts }: InvoiceUpload,
): Promise<Invoice> {
  const upload = await objects.check({ url: pdfUrl, userId, purpose: 'invoice' }).catch(nameField)
  return db.transaction(async (tx) => {
    const { organizationId, invoiceNumber } = facts
    if (!(await lockOrganization(tx, organizationId))) throw notFound('Organization')
    const file = await objects.claim(tx, upload)
    const invoice = await insertInvoice(tx, { ...facts, amountCents: toCents(amount), pdfObjectId: file.id })
    if (!invoice) throw conflict(NUMBER_TAKEN)
    await insertStatusChange(tx, { organizationId, invoiceId: invoice.id, toStatus: invoice.status, userId })
    await audit(tx, actor, {
      action: 'invoice.created',
      organizationId,
      subject: { kind: 'invoice', id: invoice.id },
      changes: { invoiceNumber: [null, invoiceNumber], amount: [null, amount], status: [null, invoice.status] },
    })
    return present(await findInvoice(tx, 'all', invoice.id))
  })
}

/** A refused file is told at the form's file field. */
function nameField(error: unknown): never {
  throw error instanceof HttpError && error.statusCode === 400
    ? badRequest(error.message, { pdfUrl: error.message })
    : error
}

/** The file behind an invoice and the name to save it by. */
export async function readInvoiceFile(db: Database, scope: Scope, id: string) {
  const found = await findInvoiceFile(db, scope, id)
  if (!found) throw notFound('Invoice')
  if (!found.object) throw notFound('Invoice PDF')
  return { object: found.object, fileName: `${found.invoiceNumber}.pdf`, type: 'application/pdf' }
}

/** Nothing is owed on what is paid, or was taken back. */
const SETTLED = new Set<Invoice['status']>(['paid', 'void', 'cancelled'])

function present({ amountCents, hasFile, ...row }: InvoiceRow): Invoice {
  const amount = toAmount(amountCents)
  return {
    ...row,
    amount,
    totalAmount: amount,
    balance: SETTLED.has(row.status) ? toAmount(0) : amount,
    currency: 'ZAR',
    invoiceUrl: hasFile ? `/api/invoices/${row.id}/download` : null,
  }
}
