import * as z from 'zod/mini'
import { DAY } from '#contract/dates.ts'
import { Done, IdParams, refusals, type Endpoint } from '#contract/endpoint.ts'
import { RequestedInstant } from '#contract/text.ts'
import { TicketDetail } from './tickets.ts'

/** A colleague who has the ticket open. */
export const Presence = z.object({ userId: z.uuid(), name: z.string(), isTyping: z.boolean() })
export type Presence = z.infer<typeof Presence>

/** Seconds. Without a further sign, a colleague no longer views the ticket or no longer types. */
export const PRESENCE = { viewing: 50, typing: 8, renewed: 20 } as const

const SNOOZE_DAYS = 365
export const SNOOZE_IN_FUTURE = `Choose a time in the next ${SNOOZE_DAYS} days.`
export const isSnoozeTime = (until: string, now: string | number) => {
  const left = Date.parse(until) - new Date(now).getTime()
  return left > 0 && left <= SNOOZE_DAYS * DAY
}

export const SETTLED_SNOOZE = 'A resolved or closed ticket can’t be snoozed.'

export const MERGE_INTO_ITSELF = 'Choose another ticket to merge into.'
export const MERGE_ELSEWHERE = 'Both tickets must belong to the same organization.'
export const MERGE_INTO_MERGED = 'That ticket was merged into another one. Choose the other one.'
export const ALREADY_MERGED = 'This ticket is already merged.'

const Follower = z.object({ id: z.uuid(), name: z.string() })

const url = '/api/tickets/:id'

export const teamwork = {
  presence: {
    method: 'GET',
    url: `${url}/presence`,
    config: { access: 'staff', isBackground: true },
    schema: {
      summary: 'List the colleagues who have the ticket open',
      params: IdParams,
      response: { 200: z.array(Presence), ...refusals },
    },
  },
  present: {
    method: 'PUT',
    url: `${url}/presence`,
    config: { access: 'staff', harmless: 'Only colleagues see it, for seconds', isBackground: true },
    schema: {
      summary: 'Show colleagues that you view the ticket or type in it; returns the others. Repeat it every 20 seconds',
      params: IdParams,
      body: z.object({ isTyping: z.boolean() }),
      response: { 200: z.array(Presence), ...refusals },
    },
  },
  leave: {
    method: 'DELETE',
    url: `${url}/presence`,
    config: { access: 'staff', harmless: 'Only colleagues see it', isBackground: true },
    schema: {
      summary: 'Show colleagues that you no longer view the ticket',
      params: IdParams,
      response: { 200: Done, ...refusals },
    },
  },
  snooze: {
    method: 'PUT',
    url: `${url}/snooze`,
    config: { access: 'staff tickets:write', harmless: 'It can be undone, and customers don’t see it' },
    schema: {
      summary:
        'Hide an unsettled ticket from the inbox until a time or the customer’s next message; null shows it again',
      params: IdParams,
      body: z.object({ until: z.nullable(RequestedInstant) }),
      response: { 200: TicketDetail, ...refusals },
    },
  },
  merge: {
    method: 'POST',
    url: `${url}/merge`,
    config: { access: 'staff tickets:write', consequence: 'email' },
    schema: {
      summary:
        'Close a ticket and continue its conversation in another one of the same organization. Reopening separates them',
      params: IdParams,
      body: z.object({ into: z.uuid() }),
      response: { 200: TicketDetail, ...refusals },
    },
  },
  followers: {
    method: 'GET',
    url: `${url}/followers`,
    config: { access: 'staff tickets:read' },
    schema: {
      summary: 'List the staff members who get emails about the ticket because they follow it',
      params: IdParams,
      response: { 200: z.array(Follower), ...refusals },
    },
  },
  follow: {
    method: 'PUT',
    url: `${url}/followers`,
    config: { access: 'staff tickets:write', harmless: 'The staff member’s own emails' },
    schema: {
      summary: 'Follow or stop following a ticket; returns its followers',
      params: IdParams,
      body: z.object({ follows: z.boolean() }),
      response: { 200: z.array(Follower), ...refusals },
    },
  },
} as const satisfies Record<string, Endpoint>
