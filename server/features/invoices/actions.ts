import { isSettled, NUMBER_TAKEN, VAT_BASIS_POINTS, type Invoice, type InvoiceUpload } from '#contract/invoices.ts'
import { toAmount, toCents } from '#contract/money.ts'
import { named, type Database } from '#server/database/database.ts'
import { orgAdminsWanting } from '#server/database/organization-admins.ts'
import type { SessionUser } from '#server/platform/access.ts'
import type { Actor } from '#server/platform/actor.ts'
import { audit } from '#server/platform/audit.ts'
import { HttpError, badRequest, conflict, notFound } from '#server/platform/errors.ts'
import type { Platform } from '#server/platform/platform.ts'
import { invoiceIssued } from './letters.ts'
import {
  findInvoice,
  findInvoices,
  insertInvoice,
  insertStatusChange,
  lockOrganization,
  sumInvoices,
  type InvoiceRow,
  type StoredInvoice,
} from './queries.ts'

type Wanted = { organizationId: string; limit?: number }

/** An organization's newest invoices, without drafts. */
export async function listInvoices(db: Database, { organizationId, limit }: Wanted): Promise<Invoice[]> {
  const rows = await named(findInvoices(db, { organizationId }, { limit }))
  return rows.map(present)
}

export const totalInvoices = (db: Database, organizationId: string) => sumInvoices(db, { organizationId })

/** Issues an invoice with the PDF that was uploaded for it. The file is looked at before, and taken in the transaction. */
export async function uploadInvoice(
  platform: Platform,
  actor: Actor,
  { id: userId }: Pick<SessionUser, 'id'>,
  { pdfUrl, amount, ...facts }: InvoiceUpload,
): Promise<Invoice> {
  const { db, config, objects } = platform
  const upload = await objects.check({ url: pdfUrl, userId, purpose: 'invoice' }).catch(nameField)
  return db.transaction(async (tx) => {
    const { organizationId, invoiceNumber } = facts
    if (!(await lockOrganization(tx, organizationId))) throw notFound('Organization')
    const file = await objects.claim(tx, upload)
    const vatBasisPoints = config.vendor.vatNumber ? VAT_BASIS_POINTS : 0
    const row = { ...facts, amountCents: toCents(amount), vatBasisPoints, pdfObjectId: file.id }
    const invoice = await insertInvoice(tx, row)
    if (!invoice) throw conflict(NUMBER_TAKEN)
    await insertStatusChange(tx, { organizationId, invoiceId: invoice.id, toStatus: invoice.status, userId })
    await audit(tx, actor, {
      action: 'invoice.created',
      organizationId,
      subject: { kind: 'invoice', id: invoice.id },
      changes: { invoiceNumber: [null, invoiceNumber], amount: [null, amount], status: [null, invoice.status] },
    })
    await tellAdmins(platform, tx, invoice)
    return present(await findInvoice(tx, 'all', invoice.id))
  })
}

async function tellAdmins({ config, mailer }: Platform, tx: Database, invoice: StoredInvoice) {
  for (const to of await orgAdminsWanting(tx, invoice.organizationId, 'invoices')) {
    await mailer.queue(tx, invoiceIssued({ config, to, invoice }))
  }
}

/** A refused file is told at the form's file field. */
function nameField(error: unknown): never {
  throw error instanceof HttpError && error.statusCode === 400
    ? badRequest(error.message, { pdfUrl: error.message })
    : error
}

export function present<Row extends InvoiceRow>({ amountCents, ...row }: Row) {
  const amount = toAmount(amountCents)
  return {
    ...row,
    amount,
    totalAmount: amount,
    balance: isSettled(row) ? toAmount(0) : amount,
    currency: 'ZAR' as const,
    invoiceUrl: row.status === 'draft' ? null : `/api/invoices/${row.id}/download`,
  }
}
