import { only, type Database } from '#server/database/database.ts'
import { ticketMessages, tickets } from '#server/database/schema/tickets.ts'

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

/** What the author of the ticket said, unless `facts` say otherwise. */
export const makeMessage = (
  db: Database,
  { organizationId, id: ticketId, userId }: typeof tickets.$inferSelect,
  facts: Partial<Message> = {},
) =>
  db
    .insert(ticketMessages)
    .values({ organizationId, ticketId, userId, message: 'It is still so this morning.', ...facts })
    .returning()
    .then(only)
