import { and, desc, eq, ilike, or } from 'drizzle-orm'
import { isStaff } from '#contract/roles.ts'
import { SEARCH_GROUP } from '#contract/search.ts'
import type { Database } from '#server/database/database.ts'
import { organizations } from '#server/database/schema/organizations.ts'
import { tickets } from '#server/database/schema/tickets.ts'
import { containing } from '#server/platform/lists.ts'
import { readableBy, ticketNumber, type Reader } from './queries.ts'

/** The newest tickets the reader may read whose title or number contains the text. */
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
    .where(and(readableBy(reader), or(ilike(tickets.title, containing(search)), isNumber(search))))
    .orderBy(desc(tickets.createdAt), desc(tickets.id))
    .limit(SEARCH_GROUP)
  return rows.map((ticket) => ({ ...ticket, organizationName: isStaff(reader.role) ? ticket.organizationName : null }))
}

/** As it is shown, 'TKT-2026-000042', or without what everybody's begins with: '42'. */
const NUMBER = /^(?:tkt-)?(?:\d{4}-)?0{0,5}(\d{1,9})$/i

function isNumber(search: string) {
  const [, number] = NUMBER.exec(search) ?? []
  return number === undefined ? undefined : eq(tickets.number, Number(number))
}
