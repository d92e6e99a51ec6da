import { eq } from 'drizzle-orm'
import { first, type Database } from '#server/database/database.ts'
import { invoices } from '#server/database/schema/billing/invoices.ts'
import { lockOrganization } from '#server/domain/organizations.ts'
import { notFound } from '#server/platform/http/errors.ts'
import { lockInvoiceRow } from './status/queries.ts'

/** An invoice whose money may move. Its organization is locked before it: credit goes from one invoice to another. */
export async function lockInvoice(tx: Database, id: string) {
  const owner = await tx
    .select({ organizationId: invoices.organizationId })
    .from(invoices)
    .where(eq(invoices.id, id))
    .then(first)
  if (!owner) throw notFound('Invoice')
  await lockOrganization(tx, owner.organizationId)
  const invoice = await lockInvoiceRow(tx, id)
  if (!invoice) throw notFound('Invoice')
  return invoice
}
