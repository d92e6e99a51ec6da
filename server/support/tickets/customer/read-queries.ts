import { sql, type SQLWrapper } from 'drizzle-orm'
import type { Database } from '#server/database/database.ts'
import { tickets } from '#server/database/schema/support/tickets.ts'
import { ticketReads } from '#server/database/schema/support/ticket-users.ts'
import type { OwnedRecord } from '#server/domain/organizations.ts'
import { isTicket } from '#server/support/tickets/queries.ts'

/** A user who never opened a ticket has read nothing of it. */
export const NOTHING = '1970-01-01T00:00:00.000Z'

/** Stores how far a user has read a ticket: never past its last change, and never back. */
export const markRead = (tx: Database, ticket: OwnedRecord, userId: string, upTo = 'infinity') =>
  tx
    .insert(ticketReads)
    .values({
      organizationId: ticket.organizationId,
      ticketId: ticket.id,
      userId,
      readAt: sql`(select least(${tickets.updatedAt}, ${upTo}::timestamptz) from ${tickets} where ${isTicket(ticket)})`,
    })
    .onConflictDoUpdate({
      target: [ticketReads.ticketId, ticketReads.userId],
      set: { readAt: sql`greatest(${ticketReads.readAt}, excluded.read_at)` },
    })

/** Within another query. */
export const isUnreadBy = (userId: string | SQLWrapper) => sql<boolean>`coalesce((
  select ${ticketReads.readAt} < ${tickets.updatedAt} from ${ticketReads}
  where ${ticketReads.ticketId} = ${tickets.id} and ${ticketReads.userId} = ${userId}), false)`
