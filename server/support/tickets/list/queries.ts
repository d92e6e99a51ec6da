import { and, desc, eq, inArray, sql, type SQL } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import { SEARCH_GROUP } from '#contract/operations/search.ts'
import { isStaff } from '#contract/roles.ts'
import type { TicketStatus } from '#contract/support/ticket-fields.ts'
import type { TicketSort } from '#contract/support/ticket-filter.ts'
import { first, only, type Database } from '#server/database/database.ts'
import { prepared } from '#server/database/statements/prepared.ts'
import { organizations } from '#server/database/schema/identity/organizations.ts'
import { users } from '#server/database/schema/identity/users.ts'
import { ticketTargets } from '#server/database/schema/support/support-desk.ts'
import { tickets } from '#server/database/schema/support/tickets.ts'
import { after, limitOf, orderBy, type ListQuery } from '#server/platform/http/lists/queries.ts'
import { TIME_ZONE } from '#server/platform/time-zone.ts'
import { isUnreadBy } from '#server/support/tickets/customer/read-queries.ts'
import { dueFirst, dueResolution, isFirstMissed, isResolutionMissed } from '#server/support/tickets/target-queries.ts'
import { mentions } from './filter-queries.ts'
import { newestFirst, orderFor, sortKeyOf } from './order-queries.ts'
import { isUnfinished, unansweredSince } from './queue-queries.ts'
import { readableBy, type AskedReader, type Reader } from './readable-queries.ts'

/** TKT-{year}-{sequence} with at least six digits. */
export const ticketNumber = sql<string>`concat(
  'TKT-', extract(year from ${tickets.createdAt} at time zone ${TIME_ZONE}), '-',
  lpad(${tickets.number}::text, greatest(6, length(${tickets.number}::text)), '0'))`

const assignees = alias(users, 'assignees')

const shown = {
  id: tickets.id,
  ticketNumber,
  title: tickets.title,
  description: tickets.description,
  status: tickets.status,
  priority: tickets.priority,
  categoryId: tickets.categoryId,
  createdAt: tickets.createdAt,
  updatedAt: tickets.updatedAt,
  organizationName: organizations.name,
  userFirstName: users.firstName,
  userLastName: users.lastName,
  userEmail: users.email,
  resolvedAt: tickets.resolvedAt,
  sortKey: tickets.createdAt,
}

const instantOf = (expression: SQL): SQL<string | null> =>
  sql<string>`${expression}::timestamptz(3)`.mapWith(tickets.createdAt)

const staffColumns = {
  assigneeId: sql<string | null>`${tickets.assigneeId}`,
  assigneeName: sql<string | null>`${assignees.firstName} || ' ' || ${assignees.lastName}`,
  firstDueAt: instantOf(dueFirst),
  firstResponseAt: instantOf(sql`${tickets.firstResponseAt}`),
  isFirstMissed: sql<boolean | null>`${isFirstMissed}`,
  resolutionDueAt: instantOf(dueResolution),
  isResolutionMissed: sql<boolean | null>`${isResolutionMissed}`,
  unansweredSince: instantOf(unansweredSince),
  snoozedUntil: instantOf(sql`(case when ${tickets.snoozedUntil} > now() then ${tickets.snoozedUntil} end)`),
}

const nothing = sql<null>`null`

/** Customers' queries do not read staff columns. */
const hiddenColumns: typeof staffColumns = {
  assigneeId: nothing,
  assigneeName: nothing,
  firstDueAt: nothing,
  firstResponseAt: nothing,
  isFirstMissed: nothing,
  resolutionDueAt: nothing,
  isResolutionMissed: nothing,
  unansweredSince: nothing,
  snoozedUntil: nothing,
}

const columnsFor = (reader: Reader, sort?: TicketSort) => ({
  ...(isStaff(reader.role) ? staffColumns : hiddenColumns),
  isUnread: isUnreadBy(reader.id),
  sortKey: sortKeyOf(reader, sort),
})

/** PostgreSQL drops joins that the columns do not need. */
const selectTickets = <Extra extends Record<string, SQL>>(db: Database, extra: Extra) =>
  db
    .select({ ...shown, ...extra })
    .from(tickets)
    .innerJoin(organizations, eq(organizations.id, tickets.organizationId))
    .innerJoin(users, eq(users.id, tickets.userId))
    .leftJoin(assignees, eq(assignees.id, tickets.assigneeId))
    .leftJoin(ticketTargets, eq(ticketTargets.priority, tickets.priority))

