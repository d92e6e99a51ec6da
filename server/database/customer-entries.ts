import { and, eq, lt, sql, type SQLWrapper } from 'drizzle-orm'
import { InvoiceStatus, isCounted } from '#contract/billing/invoices.ts'
import { literals } from './columns.ts'
import { invoiceStatusChanges as changes } from './schema/billing/invoices.ts'
import { apiTokens } from './schema/identity/api-tokens.ts'
import { invitations } from './schema/identity/invitations.ts'
import { users } from './schema/identity/users.ts'

type Rule = (invoice: { status: InvoiceStatus }) => boolean

/** A rule of the contract as SQL. */
export function hasStatus(rule: Rule, of: SQLWrapper) {
  const statuses = InvoiceStatus.options.filter((status) => rule({ status }))
  return sql<boolean>`${of} in (${literals(statuses)})`
}

type InvoiceKey = Record<'organizationId' | 'id', SQLWrapper>

/** Its customer has seen the invoice: it has counted at some time, or earlier than `before`. */
export function wasIssued({ organizationId, id }: InvoiceKey, before?: SQLWrapper) {
  const isEarlier = before && lt(changes.createdAt, before)
  const own = and(eq(changes.organizationId, organizationId), eq(changes.invoiceId, id), isEarlier)
  return sql<boolean>`exists (select from ${changes} where ${and(own, hasStatus(isCounted, changes.toStatus))})`
}

/** False for what customers must not learn: that an invoice is drafted, or that its draft is discarded. `log`: the audit log, or rows with its columns. */
export const isForCustomers = (log: SQLWrapper) => sql`case ${log}.action
  when 'invoice.created' then ${log}.changes #>> '{status,1}' is distinct from 'draft'
  when 'invoice.status-changed' then ${wasIssued({ organizationId: sql`${log}.organization_id`, id: sql`${log}.subject_id` })}
  else true end`

/** Its changes may name someone who was erased. Their invitation and API tokens are deleted. `log`: likewise. */
export const isAboutErased = (log: SQLWrapper) => sql`case ${log}.subject_kind
  when 'user' then exists (select from ${users} subject where subject.id = ${log}.subject_id and subject.erased_at is not null)
  when 'invitation' then not exists (select from ${invitations} where ${invitations.id} = ${log}.subject_id)
  when 'api-token' then not exists (select from ${apiTokens} where ${apiTokens.id} = ${log}.subject_id)
  else false end`

type Acting = { kind: SQLWrapper; organizationId: SQLWrapper; reader: SQLWrapper | string }

/** True for actors outside the reader's organization: customers see staff as one team. */
export const isOutsider = ({ kind, organizationId, reader }: Acting) =>
  sql`(${kind} = 'user' and ${organizationId} is distinct from ${reader})`
