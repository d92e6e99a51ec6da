import * as z from 'zod/mini'
import { IdParams, refusals, type Endpoint } from '#contract/endpoint.ts'
import { Instant } from '#contract/text.ts'
import { Attachment, GivenAttachments } from './attachments.ts'
import { MessageText, TicketStatus } from './ticket-fields.ts'

export const TicketMessage = z.object({
  id: z.uuid(),
  userId: z.uuid(),
  message: z.string(),
  /** Never true for readers who are no staff: they get no such message. */
  isInternal: z.boolean(),
  createdAt: Instant,
  authorName: z.string(),
  /** Whether one of the vendor's people wrote it. */
  isFromStaff: z.boolean(),
  attachments: z.array(Attachment),
})
export type TicketMessage = z.infer<typeof TicketMessage>

export const NewMessage = z.object({
  message: MessageText,
  /** Staff only: everyone else's messages are public, whatever stands here. */
  isInternal: z._default(z.optional(z.boolean()), false),
  /** Staff only, and not with an internal message: where the ticket stands from now on. Left out, it stays where it is. */
  status: z.optional(TicketStatus),
  attachments: GivenAttachments,
})
export type NewMessage = z.infer<typeof NewMessage>

export const NOTE_MOVES_NOTHING = 'An internal message can’t change the status.'

const url = '/api/tickets/:id/messages'

export const messages = {
  list: {
    method: 'GET',
    url,
    config: { access: 'signed-in' },
    schema: {
      summary: 'List the newest thousand messages of a ticket, oldest first; internal ones are for staff only',
      params: IdParams,
      response: { 200: z.array(TicketMessage), ...refusals },
    },
  },
  create: {
    method: 'POST',
    url,
    config: { access: 'signed-in', harmless: 'The message is written before it is sent' },
    schema: {
      summary: 'Reply to a ticket. A customer’s reply reopens a waiting or resolved ticket',
      params: IdParams,
      body: NewMessage,
      response: { 201: TicketMessage, ...refusals },
    },
  },
} as const satisfies Record<string, Endpoint>
