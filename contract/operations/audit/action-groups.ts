import * as z from 'zod/mini'
import type { AuditAction, NounOf } from './audit-actions.ts'

export const ActionGroup = z.enum(['account', 'team', 'license', 'billing', 'support', 'organization', 'publishing'])
export type ActionGroup = z.infer<typeof ActionGroup>

const groups: Record<NounOf<AuditAction>, ActionGroup> = {
  access: 'account',
  'api-token': 'account',
  audit: 'organization',
  'blocked-domain': 'account',
  'business-hours': 'support',
  'canned-reply': 'support',
  category: 'support',
  document: 'publishing',
  download: 'publishing',
  email: 'organization',
  'enrollment-key': 'license',
  invitation: 'team',
  invoice: 'billing',
  job: 'organization',
  license: 'license',
  'license-request': 'license',
  member: 'team',
  message: 'support',
  organization: 'organization',
  'release-notes': 'publishing',
  secret: 'account',
  session: 'account',
  'signing-key': 'license',
  subscription: 'billing',
  target: 'support',
  ticket: 'support',
  upload: 'account',
  user: 'account',
  version: 'publishing',
  viewing: 'account',
  webhook: 'account',
}

export const nounsOf = (group: ActionGroup) =>
  Object.entries(groups).flatMap(([noun, own]) => (own === group ? [noun] : []))
