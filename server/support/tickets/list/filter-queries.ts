import { and, eq, isNull, or, sql, type SQL } from 'drizzle-orm'
import type { PgColumn } from 'drizzle-orm/pg-core'
import { isStaff } from '#contract/roles.ts'
import type { TicketFilter } from '#contract/support/ticket-filter.ts'
import type { Database } from '#server/database/database.ts'
import { matchesWords } from '#server/database/search/full-text-search.ts'
import { tickets } from '#server/database/schema/support/tickets.ts'
import { findPeople, type PeopleMatches } from '#server/support/tickets/people-queries.ts'
import { unansweredSince } from './queue-queries.ts'
import { readableBy, type AskedReader, type Reader } from './readable-queries.ts'
import { inView, isUnsettledAndLate } from './view-queries.ts'

/**
 * Converts a reader's filter to SQL. Looks up names first: with their ids PostgreSQL can choose the best index. `since`: when the customer's
 * wait started, in a query that has it already.
 */
export async function readFilter(
  db: Database,
  reader: Reader,
  filter: TicketFilter,
  since: SQL = unansweredSince,
): Promise<SQL | undefined> {
  const { search, status, priority } = filter
  const called = search && isStaff(reader.role) ? await findPeople(db, search) : undefined
  return and(
    readableBy(reader),
    status && eq(tickets.status, status),
    priority && eq(tickets.priority, priority),
    search ? or(mentions(search), called ? isOf(called) : undefined) : undefined,
    isStaff(reader.role) ? and(seenBy(reader, filter, since), sortedBy(reader, filter)) : undefined,
  )
}

export const mentions = (search: string) => or(matchesWords(tickets.words, search), isNumber(search))

/** The condition of a view of staff, and of late tickets. */
export const seenBy = ({ id }: Pick<AskedReader, 'id'>, { view, late }: TicketFilter, since: SQL) =>
  and(view && inView(view, id, since), late && isUnsettledAndLate)

type OtherFilter = Exclude<keyof TicketFilter, 'search' | 'status' | 'priority' | 'view' | 'late'>

function sortedBy({ id }: Reader, { organizationId, category, assignee }: TicketFilter) {
  const conditions: Record<OtherFilter, SQL | undefined> = {
    organizationId: organizationId ? eq(tickets.organizationId, organizationId) : undefined,
    category: category ? isOrHasNone(tickets.categoryId, category) : undefined,
    assignee: assignee ? isOrHasNone(tickets.assigneeId, assignee === 'me' ? id : assignee) : undefined,
  }
  return and(...Object.values(conditions))
}

const isOrHasNone = (column: PgColumn, wanted: string) => (wanted === 'none' ? isNull(column) : eq(column, wanted))

const isOf = ({ userIds, organizationIds }: PeopleMatches) =>
  or(
    userIds.length > 0 ? sql`${tickets.userId} = any(${sql.param(userIds)}::uuid[])` : undefined,
    organizationIds.length > 0
      ? sql`${tickets.organizationId} = any(${sql.param(organizationIds)}::uuid[])`
      : undefined,
  )

const NUMBER = /^(?:tkt-)?(?:\d{4}-)?0{0,5}(\d{1,9})$/i

function isNumber(search: string) {
  const [, number] = NUMBER.exec(search) ?? []
  return number === undefined ? undefined : eq(tickets.number, Number(number))
}
