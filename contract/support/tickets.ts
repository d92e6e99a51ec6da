import * as z from 'zod/mini'
import { Done, IdParams, IfMatch, refusals, type Endpoint } from '#contract/endpoint.ts'
import { PAGE, Search } from '#contract/lists.ts'
import { Instant, RequestedInstant } from '#contract/text.ts'
import { Attachment, GivenAttachments } from './attachments.ts'
import { TicketEvent } from './history.ts'
import { BulkChange, BulkChanged, TicketChanges } from './ticket-changes.ts'
import {
  Rating,
  RatingComment,
  TicketCounts,
  TicketDescription,
  TicketPriority,
  TicketStatus,
  TicketTitle,
} from './ticket-fields.ts'
import { TicketFilter, TicketSort } from './ticket-filter.ts'

/** A response target: when it is due, when it was met, and whether it is late. */
const Target = z.object({ dueAt: Instant, metAt: z.nullable(Instant), isMissed: z.boolean() })
export type Target = z.infer<typeof Target>

export const Ticket = z.object({
  id: z.uuid(),
  ticketNumber: z.string(),
  title: z.string(),
  description: z.string(),
  status: TicketStatus,
  priority: TicketPriority,
  categoryId: z.nullable(z.uuid()),
  createdAt: Instant,
  /** Last change that the customer may see: internal messages and assignees do not count. */
  updatedAt: Instant,
  organizationName: z.nullable(z.string()),
  userFirstName: z.string(),
  userLastName: z.string(),
  userEmail: z.string(),
})
export type Ticket = z.infer<typeof Ticket>

export const ListedTicket = z.extend(Ticket, {
  /** Changed since the reader last opened or wrote in it. False for tickets the reader never opened. */
  isUnread: z.boolean(),
  /** Null for customers, like all following fields. */
  assigneeId: z.nullable(z.uuid()),
  assigneeName: z.nullable(z.string()),
  firstResponse: z.nullable(Target),
  resolution: z.nullable(Target),
  /** Start of the customer’s current wait for an answer. Null: answered or settled. */
  unansweredSince: z.nullable(Instant),
  /** Hidden from the inbox until then. */
  snoozedUntil: z.nullable(Instant),
})
export type ListedTicket = z.infer<typeof ListedTicket>

export const TicketDetail = z.extend(ListedTicket, {
  /** The customer; only they may rate the ticket. */
  userId: z.uuid(),
  organizationId: z.uuid(),
  attachments: z.array(Attachment),
  /** The ticket in which the conversation continues, if the reader may read it. */
  mergedInto: z.nullable(z.object({ id: z.uuid(), ticketNumber: z.string() })),
  resolvedAt: z.nullable(Instant),
  rating: z.nullable(Rating),
  ratingComment: z.nullable(z.string()),
  ratedAt: z.nullable(Instant),
})
export type TicketDetail = z.infer<typeof TicketDetail>

export const NewTicket = z.object({
  title: TicketTitle,
  description: TicketDescription,
  priority: z._default(z.optional(TicketPriority), 'medium'),
  attachments: GivenAttachments,
  /** For staff, who open a ticket for a customer. Ignored for others. */
  customerId: z.optional(z.uuid()),
})
export type NewTicket = z.infer<typeof NewTicket>

export const CUSTOMER_REQUIRED = 'Choose the customer whose ticket this is.'
export const NO_SUCH_CUSTOMER = 'There is no such customer, or the account is suspended.'
export const NO_SUCH_CATEGORY = 'This category doesn’t exist.'
export const NO_SUCH_ASSIGNEE = 'A ticket can only be assigned to active support staff.'
export const ONLY_OWN_RATING = 'Only the user who opened a ticket can rate it.'
export const RATED_WHEN_SETTLED = 'A ticket can be rated once it is resolved or closed.'

const Person = z.object({ id: z.uuid(), name: z.string() })

const url = '/api/tickets'

