import * as z from 'zod/mini'
import { refusals, type Endpoint } from '#contract/endpoint.ts'
import { filterQuery, PAGE } from '#contract/lists.ts'
import { Day, Instant } from '#contract/text.ts'
import { ActionGroup } from './audit/action-groups.ts'

export const ActorKind = z.enum(['user', 'device', 'system', 'anonymous'])
export type ActorKind = z.infer<typeof ActorKind>

export const AuditOutcome = z.enum(['success', 'refused'])
export type AuditOutcome = z.infer<typeof AuditOutcome>

/** An entry of the audit log. Entries are never changed. */
export const AuditEntry = z.object({
  /** A number that is too large for a browser's. */
  id: z.string(),
  createdAt: Instant,
  organizationId: z.nullable(z.uuid()),
  organizationName: z.nullable(z.string()),
  actorKind: ActorKind,
  /** Null if the actor is not a user, and for staff when a customer reads. */
  actorId: z.nullable(z.uuid()),
  actorName: z.nullable(z.string()),
  /** An `AuditAction`, or one that only a newer release knows. */
  action: z.string(),
  outcome: AuditOutcome,
  subjectKind: z.nullable(z.string()),
  subjectId: z.nullable(z.uuid()),
  /** Its current name; null once it is deleted. */
  subjectName: z.nullable(z.string()),
  /** Field → [before, after]. */
  changes: z.record(z.string(), z.tuple([z.unknown(), z.unknown()])),
  /** Null for staff when a customer reads. */
  ip: z.nullable(z.string()),
  /** Entries of the same request have the same. Null for jobs. */
  requestId: z.nullable(z.string()),
})
export type AuditEntry = z.infer<typeof AuditEntry>

export const AuditDetail = z.object({ entry: AuditEntry, others: z.array(AuditEntry) })
export type AuditDetail = z.infer<typeof AuditDetail>

/** A field of `changes` that only admins are shown. */
export const INTERNAL_REASON = 'internalReason'

export const AuditFilter = z.extend(filterQuery(AuditOutcome), {
  group: z.optional(ActionGroup),
  /** Days in the vendor's time zone, both included. */
  from: z.optional(Day),
  to: z.optional(Day),
  actor: z.optional(z.uuid()),
  /** The subject's id: a license, a user, an invoice, … */
  subject: z.optional(z.uuid()),
  /** For admins only; ignored for everyone else, who read their own organization's entries. */
  organizationId: z.optional(z.uuid()),
})
export type AuditFilter = z.infer<typeof AuditFilter>

export const audit = {
  list: {
    method: 'GET',
    url: '/api/audit',
    config: { access: 'org-admin audit:read' },
    schema: {
      summary: 'What happened in the own organization, newest first; in all of them for admins. status is the outcome',
      querystring: z.extend(AuditFilter, PAGE),
      response: { 200: z.array(AuditEntry), ...refusals },
    },
  },
  read: {
    method: 'GET',
    url: '/api/audit/entries/:entryId',
    config: { access: 'org-admin audit:read' },
    schema: {
      summary: 'Get an entry, and the other ones of its request, oldest first',
      params: z.object({ entryId: z.string().check(z.regex(/^[1-9]\d{0,17}$/, 'Not the number of an entry')) }),
      response: { 200: AuditDetail, ...refusals },
    },
  },
  export: {
    method: 'GET',
    url: '/api/audit/export',
    config: { access: 'org-admin audit:read' },
    schema: {
      summary: 'The same entries as CSV, all of them',
      querystring: AuditFilter,
      response: { ...refusals },
    },
  },
} as const satisfies Record<string, Endpoint>
