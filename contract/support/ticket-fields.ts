import * as z from 'zod/mini'
import { line, optionalParagraph, paragraph } from '#contract/text.ts'

export const TicketStatus = z.enum(['open', 'in_progress', 'waiting_customer', 'resolved', 'closed'])
export type TicketStatus = z.infer<typeof TicketStatus>

export const TicketPriority = z.enum(['low', 'medium', 'high', 'urgent'])
export type TicketPriority = z.infer<typeof TicketPriority>

export const TITLE_AND_DESCRIPTION = 'Title and description are required'

export const TicketTitle = line({ max: 200, message: TITLE_AND_DESCRIPTION })
export const TicketDescription = paragraph({ max: 10_000, message: TITLE_AND_DESCRIPTION })
export const MessageText = paragraph({ max: 10_000, message: 'Message is required' })
export const RatingComment = optionalParagraph(2000)

type Status = { status: TicketStatus }

/** Nothing more is to be done, as far as the vendor knows; the customer may say how it went. */
export const isSettled = ({ status }: Status) => status === 'resolved' || status === 'closed'

/** A customer who writes again takes these up again. */
export const reopens = (ticket: Status) => ticket.status === 'waiting_customer' || isSettled(ticket)
