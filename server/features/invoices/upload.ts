import { NUMBER_TAKEN, VAT_BASIS_POINTS, type Invoice, type InvoiceUpload } from '#contract/invoices.ts'
import { toCents } from '#contract/money.ts'
import type { SessionUser } from '#server/platform/access.ts'
import type { Actor } from '#server/platform/actor.ts'
import { audit } from '#server/platform/audit.ts'
import { HttpError, badRequest, conflict, notFound } from '#server/platform/errors.ts'
import type { Platform } from '#server/platform/platform.ts'
import { present } from './present.ts'
import { findInvoice, insertInvoice, lockOrganization } from './queries.ts'
import { insertStatusChanges } from './status-queries.ts'
import { tellAdmins } from './tell-admins.ts'

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
    await insertStatusChanges(tx, [{ organizationId, invoiceId: invoice.id, toStatus: invoice.status, userId }])
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

/** A refused file is told at the form's file field. */
function nameField(error: unknown): never {
  throw error instanceof HttpError && error.statusCode === 400
    ? badRequest(error.message, { pdfUrl: error.message })
    : error
}
