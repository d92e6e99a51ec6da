import type { Scope } from '#contract/endpoint.ts'
import { hasLevel, type Role, type UserLevel } from '#contract/roles.ts'

type About = {
  /** One sentence, for the user who grants it. */
  allows: string
  /** The roles that reach any endpoint with it. */
  roles: UserLevel
}

const scopes: Record<Scope, About> = {
  'licenses:read': { allows: 'Read and export licenses, their keys, devices and history.', roles: 'signed-in' },
  'licenses:write': {
    allows: 'Create, assign, revoke, restore and delete licenses, and request more.',
    roles: 'signed-in',
  },
  'invoices:read': { allows: 'Read invoices, payments, statements and the subscription.', roles: 'signed-in' },
  'invoices:write': { allows: 'Send proofs of payment and reminders, and change billing details.', roles: 'signed-in' },
  'tickets:read': { allows: 'Read tickets, messages and attachments.', roles: 'signed-in' },
  'tickets:write': { allows: 'Open, answer and change tickets.', roles: 'signed-in' },
  'uploads:write': { allows: 'Upload files for tickets, proofs of payment and releases.', roles: 'signed-in' },
  'documents:read': { allows: 'Read help articles.', roles: 'signed-in' },
  'documents:write': { allows: 'Write, publish and delete help articles.', roles: 'staff' },
  'releases:read': { allows: 'List versions and download files.', roles: 'signed-in' },
  'releases:write': {
    allows: 'Create and delete drafts, write release notes, and cancel schedules.',
    roles: 'admin',
  },
  'releases:publish': { allows: 'Publish drafts to customers without a person confirming.', roles: 'admin' },
  'customers:read': { allows: 'Read organizations with their people, notes and timeline.', roles: 'staff' },
  'customers:write': { allows: 'Change organizations’ details, tags and notes, and decline requests.', roles: 'staff' },
  'users:read': { allows: 'Read members, invitations and roles.', roles: 'org-admin' },
  'audit:read': { allows: 'Read and export the audit log.', roles: 'org-admin' },
  'overview:read': { allows: 'Read the figures and alerts of the overview.', roles: 'signed-in' },
}

export const isScope = (text: string): text is Scope => Object.hasOwn(scopes, text)

export const whatAllows = (scope: Scope) => scopes[scope].allows

/** Whether a token of this role can do anything with the scope. */
export const canGrant = (role: Role, scope: Scope) => hasLevel(role, scopes[scope].roles)
