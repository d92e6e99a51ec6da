import { and, desc, eq } from 'drizzle-orm'
import { SEARCH_GROUP } from '#contract/operations/search.ts'
import { isStaff } from '#contract/roles.ts'
import type { Database } from '#server/database/database.ts'
import { organizations } from '#server/database/schema/identity/organizations.ts'
import { tickets } from '#server/database/schema/support/tickets.ts'
import { mentions } from './filter-queries.ts'
import { ticketNumber } from './queries.ts'
import { readableBy, type Reader } from './readable-queries.ts'

/** The newest tickets the reader may read that have these words, or this number. */
export async function searchTickets(db: Database, reader: Reader, search: string) {
  const rows = await db
    .select({
      id: tickets.id,
      ticketNumber,
      title: tickets.title,
      status: tickets.status,
      organizationName: organizations.name,
    })
    .from(tickets)
    .innerJoin(organizations, eq(organizations.id, tickets.organizationId))
    .where(and(readableBy(reader), mentions(search)))
    .orderBy(desc(tickets.createdAt), desc(tickets.id))
    .limit(SEARCH_GROUP)
  return rows.map((ticket) => ({ ...ticket, organizationName: isStaff(reader.role) ? ticket.organizationName : null }))
}
