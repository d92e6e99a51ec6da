import { toAmount } from '#contract/money.ts'
import { SEARCH_GROUP } from '#contract/operations/search.ts'
import { isAdmin } from '#contract/roles.ts'
import type { Database } from '#server/database/database.ts'
import { scopeOf, type Reader } from '#server/platform/http/access.ts'
import { findNumbered } from './queries.ts'

/** The newest invoices within the reader's reach whose number contains the text. */
export async function searchInvoices(db: Database, reader: Reader, search: string) {
  const rows = await findNumbered(db, scopeOf(reader), search, SEARCH_GROUP)
  return rows.map(({ amountCents, organizationName, ...invoice }) => ({
    ...invoice,
    amount: toAmount(amountCents),
    organizationName: isAdmin(reader.role) ? organizationName : null,
  }))
}
