import { and, eq, sql, type SQLWrapper } from 'drizzle-orm'
import { InvoiceStatus, isCounted } from '#contract/billing/invoices.ts'
import { invoiceStatusChanges as changes } from './schema/billing/invoices.ts'

const counted = InvoiceStatus.options.filter((status) => isCounted({ status })).map((status) => `'${status}'`)

type InvoiceKey = Record<'organizationId' | 'id', SQLWrapper>

/** Its customer has seen the invoice: it has counted at some time. */
export function wasIssued({ organizationId, id }: InvoiceKey) {
  const hasCounted = sql`${changes.toStatus} in (${sql.raw(counted.join())})`
  const own = and(eq(changes.organizationId, organizationId), eq(changes.invoiceId, id))
  return sql<boolean>`exists (select from ${changes} where ${and(own, hasCounted)})`
}

/** False for what customers must not learn: that an invoice is drafted, or that its draft is discarded. `log`: the audit log, or rows with its columns. */
export const isForCustomers = (log: SQLWrapper) => sql`case ${log}.action
  when 'invoice.created' then ${log}.changes #>> '{status,1}' is distinct from 'draft'
  when 'invoice.status-changed' then ${wasIssued({ organizationId: sql`${log}.organization_id`, id: sql`${log}.subject_id` })}
  else true end`

type Acting = { kind: SQLWrapper; organizationId: SQLWrapper; reader: SQLWrapper | string }

/** True for actors outside the reader's organization: customers see staff as one team. */
export const isOutsider = ({ kind, organizationId, reader }: Acting) =>
  sql`(${kind} = 'user' and ${organizationId} is distinct from ${reader})`
