import * as z from 'zod/mini'
import { IdParams, refusals, type Endpoint } from '#contract/endpoint.ts'
import { pageQuery } from '#contract/lists.ts'
import { Instant } from '#contract/text.ts'
import { Attachment, GivenAttachments } from './attachments.ts'
import { MessageText, TicketPriority, TicketStatus } from './ticket-fields.ts'

export const TicketMessage = z.object({
  id: z.uuid(),
  /** Another ticket’s id, if that one was merged into this one. */
  ticketId: z.uuid(),
  userId: z.uuid(),
  message: z.string(),
  /** Always false for customers, who get no internal messages. */
  isInternal: z.boolean(),
  createdAt: Instant,
  authorName: z.string(),
  isFromStaff: z.boolean(),
  /** Sent as an answer to an email of the portal. */
  isEmail: z.boolean(),
  attachments: z.array(Attachment),
})
export type TicketMessage = z.infer<typeof TicketMessage>

const MAX_MENTIONS = 20

export const NewMessage = z.object({
  message: MessageText,
  /** For staff only. Other users' messages are always public. */
  isInternal: z._default(z.optional(z.boolean()), false),
  /** For staff only, and not with an internal message: changes the ticket's status, but not that of a merged ticket to waiting_customer. */
  status: z.optional(TicketStatus),
  /** Like the status. */
  priority: z.optional(TicketPriority),
  /** For staff: assigns the ticket to the author. */
  assignToMe: z._default(z.optional(z.boolean()), false),
  /** For staff, with an internal message: colleagues who get an email about it. */
  mentions: z.optional(z.array(z.uuid()).check(z.maxLength(MAX_MENTIONS))),
  attachments: GivenAttachments,
})
export type NewMessage = z.infer<typeof NewMessage>

export const NOTE_CHANGES_NOTHING = 'An internal message can’t change status or priority.'

const url = '/api/tickets/:id/messages'

export const messages = {
  list: {
    method: 'GET',
    url,
    config: { access: 'signed-in tickets:read' },
    schema: {
      summary:
        'List the newest messages of a ticket, oldest first; the next page has those before them. Internal ones are for staff only',
      params: IdParams,
      querystring: pageQuery,
      response: { 200: z.array(TicketMessage), ...refusals },
    },
  },
  create: {
    method: 'POST',
    url,
    config: { access: 'signed-in tickets:write', harmless: 'The message is written before it is sent' },
    schema: {
      summary: 'Reply to a ticket. A customer’s reply reopens a waiting or resolved ticket',
      params: IdParams,
      body: NewMessage,
      response: { 201: TicketMessage, ...refusals },
    },
  },
} as const satisfies Record<string, Endpoint>
