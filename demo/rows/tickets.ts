import { and, eq, exists, inArray, sql } from 'drizzle-orm'
import { isStaff, Role } from '#contract/roles.ts'
import { only, type Database } from '#server/database/database.ts'
import { users } from '#server/database/schema/identity/users.ts'
import { ticketMessages, tickets } from '#server/database/schema/support/tickets.ts'

export type TicketRow = typeof tickets.$inferInsert
type Facts = Partial<TicketRow> & Pick<TicketRow, 'organizationId' | 'userId'>

export const ticketRow = (facts: Facts): TicketRow => ({
  title: 'The activation window stays empty',
  description: 'After the update to Windows 11 the activation window opens without any text.',
  ...facts,
})

export const makeTicket = (db: Database, facts: Facts) =>
  db.insert(tickets).values(ticketRow(facts)).returning().then(only)

type Message = typeof ticketMessages.$inferInsert

/**
 * Inserts a message, by default from the ticket's author. The first public message from staff sets the ticket's first
 * response time, as in the portal.
 */
export async function makeMessage(
  db: Database,
  { organizationId, id: ticketId, userId }: typeof tickets.$inferSelect,
  facts: Partial<Message> = {},
) {
  const message = await db
    .insert(ticketMessages)
    .values({ organizationId, ticketId, userId, message: 'It is still so this morning.', ...facts })
    .returning()
    .then(only)
  const byStaff = exists(
    db
      .select()
      .from(users)
      .where(and(eq(users.id, message.userId), inArray(users.role, Role.options.filter(isStaff)))),
  )
  if (!message.isInternal) {
    const firstResponseAt = sql`least(${tickets.firstResponseAt}, ${message.createdAt}::timestamptz)`
    await db
      .update(tickets)
      .set({ firstResponseAt })
      .where(and(eq(tickets.id, ticketId), byStaff))
  }
  return message
}
