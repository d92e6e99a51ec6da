import * as z from 'zod/mini'
import { Done, IdParams, refusals, type Endpoint } from '#contract/endpoint.ts'
import { line } from '#contract/text.ts'
import { TicketFilter, TicketSort } from './ticket-filter.ts'

/** Tickets in each view of the inbox. */
export const InboxCounts = z.object({
  'needs-answer': z.int32(),
  mine: z.int32(),
  unassigned: z.int32(),
  late: z.int32(),
  waiting: z.int32(),
  snoozed: z.int32(),
  all: z.int32(),
})
export type InboxCounts = z.infer<typeof InboxCounts>

const SavedFilter = z.extend(TicketFilter, { sort: z.optional(TicketSort) })

/** A filter that a staff member saved under a name, for themselves. */
export const SavedView = z.object({ id: z.uuid(), name: z.string(), filter: SavedFilter })
export type SavedView = z.infer<typeof SavedView>

export const NewView = z.object({ name: line({ max: 40, message: 'Name is required' }), filter: SavedFilter })
export type NewView = z.infer<typeof NewView>

export const MAX_VIEWS = 30
export const VIEW_NAME_TAKEN = 'You already have a view with this name.'
export const TOO_MANY_VIEWS = `You can save up to ${MAX_VIEWS} views. Delete one first.`

/** The last choice of a staff member, proposed with the next reply. */
export const ReplyChoice = z.object({
  /** Assigns the ticket to the author. */
  assigns: z.boolean(),
  /** Sets Waiting Response. */
  waits: z.boolean(),
})
export type ReplyChoice = z.infer<typeof ReplyChoice>

const OWN = 'The staff member’s own setting'

export const inbox = {
  counts: {
    method: 'GET',
    url: '/api/inbox/counts',
    config: { access: 'staff tickets:read' },
    schema: {
      summary: 'Count the tickets in each view of the inbox',
      response: { 200: InboxCounts, ...refusals },
    },
  },
  views: {
    method: 'GET',
    url: '/api/inbox/views',
    config: { access: 'staff tickets:read' },
    schema: {
      summary: 'List your saved views by name',
      response: { 200: z.array(SavedView), ...refusals },
    },
  },
  saveView: {
    method: 'POST',
    url: '/api/inbox/views',
    config: { access: 'staff', harmless: OWN },
    schema: {
      summary: 'Save a filter as a view; 409 if you have one with this name',
      body: NewView,
      response: { 201: SavedView, ...refusals },
    },
  },
  removeView: {
    method: 'DELETE',
    url: '/api/inbox/views/:id',
    config: { access: 'staff', harmless: OWN },
    schema: {
      summary: 'Delete one of your saved views',
      params: IdParams,
      response: { 200: Done, ...refusals },
    },
  },
  replyChoice: {
    method: 'GET',
    url: '/api/inbox/reply-choice',
    config: { access: 'staff' },
    schema: {
      summary: 'Get what your last reply did besides answering; both at first',
      response: { 200: ReplyChoice, ...refusals },
    },
  },
  setReplyChoice: {
    method: 'PUT',
    url: '/api/inbox/reply-choice',
    config: { access: 'staff', harmless: OWN },
    schema: {
      summary: 'Remember what your replies do besides answering',
      body: ReplyChoice,
      response: { 200: ReplyChoice, ...refusals },
    },
  },
} as const satisfies Record<string, Endpoint>
