import { pgEnum } from 'drizzle-orm/pg-core'
import { TicketPriority, TicketStatus } from '#contract/support/ticket-fields.ts'

export const ticketStatus = pgEnum('ticket_status', TicketStatus.def.entries)
export const ticketPriority = pgEnum('ticket_priority', TicketPriority.def.entries)
