import { auditActions, type AuditAction } from '#contract/operations/audit/audit-actions.ts'
import type { TimelineKind } from '#contract/operations/timeline.ts'
import { storedNamesOf } from '#server/database/former-actions.ts'

/** Devices start with these. All other actions on licenses are of people. */
const BY_DEVICES: AuditAction[] = ['license.activated', 'license.enrolled', 'download.started']

/** Shown by other records, internal to the vendor, or about reading. */
const LEFT_OUT: AuditAction[] = [
  'license.exported',
  'organization.credit-refunded',
  'organization.exported',
  'user.created',
]

const kinds: Partial<Record<string, TimelineKind>> = {
  license: 'license',
  'license-request': 'license',
  'enrollment-key': 'license',
  subscription: 'subscription',
  user: 'account',
  member: 'account',
  invitation: 'account',
  organization: 'account',
}

const others: Partial<Record<AuditAction, TimelineKind>> = {
  'session.opened': 'sign_in',
  'ticket.rated': 'ticket',
  'ticket.updated': 'ticket',
  'organization.price-changed': 'subscription',
}

const nounOf = (action: string) => action.split('.')[0] ?? ''

function kindOf(action: AuditAction): TimelineKind | undefined {
  if (BY_DEVICES.includes(action)) return 'device'
  return others[action] ?? (LEFT_OUT.includes(action) ? undefined : kinds[nounOf(action)])
}

export type AuditedGroup = { kind: TimelineKind; noun: string; actions: string[] }

/** Actions of one kind and noun, under all names they were stored with: each group is one range of an index. */
export const auditedGroups: AuditedGroup[] = [
  ...Map.groupBy(auditActions, (action) => `${kindOf(action) ?? ''} ${nounOf(action)}`).values(),
].flatMap((actions) => {
  const [first] = actions
  const kind = first && kindOf(first)
  return kind ? [{ kind, noun: nounOf(first), actions: actions.flatMap(storedNamesOf) }] : []
})
