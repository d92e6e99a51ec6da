import { and, desc, eq, ilike } from 'drizzle-orm'
import { toAmount } from '#contract/money.ts'
import { SEARCH_GROUP } from '#contract/operations/search.ts'
import { isAdmin } from '#contract/roles.ts'
import type { Database } from '#server/database/database.ts'
import { invoices } from '#server/database/schema/billing/invoices.ts'
import { organizations } from '#server/database/schema/identity/organizations.ts'
import { scopeOf, type Reader } from '#server/platform/http/access.ts'
import { containing } from '#server/platform/http/lists.ts'
import { inScope } from './queries.ts'

/** The newest invoices within the reader's reach whose number contains the text. */
export async function searchInvoices(db: Database, reader: Reader, search: string) {
  const rows = await db
    .select({
      id: invoices.id,
      invoiceNumber: invoices.invoiceNumber,
      amountCents: invoices.amountCents,
      status: invoices.status,
      organizationName: organizations.name,
    })
    .from(invoices)
    .innerJoin(organizations, eq(organizations.id, invoices.organizationId))
    .where(and(inScope(scopeOf(reader)), ilike(invoices.invoiceNumber, containing(search))))
    .orderBy(desc(invoices.createdAt), desc(invoices.id))
    .limit(SEARCH_GROUP)
  return rows.map(({ amountCents, organizationName, ...invoice }) => ({
    ...invoice,
    amount: toAmount(amountCents),
    organizationName: isAdmin(reader.role) ? organizationName : null,
  }))
}
