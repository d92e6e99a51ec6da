import type { Scope } from '#contract/endpoint.ts'
import type { Role } from '#contract/roles.ts'

type About = {
  /** One sentence, for the user who grants it. */
  allows: string
  /** The roles that reach any endpoint with it. */
  roles: 'everyone' | 'org-admin' | 'staff' | 'admin'
}

const scopes: Record<Scope, About> = {
  'licenses:read': { allows: 'Read and export licenses, their keys, devices and history.', roles: 'everyone' },
  'licenses:write': {
    allows: 'Create, assign, revoke, restore and delete licenses, and request more.',
    roles: 'everyone',
  },
  'invoices:read': { allows: 'Read invoices, payments, statements and the subscription.', roles: 'everyone' },
  'invoices:write': { allows: 'Send proofs of payment and reminders, and change billing details.', roles: 'everyone' },
  'tickets:read': { allows: 'Read tickets, messages and attachments.', roles: 'everyone' },
  'tickets:write': { allows: 'Open, answer and change tickets.', roles: 'everyone' },
  'uploads:write': { allows: 'Upload files for tickets, proofs of payment and releases.', roles: 'everyone' },
  'documents:read': { allows: 'Read help articles.', roles: 'everyone' },
  'documents:write': { allows: 'Write, publish and delete help articles.', roles: 'staff' },
  'releases:read': { allows: 'List versions and download files.', roles: 'everyone' },
  'releases:write': {
    allows: 'Create and delete drafts, write release notes, and cancel schedules.',
    roles: 'admin',
  },
  'releases:publish': { allows: 'Publish drafts to customers without a person confirming.', roles: 'admin' },
  'customers:read': { allows: 'Read organizations with their people, notes and timeline.', roles: 'staff' },
  'customers:write': { allows: 'Change organizations’ details, tags and notes, and decline requests.', roles: 'staff' },
  'users:read': { allows: 'Read members, invitations and roles.', roles: 'org-admin' },
  'audit:read': { allows: 'Read and export the audit log.', roles: 'org-admin' },
  'overview:read': { allows: 'Read the figures and alerts of the overview.', roles: 'everyone' },
}

export const isScope = (text: string): text is Scope => Object.hasOwn(scopes, text)

export const whatAllows = (scope: Scope) => scopes[scope].allows

const granted: Record<About['roles'], readonly Role[]> = {
  everyone: ['admin', 'agent', 'org_admin', 'customer'],
  'org-admin': ['admin', 'org_admin'],
  staff: ['admin', 'agent'],
  admin: ['admin'],
}

/** Whether a token of this role can do anything with the scope. */
export const canGrant = (role: Role, scope: Scope) => granted[scopes[scope].roles].includes(role)
