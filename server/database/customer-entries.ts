import { sql, type SQLWrapper } from 'drizzle-orm'

/** False for what customers must not learn: that an invoice is being drafted. `log`: the audit log, or rows with its columns. */
export const isForCustomers = (log: SQLWrapper) =>
  sql`(${log}.action = 'invoice.created' and ${log}.changes #>> '{status,1}' = 'draft') is not true`

type Acting = { kind: SQLWrapper; organizationId: SQLWrapper; reader: SQLWrapper | string }

/** True for actors outside the reader's organization: customers see staff as one team. */
export const isOutsider = ({ kind, organizationId, reader }: Acting) =>
  sql`(${kind} = 'user' and ${organizationId} is distinct from ${reader})`
