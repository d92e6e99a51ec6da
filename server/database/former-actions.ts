import { actionName, auditActions, type AuditAction } from '#contract/operations/audit/audit-actions.ts'
import { sentenceOf } from '#contract/operations/audit/audit-sentences.ts'

/**
 * Action names of older releases. The audit log is append-only, so its rows keep them, and readers get the current names
 * (docs/decisions/039).
 */
const formerActions: Record<string, AuditAction> = {
  'canned-reply.changed': 'canned-reply.updated',
  'category.changed': 'category.updated',
  'document.changed': 'document.updated',
  'enrollment-key.changed': 'enrollment-key.updated',
  'license.device_changed': 'license.device-changed',
  'license.edited': 'license.updated',
  'license.file_made': 'license.file-created',
  'license.moves_reset': 'license.moves-reset',
  'message.noted': 'ticket.note-added',
  'organization.details-changed': 'organization.updated',
  'release-notes.written': 'release-notes.updated',
  'session.others-revoked': 'user.other-sessions-revoked',
  'subscription.active-again': 'subscription.recovered',
  'subscription.changed': 'subscription.updated',
  'subscription.less-overdue': 'subscription.overdue-shortened',
  'subscription.more-overdue': 'subscription.overdue-extended',
  'subscription.past-due': 'subscription.marked-past-due',
  'subscription.renewal-undone': 'subscription.renewal-reverted',
  'subscription.seats-applied': 'subscription.seat-change-applied',
  'subscription.seats-failed': 'subscription.seat-change-failed',
  'subscription.seats-planned': 'subscription.seat-change-scheduled',
  'subscription.unpaid': 'subscription.marked-unpaid',
  'target.changed': 'target.updated',
  'ticket.changed': 'ticket.updated',
  'user.activated': 'user.approved',
  'user.changed': 'user.updated',
  'user.email-change-asked': 'user.email-change-requested',
  'user.notification-set': 'user.notification-changed',
  'user.sessions-ended': 'user.sessions-revoked',
  'user.verification-mailed': 'user.verification-sent',
  'version.set-latest': 'version.marked-latest',
}

/** The current name of a stored action. Unknown names of newer releases stay. */
export const currentAction = (stored: string) =>
  Object.hasOwn(formerActions, stored) ? formerActions[stored]! : (stored as AuditAction)

export const storedNamesOf = (action: AuditAction): string[] => [
  action,
  ...Object.keys(formerActions).filter((former) => formerActions[former] === action),
]

/** The stored names of actions whose sentence or name contains this text. */
export function storedNamesCalled(text: string) {
  const wanted = text.toLowerCase()
  return auditActions
    .map((action) => ({ names: storedNamesOf(action), sentences: [actionName(action), wordsOf(action)] }))
    .filter(({ names, sentences }) =>
      [...sentences, ...names.map(asTyped)].some((words) => words.toLowerCase().includes(wanted)),
    )
    .flatMap(({ names }) => names)
}

/** 'revoked license {subject}' → 'revoked license ' */
const wordsOf = (action: AuditAction) => sentenceOf(action)?.replaceAll(/\{\w+\}/g, '') ?? ''

/** 'license-request.approved' → 'license request approved' */
const asTyped = (name: string) => name.replace(/[.-]/g, ' ')