type PageQuery = ListQuery & { sort?: TicketSort | undefined }

export function findPage(db: Database, reader: Reader, wanted: SQL | undefined, query: PageQuery) {
  const order = orderFor(reader, query.sort)
  return selectTickets(db, columnsFor(reader, query.sort))
    .where(and(wanted, after(query, order)))
    .orderBy(...orderBy(order))
    .limit(limitOf(query))
}

export type TicketRow = Awaited<ReturnType<typeof findPage>>[number]

export const countMatching = (db: Database, wanted: SQL | undefined) => db.$count(tickets, wanted)

/** Finds first and sorts then: faster for a few matches than the index on age. */
export const oneOfFew = (db: Database, wanted: SQL | undefined) =>
  sql`${tickets.id} = any(array(${db.select({ id: tickets.id }).from(tickets).where(wanted)}))`

export const amongIds = (ids: string[]) => sql`${tickets.id} = any(${sql.param(ids)}::uuid[])`

const newest = prepared(['id', 'organizationId', 'limit'], (db, role: Reader['role'], { limit, ...reader }) =>
  selectTickets(db, {})
    .where(readableBy({ role, ...reader }))
    .orderBy(...orderBy(newestFirst))
    .limit(limit),
)

export const newestTickets = (db: Database, { role, id, organizationId }: Reader, limit: number) =>
  newest(db, role, { id, organizationId, limit })

export const findDetail = (db: Database, reader: Reader, id: string) =>
  selectTickets(db, { ...columnsFor(reader), ...details })
    .where(and(readableBy(reader), eq(tickets.id, id)))
    .then(first)

const details = {
  userId: sql<string>`${tickets.userId}`,
  organizationId: sql<string>`${tickets.organizationId}`,
  rating: sql<number | null>`${tickets.rating}`,
  ratingComment: sql<string | null>`${tickets.ratingComment}`,
  ratedAt: instantOf(sql`${tickets.ratedAt}`),
  mergedIntoId: sql<string | null>`${tickets.mergedInto}`,
}

/** The number of a ticket that the reader may read. */
export const findNumbered = (db: Database, reader: Reader, id: string) =>
  db
    .select({ id: tickets.id, ticketNumber })
    .from(tickets)
    .where(and(readableBy(reader), eq(tickets.id, id)))
    .then(first)

const countOf = (...statuses: TicketStatus[]) =>
  sql<number>`(count(*) filter (where ${inArray(tickets.status, statuses)}))::int`

export const countByStatus = (db: Database, reader: Reader) =>
  db
    .select({
      open: countOf('open'),
      inProgress: countOf('in_progress'),
      waiting: countOf('waiting_customer'),
      resolved: countOf('resolved', 'closed'),
    })
    .from(tickets)
    .where(readableBy(reader))
    .then(only)

export const openTicketsOf = (reader: AskedReader) => sql<number>`(
  select count(*)::int from ${tickets}
  where ${and(readableBy(reader), isUnfinished)})`

export const waitingTicketsOf = (reader: AskedReader) => sql<number>`(
  select count(*)::int from ${tickets}
  where ${and(readableBy(reader), sql`${tickets.status} = 'waiting_customer'`)})`

/** So many are compared before the index on words is read: what many tickets mention, some of these do. */
const NEWEST = 1000

export async function searchTickets(db: Database, reader: Reader, search: string) {
  const [readable, wanted] = [readableBy(reader), mentions(search)]
  const oldest = db
    .select({ createdAt: tickets.createdAt })
    .from(tickets)
    .where(readable)
    .orderBy(desc(tickets.createdAt))
    .offset(NEWEST)
    .limit(1)
  const recent = await findMentioning(
    db,
    and(readable, wanted, sql`${tickets.createdAt} >= coalesce((${oldest}), '-infinity')`),
  )
  const rows = recent.length < SEARCH_GROUP ? await findMentioning(db, oneOfFew(db, and(readable, wanted))) : recent
  return rows.map((ticket) => ({ ...ticket, organizationName: isStaff(reader.role) ? ticket.organizationName : null }))
}

const findMentioning = (db: Database, wanted: SQL | undefined) =>
  db
    .select({
      id: tickets.id,
      ticketNumber,
      title: tickets.title,
      status: tickets.status,
      organizationName: organizations.name,
    })
    .from(tickets)
    .innerJoin(organizations, eq(organizations.id, tickets.organizationId))
    .where(wanted)
    .orderBy(...orderBy(newestFirst))
    .limit(SEARCH_GROUP)
