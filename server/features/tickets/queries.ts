import { and, eq, ilike, inArray, or, sql, type SQL } from 'drizzle-orm'
import { isStaff } from '#contract/roles.ts'
import type { TicketStatus } from '#contract/ticket-fields.ts'
import { named, only, type Database } from '#server/database/database.ts'
import { organizations } from '#server/database/schema/organizations.ts'
import { tickets } from '#server/database/schema/tickets.ts'
import { users } from '#server/database/schema/users.ts'
import { TIME_ZONE } from '#server/database/time-zone.ts'
import type { SessionUser } from '#server/platform/access.ts'
import { after, containing, limitOf, orderBy, type ListQuery, type Page } from '#server/platform/lists.ts'

/** TKT-{year}-{sequence}, the sequence in at least six digits. */
export const ticketNumber = sql<string>`concat(
  'TKT-', extract(year from ${tickets.createdAt} at time zone ${TIME_ZONE}), '-',
  lpad(${tickets.number}::text, greatest(6, length(${tickets.number}::text)), '0'))`

export type Reader = Pick<SessionUser, 'id' | 'role' | 'organizationId'>

/** Staff read every ticket, an org_admin its organization's, anyone else the own ones. */
export function readableBy({ id, role, organizationId }: Reader): SQL | undefined {
  if (isStaff(role)) return undefined
  const own = eq(tickets.organizationId, organizationId ?? NOBODY)
  return role === 'org_admin' ? own : and(own, eq(tickets.userId, id))
}

/** No organization has this id. */
const NOBODY = '00000000-0000-0000-0000-000000000000'

type TicketQuery = ListQuery & { status?: TicketStatus | undefined }

const matching = (reader: Reader, { search, status }: TicketQuery) =>
  and(
    readableBy(reader),
    status && eq(tickets.status, status),
    search
      ? or(...[tickets.title, tickets.description, ticketNumber].map((text) => ilike(text, containing(search))))
      : undefined,
  )

const newestFirst = { by: tickets.createdAt, id: tickets.id, descending: true }

const selectTickets = (db: Database) =>
  db
    .select({
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
      sortKey: tickets.createdAt,
    })
    .from(tickets)
    .innerJoin(organizations, eq(organizations.id, tickets.organizationId))
    .innerJoin(users, eq(users.id, tickets.userId))

type TicketRow = Awaited<ReturnType<typeof selectTickets>>[number]

export async function findTickets(db: Database, reader: Reader, query: TicketQuery): Promise<Page<TicketRow>> {
  const rows = await selectTickets(db)
    .where(and(matching(reader, query), after(query, newestFirst)))
    .orderBy(...orderBy(newestFirst))
    .limit(limitOf(query))
  return { rows, total: await countTickets(db, reader, query) }
}

/** For an answer that needs no total. */
export const newestTickets = (db: Database, reader: Reader, limit: number) =>
  named(
    selectTickets(db)
      .where(readableBy(reader))
      .orderBy(...orderBy(newestFirst))
      .limit(limit),
  )

/** How many of the tickets a person may read are being worked on, for a query that asks for more. */
export const openTicketsOf = (reader: Reader) => sql<number>`(
  select count(*)::int from ${tickets}
  where ${and(readableBy(reader), inArray(tickets.status, ['open', 'in_progress']))})`

const countTickets = (db: Database, reader: Reader, query: TicketQuery) =>
  db
    .select({ total: sql<number>`count(*)::int` })
    .from(tickets)
    .where(matching(reader, query))
    .then(only)
    .then(({ total }) => total)
