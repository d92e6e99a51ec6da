import { and, desc, eq, sql, type SQL, type SQLWrapper } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import { SEARCH_GROUP } from '#contract/operations/search.ts'
import { isStaff } from '#contract/roles.ts'
import type { TicketCounts } from '#contract/support/ticket-fields.ts'
import type { Ticket } from '#contract/support/tickets.ts'
import { first, only, type Database } from '#server/database/database.ts'
import { prepared } from '#server/database/statements/prepared.ts'
import { organizations } from '#server/database/schema/identity/organizations.ts'
import { users } from '#server/database/schema/identity/users.ts'
import { ticketCategories, ticketTargets } from '#server/database/schema/support/support-desk.ts'
import { tickets } from '#server/database/schema/support/tickets.ts'
import { ticketNumber } from '#server/domain/tickets.ts'
import { nameOf } from '#server/domain/users.ts'
import { orderBy } from '#server/platform/http/lists/queries.ts'
import { isUnreadBy } from '#server/support/tickets/customer/read-queries.ts'
import { dueFirst, dueResolution, isMissed } from '#server/support/tickets/target-queries.ts'
import { mentions } from './filter-queries.ts'
import { newestFirst } from './order-queries.ts'
import { oneOfFew, type Place } from './place-queries.ts'
import { isCountedAs, isUnfinished, isWaitingForCustomer, unansweredSince } from './queue-queries.ts'
import { readableBy, type AskedReader, type Reader } from './readable-queries.ts'

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
} satisfies Record<keyof Ticket | 'resolvedAt', unknown>

const instantOf = (expression: SQL): SQL<string | null> =>
  sql<string>`${expression}::timestamptz(3)`.mapWith(tickets.createdAt)

/** `offset 0`: business hours are counted once, also to compare with the due time. */
const dueTimes = sql`(select ${dueFirst} as first_at, ${dueResolution} as resolution_at offset 0) as due`

const due = { first: sql`due.first_at`, resolution: sql`due.resolution_at` }

const staffColumns = {
  assigneeId: sql<string | null>`${tickets.assigneeId}`,
  assigneeName: sql<string | null>`${nameOf(assignees)}`,
  firstDueAt: instantOf(due.first),
  firstResponseAt: instantOf(sql`${tickets.firstResponseAt}`),
  isFirstMissed: isMissed(due.first, tickets.firstResponseAt),
  resolutionDueAt: instantOf(due.resolution),
  isResolutionMissed: isMissed(due.resolution, tickets.resolvedAt),
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

const columnsFor = ({ role, id }: AskedReader) => ({
  ...(isStaff(role) ? staffColumns : hiddenColumns),
  isUnread: isUnreadBy(id),
})

const noDueTimes = sql`(select) as due`

/** PostgreSQL drops joins that the columns do not need. */
const selectTickets = <Extra extends Record<string, SQL>>(db: Database, extra: Extra, times = noDueTimes) =>
  db
    .select({ ...shown, ...extra })
    .from(tickets)
    .innerJoin(organizations, eq(organizations.id, tickets.organizationId))
    .innerJoin(users, eq(users.id, tickets.userId))
    .leftJoin(assignees, eq(assignees.id, tickets.assigneeId))
    .leftJoin(ticketTargets, eq(ticketTargets.priority, tickets.priority))
    .crossJoinLateral(times)

const selectFor = <Extra extends Record<string, SQL>>(db: Database, reader: AskedReader, extra: Extra) =>
  selectTickets(db, { ...columnsFor(reader), ...extra }, isStaff(reader.role) ? dueTimes : noDueTimes)

/** `select`: keeps PostgreSQL from planning each call because a plan for few ids looks cheaper. */
const isAmong = (ids: SQLWrapper) => sql`${tickets.id} = any((select ${ids}::uuid[])::uuid[])`

const among = prepared(['id', 'organizationId', 'ids'], (db, role: Reader['role'], { ids, ...asked }) => {
  const reader = { role, ...asked }
  return selectFor(db, reader, {}).where(and(readableBy(reader), isAmong(ids)))
})

/** The tickets at these places that the reader may read, in order. One statement for all lists. */
export async function readPlaces(db: Database, { role, id, organizationId }: Reader, places: Place[]) {
  if (places.length === 0) return []
  const found = await among(db, role, { id, organizationId, ids: places.map((place) => place.id) })
  const rows = new Map(found.map((row) => [row.id, row]))
  return places.flatMap((place) => {
    const row = rows.get(place.id)
    return row ? [{ ...row, sortKey: place.sortKey }] : []
  })
}

export type TicketRow = Awaited<ReturnType<typeof readPlaces>>[number]

const newest = prepared(['id', 'organizationId', 'limit'], (db, role: Reader['role'], { limit, ...reader }) =>
  selectTickets(db, {})
    .where(readableBy({ role, ...reader }))
    .orderBy(...orderBy(newestFirst))
    .limit(limit),
)

export const newestTickets = (db: Database, { role, id, organizationId }: Reader, limit: number) =>
  newest(db, role, { id, organizationId, limit })

const details = {
  userId: sql<string>`${tickets.userId}`,
  organizationId: sql<string>`${tickets.organizationId}`,
  rating: sql<number | null>`${tickets.rating}`,
  ratingComment: sql<string | null>`${tickets.ratingComment}`,
  ratedAt: instantOf(sql`${tickets.ratedAt}`),
  mergedIntoId: sql<string | null>`${tickets.mergedInto}`,
}

const one = prepared(['id', 'organizationId', 'ticketId'], (db, role: Reader['role'], { ticketId, ...asked }) => {
  const reader = { role, ...asked }
  return selectFor(db, reader, details).where(and(readableBy(reader), eq(tickets.id, ticketId)))
})

export const findDetail = (db: Database, { role, id, organizationId }: Reader, ticketId: string) =>
  one(db, role, { id, organizationId, ticketId }).then(first)

/** The number of a ticket that the reader may read. */
export const findNumbered = (db: Database, reader: Reader, id: string) =>
  db
    .select({ id: tickets.id, ticketNumber })
    .from(tickets)
    .where(and(readableBy(reader), eq(tickets.id, id)))
    .then(first)

export const findCategoryNames = (db: Database) =>
  db.select({ id: ticketCategories.id, name: ticketCategories.name }).from(ticketCategories)

const countOf = (count: keyof TicketCounts) => sql<number>`(count(*) filter (where ${isCountedAs(count)}))::int`

export const countByStatus = (db: Database, reader: Reader) =>
  db
    .select({
      open: countOf('open'),
      inProgress: countOf('inProgress'),
      waiting: countOf('waiting'),
      resolved: countOf('resolved'),
    } satisfies Record<keyof TicketCounts, SQL>)
    .from(tickets)
    .where(readableBy(reader))
    .then(only)

export const openTicketsOf = (reader: AskedReader) => sql<number>`(
  select count(*)::int from ${tickets}
  where ${and(readableBy(reader), isUnfinished)})`

export const waitingTicketsOf = (reader: AskedReader) => sql<number>`(
  select count(*)::int from ${tickets}
  where ${and(readableBy(reader), isWaitingForCustomer)})`

/** This many are searched before the index on words: if many tickets mention a text, some of these do. */
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