export const tickets = {
  list: {
    method: 'GET',
    url,
    config: { access: 'signed-in tickets:read' },
    schema: {
      summary: 'List tickets: your own, the organization’s for its administrators, all for staff',
      querystring: z.extend(TicketFilter, { sort: z.optional(TicketSort), ...PAGE }),
      response: { 200: z.array(ListedTicket), ...refusals },
    },
  },
  counts: {
    method: 'GET',
    url: `${url}/counts`,
    config: { access: 'signed-in tickets:read' },
    schema: {
      summary: 'Count the visible tickets by status',
      response: { 200: TicketCounts, ...refusals },
    },
  },
  export: {
    method: 'GET',
    url: `${url}/export`,
    config: { access: 'signed-in tickets:read' },
    schema: {
      summary: 'Download all matching tickets as CSV',
      querystring: TicketFilter,
      response: { ...refusals },
    },
  },
  create: {
    method: 'POST',
    url,
    config: { access: 'signed-in tickets:write', consequence: 'email' },
    schema: {
      summary: 'Open a ticket; staff open one for a customer',
      body: NewTicket,
      response: { 201: TicketDetail, ...refusals },
    },
  },
  bulk: {
    method: 'POST',
    url: `${url}/bulk`,
    config: { access: 'staff tickets:write', consequence: 'email', refuses: [404] },
    schema: {
      summary: 'Change many tickets: all of them or none, except merged ones that another status would separate',
      body: BulkChange,
      response: { 200: BulkChanged, ...refusals },
    },
  },
  assignees: {
    method: 'GET',
    url: `${url}/assignees`,
    config: { access: 'staff tickets:read' },
    schema: {
      summary: 'List possible assignees',
      response: { 200: z.array(z.extend(Person, { email: z.string() })), ...refusals },
    },
  },
  customers: {
    method: 'GET',
    url: `${url}/customers`,
    config: { access: 'staff tickets:read' },
    schema: {
      summary:
        'Search customers for a new ticket, at most twenty, first those of exactly this name, address or organization',
      querystring: z.object({ search: Search }),
      response: {
        200: z.array(z.extend(Person, { email: z.string(), organizationName: z.string() })),
        ...refusals,
      },
    },
  },
  one: {
    method: 'GET',
    url: `${url}/:id`,
    config: { access: 'signed-in tickets:read' },
    schema: {
      summary: 'Get one ticket without its messages',
      params: IdParams,
      response: { 200: TicketDetail, ...refusals },
    },
  },
  change: {
    method: 'PATCH',
    url: `${url}/:id`,
    config: { access: 'staff tickets:write', consequence: 'email' },
    schema: {
      summary: 'Change status, priority, category or assignee. If-Match refuses to overwrite a newer change',
      params: IdParams,
      headers: IfMatch,
      body: TicketChanges,
      response: { 200: TicketDetail, ...refusals },
    },
  },
  history: {
    method: 'GET',
    url: `${url}/:id/history`,
    config: { access: 'staff tickets:read' },
    schema: {
      summary: 'List the changes of a ticket, newest first, at most a thousand',
      params: IdParams,
      response: { 200: z.array(TicketEvent), ...refusals },
    },
  },
  rate: {
    method: 'POST',
    url: `${url}/:id/rating`,
    config: { access: 'signed-in tickets:write', harmless: 'The customer’s own rating' },
    schema: {
      summary: 'Rate a resolved or closed ticket, by the user who opened it; replaces an earlier rating',
      params: IdParams,
      body: z.object({ rating: Rating, comment: RatingComment }),
      response: { 200: TicketDetail, ...refusals },
    },
  },
  close: {
    method: 'POST',
    url: `${url}/:id/close`,
    config: { access: 'signed-in tickets:write', harmless: 'The ticket can be reopened' },
    schema: {
      summary: 'Close a ticket; a closed one stays as it is',
      params: IdParams,
      response: { 200: TicketDetail, ...refusals },
    },
  },
  reopen: {
    method: 'POST',
    url: `${url}/:id/reopen`,
    config: { access: 'signed-in tickets:write', harmless: 'The ticket can be closed again' },
    schema: {
      summary: 'Reopen a resolved or closed ticket; any other stays as it is',
      params: IdParams,
      response: { 200: TicketDetail, ...refusals },
    },
  },
  read: {
    method: 'PUT',
    url: `${url}/:id/read`,
    config: { access: 'signed-in tickets:write', harmless: 'The reader’s own mark', isBackground: true },
    schema: {
      summary: 'Mark a ticket as read up to an instant, normally its updatedAt',
      params: IdParams,
      body: z.object({ upTo: RequestedInstant }),
      response: { 200: Done, ...refusals },
    },
  },
  events: {
    method: 'GET',
    url: `${url}/:id/events`,
    config: { access: 'signed-in', isBackground: true },
    schema: {
      summary: 'Stream server-sent events of a ticket: message and changed, after each of which to read it again',
      params: IdParams,
      response: { ...refusals },
    },
  },
} as const satisfies Record<string, Endpoint>
