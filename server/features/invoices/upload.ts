import { NUMBER_TAKEN, VAT_BASIS_POINTS, type Invoice, type InvoiceFacts } from '#contract/invoices.ts'
import { toCents } from '#contract/money.ts'
import type { Database } from '#server/database/database.ts'
import type { Actor } from '#server/platform/actor.ts'
import { audit } from '#server/platform/audit.ts'
import { conflict, notFound } from '#server/platform/errors.ts'
import type { CheckedUpload } from '#server/platform/objects/objects.ts'
import type { Platform } from '#server/platform/platform.ts'
import { present } from './present.ts'
import { findInvoice, insertInvoice, lockOrganization, type StoredInvoice } from './queries.ts'
import { insertStatusChanges } from './status-queries.ts'
import { tellAdmins } from './tell-admins.ts'

/** Issues an invoice. Its PDF, if it has one, was looked at before and is taken in the transaction. */
export function uploadInvoice(
  platform: Platform,
  actor: Actor,
  { organizationId, invoiceNumber, amount, dueDate, notes }: InvoiceFacts,
  pdf: CheckedUpload | null,
): Promise<Invoice> {
  const { db, config, objects } = platform
  return db.transaction(async (tx) => {
    if (!(await lockOrganization(tx, organizationId))) throw notFound('Organization')
    const invoice = await insertInvoice(tx, {
      organizationId,
      invoiceNumber,
      amountCents: toCents(amount),
      vatBasisPoints: config.vendor.vatNumber ? VAT_BASIS_POINTS : 0,
      dueDate,
      notes: notes || null,
      pdfObjectId: pdf && (await objects.claim(tx, pdf)).id,
    })
    if (!invoice) throw conflict(NUMBER_TAKEN)
    await recordCreation(tx, actor, { invoice, amount })
    await tellAdmins(platform, tx, invoice)
    return present(await findInvoice(tx, 'all', invoice.id))
  })
}

type Created = { invoice: StoredInvoice; amount: string }

async function recordCreation(tx: Database, actor: Actor, { invoice, amount }: Created) {
  const { id, organizationId, invoiceNumber, status } = invoice
  await insertStatusChanges(tx, [{ organizationId, invoiceId: id, toStatus: status, userId: actor.id }])
  await audit(tx, actor, {
    action: 'invoice.created',
    organizationId,
    subject: { kind: 'invoice', id },
    changes: { invoiceNumber: [null, invoiceNumber], amount: [null, amount], status: [null, status] },
  })
}
