import * as z from 'zod/mini'
import { IdParams, refusals, type Endpoint } from '#contract/endpoint.ts'
import { PAGE } from '#contract/lists.ts'
import { Instant } from '#contract/text.ts'
import { AuditOutcome } from './audit.ts'

export const TimelineKind = z.enum([
  'license',
  'device',
  'ticket',
  'email',
  'invoice',
  'payment',
  'subscription',
  'sign_in',
  'account',
])
export type TimelineKind = z.infer<typeof TimelineKind>

export const TimelineSubject = z.object({
  kind: z.enum(['license', 'ticket', 'invoice', 'person']),
  /** Null once it is deleted. */
  id: z.nullable(z.uuid()),
  name: z.nullable(z.string()),
})

/** Something that happened to an organization, from the records that exist anyway. */
export const TimelineEntry = z.object({
  /** Names the entry in links: `?from=` starts with it. */
  id: z.string(),
  kind: TimelineKind,
  at: Instant,
  /** An `AuditAction`, 'version.started', 'invoice.<status>', 'credit-note.issued', 'payment.<kind>' or 'email.<mail kind>'. */
  event: z.string(),
  outcome: AuditOutcome,
  subject: z.nullable(TimelineSubject),
  actorName: z.nullable(z.string()),
  /** A version, a status, a reason, or the subject or kind of an email. */
  detail: z.nullable(z.string()),
  /** Rand with two decimals. Null for agents. */
  amount: z.nullable(z.string()),
})
export type TimelineEntry = z.infer<typeof TimelineEntry>

export const timeline = {
  list: {
    method: 'GET',
    url: '/api/customers/:id/timeline',
    config: { access: 'staff customers:read', isUncounted: true },
    schema: {
      summary: 'List what happened to an organization, newest first, from the entry `from` on if it is set',
      params: IdParams,
      querystring: z.object({ kind: z.optional(TimelineKind), ...PAGE, from: PAGE.cursor }),
      response: { 200: z.array(TimelineEntry), ...refusals },
    },
  },
} as const satisfies Record<string, Endpoint>
