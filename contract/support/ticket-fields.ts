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
/** 1 to 5. */
export const Rating = z.number().check(z.int(), z.minimum(1), z.maximum(5))
export const RatingComment = optionalParagraph(2000)

type Status = { status: TicketStatus }

/** Resolved or closed; the customer may rate it. */
export const isSettled = ({ status }: Status) => status === 'resolved' || status === 'closed'

/** A reply of the customer reopens these. */
export const reopens = (ticket: Status) => ticket.status === 'waiting_customer' || isSettled(ticket)

type Mergeable = { mergedInto: unknown }

export const isMerged = ({ mergedInto }: Mergeable) => mergedInto !== null

/** Waiting Response, the usual status of a reply, does not separate a merged ticket. */
export const canReplySet = (ticket: Mergeable, status: TicketStatus) =>
  status !== 'waiting_customer' || !isMerged(ticket)

export const CUSTOMER_CHOICES = 20
