import { sql } from 'drizzle-orm'
import type { PgColumn } from 'drizzle-orm/pg-core'
import { TimelineKind } from '#contract/operations/timeline.ts'
import type { Database } from '#server/database/database.ts'
import { prepared } from '#server/database/statements/prepared.ts'
import { invoices } from '#server/database/schema/billing/invoices.ts'
import { invitations } from '#server/database/schema/identity/invitations.ts'
import { users } from '#server/database/schema/identity/users.ts'
import { licenses } from '#server/database/schema/licensing/licenses.ts'
import { tickets } from '#server/database/schema/support/tickets.ts'
import { nameOf } from '#server/domain/users.ts'
import { selectBranches, type TimelineQuery } from './branch-queries.ts'

/** Names its subjects, of this organization alone. */
export function selectEntries(db: Database, wanted: TimelineQuery) {
  const of = (kind: string, table: Record<'id' | 'organizationId', PgColumn>) =>
    sql`${table.organizationId} = ${wanted.organizationId} and ${table.id} = page.subject_id and page.subject_kind = ${kind}`
  return db
    .select({
      kind: sql<string>`page.kind`,
      key: sql<string>`page.key`,
      at: sql<string>`to_char(page.at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`,
      event: sql<string>`page.event`,
      outcome: sql<string>`page.outcome`,
      subjectKind: sql<string | null>`page.subject_kind`,
      subjectId: sql<string | null>`coalesce(${licenses.id}, ${tickets.id}, ${invoices.id}, ${users.id})`,
      name: sql<string | null>`case
        when ${users.erasedAt} is not null then ${nameOf(users)}
        when page.subject_kind = 'invitation' and ${invitations.id} is null then null
        else coalesce(${licenses.label}, ${tickets.title}, ${invoices.invoiceNumber}, page.name, ${nameOf(users)}) end`,
      actor: sql<string | null>`page.actor`,
      detail: sql<string | null>`page.detail`,
      cents: sql<string | null>`page.cents`,
    })
    .from(
      sql`(select * from (${selectBranches(wanted)}) entries order by at desc, key collate "C" desc limit ${wanted.limit}) page`,
    )
    .leftJoin(licenses, of('license', licenses))
    .leftJoin(tickets, of('ticket', tickets))
    .leftJoin(invoices, of('invoice', invoices))
    .leftJoin(users, of('person', users))
    .leftJoin(invitations, of('invitation', invitations))
    .orderBy(sql`page.at desc`, sql`page.key collate "C" desc`)
}

export const PAGE = 50

/** The first page, for benchmarks. */
export const selectTimeline = (db: Database, organizationId: string) =>
  selectEntries(db, { organizationId, isAdmin: true, limit: PAGE })

type Form = `${'admin' | 'agent'} ${'top' | 'after' | 'from'} ${TimelineKind | 'all'}`

const select = prepared(
  ['organizationId', 'limit', 'at', 'key'],
  (db, form: Form, { organizationId, limit, ...from }) => {
    const [role, start, kind] = form.split(' ')
    return selectEntries(db, {
      organizationId,
      limit,
      isAdmin: role === 'admin',
      kind: TimelineKind.options.find((option) => option === kind),
      ...(start !== 'top' && { from: { ...from, isIncluded: start === 'from' } }),
    })
  },
)

export const findEntries = (db: Database, { organizationId, isAdmin, kind, from, limit }: TimelineQuery) =>
  select(db, `${isAdmin ? 'admin' : 'agent'} ${startOf(from)} ${kind ?? 'all'}`, {
    organizationId,
    limit,
    at: from?.at,
    key: from?.key,
  })

const startOf = (from: TimelineQuery['from']) => {
  if (!from) return 'top'
  return from.isIncluded ? 'from' : 'after'
}
