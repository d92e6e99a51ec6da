import * as z from 'zod/mini'
import { Done, IdParams, IfMatch, refusals, type Endpoint } from '#contract/endpoint.ts'
import { Instant, line } from '#contract/text.ts'
import { MessageText, TicketPriority, TicketStatus } from './ticket-fields.ts'

/** Shared by all staff. */
export const CannedReply = z.object({
  id: z.uuid(),
  title: z.string(),
  /** With placeholders in braces: {customer}, {agent}, {ticket}, {product}. */
  text: z.string(),
  /** Set together with the reply; null leaves it as it is. */
  status: z.nullable(TicketStatus),
  priority: z.nullable(TicketPriority),
  updatedAt: Instant,
})
export type CannedReply = z.infer<typeof CannedReply>

export const NewCannedReply = z.object({
  title: line({ max: 80, message: 'Title is required' }),
  text: MessageText,
  status: z.optional(z.nullable(TicketStatus)),
  priority: z.optional(z.nullable(TicketPriority)),
})
export type NewCannedReply = z.infer<typeof NewCannedReply>

export const TITLE_TAKEN = 'A reply with this title already exists.'

export const Placeholder = z.enum(['customer', 'agent', 'ticket', 'product'])
export type Placeholder = z.infer<typeof Placeholder>

const PLACEHOLDER = new RegExp(`\\{(${Placeholder.options.join('|')})\\}`, 'g')

/** Replaces the placeholders. Other braces stay. */
export const fill = (text: string, values: Record<Placeholder, string>) =>
  text.replaceAll(PLACEHOLDER, (_match, name: Placeholder) => values[name])

const url = '/api/canned-replies'

export const cannedReplies = {
  list: {
    method: 'GET',
    url,
    config: { access: 'staff tickets:read' },
    schema: {
      summary: 'List canned replies by title',
      response: { 200: z.array(CannedReply), ...refusals },
    },
  },
  create: {
    method: 'POST',
    url,
    config: { access: 'staff tickets:write', harmless: 'Text that only staff read' },
    schema: {
      summary: 'Create a canned reply; 409 if the title exists',
      body: NewCannedReply,
      response: { 201: CannedReply, ...refusals },
    },
  },
  change: {
    method: 'PATCH',
    url: `${url}/:id`,
    config: { access: 'staff tickets:write', harmless: 'Text that only staff read' },
    schema: {
      summary: 'Change the given fields. If-Match refuses to overwrite a newer change',
      params: IdParams,
      headers: IfMatch,
      body: z.partial(NewCannedReply),
      response: { 200: CannedReply, ...refusals },
    },
  },
  remove: {
    method: 'DELETE',
    url: `${url}/:id`,
    config: { access: 'staff tickets:write', harmless: 'Text that only staff read' },
    schema: {
      summary: 'Delete a canned reply',
      params: IdParams,
      response: { 200: Done, ...refusals },
    },
  },
} as const satisfies Record<string, Endpoint>
