import { sql, type SQLWrapper } from 'drizzle-orm'

/** False for what customers must not learn: that an invoice is being drafted. `log`: the audit log, or rows with its columns. */
export const isForCustomers = (log: SQLWrapper) =>
  sql`(${log}.action = 'invoice.created' and ${log}.changes #>> '{status,1}' = 'draft') is not true`
