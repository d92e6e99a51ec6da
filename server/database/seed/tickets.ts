import { only, type Database } from '#server/database/database.ts'
import { tickets } from '#server/database/schema/tickets.ts'

export type TicketRow = typeof tickets.$inferInsert
type Facts = Partial<TicketRow> & Pick<TicketRow, 'organizationId' | 'userId'>

export const ticketRow = (facts: Facts): TicketRow => ({
  title: 'The activation window stays empty',
  description: 'After the update to Windows 11 the activation window opens without any text.',
  ...facts,
})

export const makeTicket = (db: Database, facts: Facts) =>
  db.insert(tickets).values(ticketRow(facts)).returning().then(only)
