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

/** The side that writes next. Null: it is settled. */
const nextWriter: Record<TicketStatus, 'support' | 'customer' | null> = {
  open: 'support',
  in_progress: 'support',
  waiting_customer: 'customer',
  resolved: null,
  closed: null,
}

/** Resolved or closed; the customer may rate it. */
export const isSettled = ({ status }: Status) => nextWriter[status] === null

/** Its response targets are paused. */
export const waitsForCustomer = ({ status }: Status) => nextWriter[status] === 'customer'

/** A reply of the customer reopens these. */
export const reopens = (ticket: Status) => waitsForCustomer(ticket) || isSettled(ticket)

export const UNSETTLED = TicketStatus.options.filter((status) => !isSettled({ status }))

export const WAITING_FOR_SUPPORT = UNSETTLED.filter((status) => !waitsForCustomer({ status }))

export const WAITING_FOR_CUSTOMER = UNSETTLED.filter((status) => waitsForCustomer({ status }))

/** The navigation shows the sum of the first two. */
export const TicketCounts = z.object({
  open: z.int32(),
  inProgress: z.int32(),
  waiting: z.int32(),
  resolved: z.int32(),
})
export type TicketCounts = z.infer<typeof TicketCounts>

export const countedAs: Record<TicketStatus, keyof TicketCounts> = {
  open: 'open',
  in_progress: 'inProgress',
  waiting_customer: 'waiting',
  resolved: 'resolved',
  closed: 'resolved',
}

type Mergeable = { mergedInto: unknown }

export const isMerged = ({ mergedInto }: Mergeable) => mergedInto !== null

/** Waiting Response, the usual status of a reply, does not separate a merged ticket. */
export const canReplySet = (ticket: Mergeable, status: TicketStatus) =>
  status !== 'waiting_customer' || !isMerged(ticket)

export const CUSTOMER_CHOICES = 20
