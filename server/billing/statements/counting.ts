import { sql, type SQL, type SQLWrapper } from 'drizzle-orm'
import { InvoiceStatus, isCounted } from '#contract/billing/invoices.ts'

const counted = InvoiceStatus.options.filter((status) => isCounted({ status }))

/** With this status an invoice is on the account. Null is none. */
export const counts = (status: SQLWrapper): SQL<boolean> =>
  sql`coalesce(${status} in (${sql.raw(counted.map((status) => `'${status}'`).join(', '))}), false)`
