import { eq } from 'drizzle-orm'
import { first, type Database } from '#server/database/database.ts'
import { invoices } from '#server/database/schema/billing/invoices.ts'
import { organizations } from '#server/database/schema/identity/organizations.ts'
import { notFound } from '#server/platform/http/errors.ts'
import { lockInvoice } from './status/queries.ts'

/** Money moves while its organization is held: credit goes from one invoice to another, and nobody counts it meanwhile. */
export async function holdOrganization(tx: Database, id: string) {
  const organization = await tx
    .select({ name: organizations.name, address: organizations.address, vatNumber: organizations.vatNumber })
    .from(organizations)
    .where(eq(organizations.id, id))
    .for('no key update')
    .then(first)
  if (!organization) throw notFound('Organization')
  return organization
}

/** An invoice whose money may move. The organization is held before it: all who hold both take them in this order. */
export async function holdInvoice(tx: Database, id: string) {
  const owner = await tx
    .select({ organizationId: invoices.organizationId })
    .from(invoices)
    .where(eq(invoices.id, id))
    .then(first)
  if (!owner) throw notFound('Invoice')
  await holdOrganization(tx, owner.organizationId)
  const invoice = await lockInvoice(tx, id)
  if (!invoice) throw notFound('Invoice')
  return invoice
}
