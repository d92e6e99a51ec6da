import * as z from 'zod/mini'
import { refusals, type Endpoint } from '#contract/endpoint.ts'
import { listQuery } from '#contract/lists.ts'
import { Day, Instant } from '#contract/text.ts'

export const ActorKind = z.enum(['user', 'device', 'system', 'anonymous'])
export type ActorKind = z.infer<typeof ActorKind>

export const AuditOutcome = z.enum(['success', 'refused'])
export type AuditOutcome = z.infer<typeof AuditOutcome>

/** Who did what to what. Written once, never changed. */
export const AuditEntry = z.object({
  /** A number that is too large for a browser's. */
  id: z.string(),
  createdAt: Instant,
  organizationId: z.nullable(z.uuid()),
  organizationName: z.nullable(z.string()),
  actorKind: ActorKind,
  /** Null for whoever is no user, and for the vendor's people when a customer reads. */
  actorId: z.nullable(z.uuid()),
  actorName: z.nullable(z.string()),
  /** 'license.revoked': the noun, and what became of it. */
  action: z.string(),
  outcome: AuditOutcome,
  subjectKind: z.nullable(z.string()),
  subjectId: z.nullable(z.uuid()),
  /** What it is called today; null once it is gone. */
  subjectName: z.nullable(z.string()),
  /** Field → [before, after]. */
  changes: z.record(z.string(), z.tuple([z.unknown(), z.unknown()])),
  /** Null when the vendor's people did it and a customer reads. */
  ip: z.nullable(z.string()),
})
export type AuditEntry = z.infer<typeof AuditEntry>

export const ActionGroup = z.enum(['account', 'team', 'license', 'billing', 'support', 'organization', 'publishing'])
export type ActionGroup = z.infer<typeof ActionGroup>

/** The nouns whose actions a group holds. */
export const groupedNouns: Record<ActionGroup, readonly string[]> = {
  account: ['session', 'user', 'account', 'mfa', 'password', 'notification'],
  team: ['member', 'invitation'],
  license: ['license', 'license-request', 'enrollment-key', 'signing-key'],
  billing: ['subscription', 'adjustment', 'invoice'],
  support: ['ticket', 'message', 'category', 'canned-reply', 'target'],
  organization: ['organization', 'audit', 'job'],
  publishing: ['release', 'version', 'release-notes', 'document', 'download'],
}

/** A field of `changes` that only admins are shown. */
export const INTERNAL_REASON = 'internalReason'

/** Where the words of an action would say it clumsily or, refused, say what did not happen. */
const sentences: Record<string, string> = {
  'audit.exported': 'Audit log exported',
  'invitation.resent': 'Invitation sent again',
  'invoice.reminded': 'Payment reminder sent',
  'message.noted': 'Internal note written',
  'organization.reminders-paused': 'Payment reminders paused',
  'organization.reminders-resumed': 'Payment reminders resumed',
  'session.opened': 'Sign-in',
  'session.closed': 'Sign-out',
  'session.confirmed': 'Identity confirmed',
  'session.revoked': 'Session ended',
  'session.others-revoked': 'Other sessions ended',
  'ticket.created': 'Ticket opened',
  'ticket.exported': 'Tickets exported',
  'user.activated': 'Account approved',
  'user.backup-codes-renewed': 'Backup codes renewed',
  'user.changed': 'Profile changed',
  'user.created': 'Staff added',
  'user.email-change-asked': 'Email change requested',
  'user.email-change-withdrawn': 'Email change withdrawn',
  'user.email-changed': 'Email address changed',
  'user.email-verified': 'Email address confirmed',
  'user.mfa-disabled': 'Two-factor authentication disabled',
  'user.mfa-enabled': 'Two-factor authentication enabled',
  'user.mfa-reset': 'Two-factor authentication reset',
  'user.notification-set': 'Notification setting changed',
  'user.password-changed': 'Password changed',
  'user.password-reset': 'Password reset',
  'user.reactivated': 'Account reactivated',
  'user.registered': 'Organization registered',
  'user.sessions-ended': 'All sessions ended',
  'user.suspended': 'Account suspended',
  'user.verification-mailed': 'Confirmation mail sent',
  'version.file-added': 'Version file added',
  'version.set-latest': 'Version made the latest',
}

/** The actions whose sentence has this text in it: a search finds what people read. */
export const actionsCalled = (text: string) =>
  Object.keys(sentences).filter((action) => sentences[action]!.toLowerCase().includes(text.toLowerCase()))

/** 'license-request.approved' → 'License request approved' */
export const actionName = (action: string) =>
  Object.hasOwn(sentences, action) ? sentences[action]! : inWords(action.replace('.', ' '))

/** 'deviceFingerprint' → 'Device fingerprint' */
export const fieldName = (field: string) => inWords(field.replace(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`))

/** 'license-request' → 'License request' */
export function inWords(name: string) {
  const words = name.replace(/[-_]/g, ' ').trim()
  return words.charAt(0).toUpperCase() + words.slice(1)
}

export const AuditFilter = z.omit(
  z.extend(listQuery(AuditOutcome), {
    group: z.optional(ActionGroup),
    /** Days in South Africa, both included. */
    from: z.optional(Day),
    to: z.optional(Day),
    actor: z.optional(z.uuid()),
    /** What it was done to: a license, a user, an invoice, … */
    subject: z.optional(z.uuid()),
    /** An admin's choice; everyone else reads the own organization's, whatever stands here. */
    organizationId: z.optional(z.uuid()),
  }),
  { limit: true, cursor: true },
)
export type AuditFilter = z.infer<typeof AuditFilter>

const { limit, cursor } = listQuery(AuditOutcome).shape

export const audit = {
  list: {
    method: 'GET',
    url: '/api/audit',
    config: { access: 'org-admin' },
    schema: {
      summary: 'What happened in the own organization, newest first; in all of them for admins. status is the outcome',
      querystring: z.extend(AuditFilter, { limit, cursor }),
      response: { 200: z.array(AuditEntry), ...refusals },
    },
  },
  export: {
    method: 'GET',
    url: '/api/audit/export',
    config: { access: 'org-admin' },
    schema: {
      summary: 'The same entries as CSV, all of them',
      querystring: AuditFilter,
      response: { ...refusals },
    },
  },
} as const satisfies Record<string, Endpoint>
