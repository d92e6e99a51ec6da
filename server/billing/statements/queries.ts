import { eq, sql, type SQL, type SQLWrapper } from 'drizzle-orm'
import { InvoiceStatus, isCounted } from '#contract/billing/invoices.ts'
import { first, type Database } from '#server/database/database.ts'
import { organizations } from '#server/database/schema/identity/organizations.ts'

/** Whose account it is, as it is called today. */
export const findHolder = (db: Database, id: string) =>
  db
    .select({ name: organizations.name, address: organizations.address, vatNumber: organizations.vatNumber })
    .from(organizations)
    .where(eq(organizations.id, id))
    .then(first)

const counted = InvoiceStatus.options.filter((status) => isCounted({ status }))

/** With this status an invoice is on the account. Null is none. */
export const counts = (status: SQLWrapper): SQL<boolean> =>
  sql`coalesce(${status} in (${sql.raw(counted.map((status) => `'${status}'`).join(', '))}), false)`
