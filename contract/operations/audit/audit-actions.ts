import { inWords } from '#contract/text.ts'

/**
 * Every action the audit log records: noun.verb in the past tense, and its name. `updated`: several fields changed, `<field>-changed`: one
 * did. The names are stored, so the old name of a renamed action moves to server/database/former-actions.ts.
 */
const sentences = {
  'access.refused': 'Access refused',
  'api-token.created': 'API token created',
  'api-token.revoked': 'API token revoked',
  'audit.exported': 'Audit log exported',
  'blocked-domain.created': 'Domain blocked',
  'blocked-domain.deleted': 'Domain unblocked',
  'business-hours.updated': 'Business hours changed',
  'canned-reply.created': 'Canned reply created',
  'canned-reply.deleted': 'Canned reply deleted',
  'canned-reply.updated': 'Canned reply changed',
  'category.created': 'Category created',
  'category.deleted': 'Category deleted',
  'category.updated': 'Category changed',
  'document.created': 'Document created',
  'document.deleted': 'Document deleted',
  'document.published': 'Document published',
  'document.rated': 'Document rated',
  'document.unpublished': 'Document unpublished',
  'document.updated': 'Document changed',
  'download.started': 'Download started',
  'email.resent': 'Email sent again',
  'enrollment-key.created': 'Enrollment key created',
  'enrollment-key.deleted': 'Enrollment key deleted',
  'enrollment-key.paused': 'Enrollment key paused',
  'enrollment-key.resumed': 'Enrollment key resumed',
  'enrollment-key.updated': 'Enrollment key changed',
  'invitation.accepted': 'Invitation accepted',
  'invitation.created': 'Invitation created',
  'invitation.resent': 'Invitation sent again',
  'invitation.revoked': 'Invitation revoked',
  'invoice.created': 'Invoice created',
  'invoice.credit-applied': 'Credit applied to invoice',
  'invoice.credit-removed': 'Credit removed from invoice',
  'invoice.credited': 'Invoice credited',
  'invoice.exported': 'Invoices exported',
  'invoice.payment-recorded': 'Invoice payment recorded',
  'invoice.payment-reversed': 'Invoice payment reversed',
  'invoice.payments-exported': 'Payments exported',
  'invoice.proof-sent': 'Proof of payment sent',
  'invoice.reminded': 'Payment reminder sent',
  'invoice.status-changed': 'Invoice status changed',
  'job.all-retried': 'Failed jobs retried',
  'job.discarded': 'Failed job discarded',
  'job.retried': 'Job retried',
  'job.started': 'Job started',
  'license-request.approved': 'License request approved',
  'license-request.created': 'License request created',
  'license-request.declined': 'License request declined',
  'license.activated': 'License activated',
  'license.assigned': 'License assigned',
  'license.created': 'License created',
  'license.deactivated': 'License deactivated',
  'license.deleted': 'License deleted',
  'license.device-changed': 'License device changed',
  'license.enrolled': 'License enrolled',
  'license.exported': 'License exported',
  'license.file-created': 'License file created',
  'license.moved': 'License moved',
  'license.moves-reset': 'License moves reset',
  'license.reactivated': 'License reactivated',
  'license.restored': 'License restored',
  'license.revoked': 'License revoked',
  'license.suspended': 'License suspended',
  'license.transferred': 'License transferred',
  'license.updated': 'License edited',
  'member.reactivated': 'Member reactivated',
  'member.removed': 'Member removed',
  'member.role-changed': 'Member role changed',
  'message.sent': 'Message sent',
  'organization.credit-refunded': 'Organization credit refunded',
  'organization.exported': 'Organization exported',
  'organization.mfa-changed': 'Organization two-factor rule changed',
  'organization.note-added': 'Note about an organization written',
  'organization.note-deleted': 'Note about an organization deleted',
  'organization.note-updated': 'Note about an organization changed',
  'organization.owner-changed': 'Account owner changed',
  'organization.price-changed': 'Organization price changed',
  'organization.reactivated': 'Organization reactivated',
  'organization.reminders-paused': 'Payment reminders paused',
  'organization.reminders-resumed': 'Payment reminders resumed',
  'organization.snoozed': 'Organization snoozed',
  'organization.sso-changed': 'Organization single sign-on changed',
  'organization.suspended': 'Organization suspended',
  'organization.tags-changed': 'Organization tags changed',
  'organization.updated': 'Organization details changed',
  'release-notes.updated': 'Release notes written',
  'secret.rotated': 'Secrets replaced',
  'session.closed': 'Sign-out',
  'session.confirmed': 'Identity confirmed',
  'session.opened': 'Sign-in',
  'session.revoked': 'Session ended',
  'signing-key.rotated': 'Signing key rotated',
  'subscription.canceled': 'Subscription canceled',
  'subscription.created': 'Subscription created',
  'subscription.ended': 'Subscription ended',
  'subscription.marked-past-due': 'Subscription past due',
  'subscription.marked-unpaid': 'Subscription unpaid',
  'subscription.overdue-extended': 'Subscription more overdue',
  'subscription.overdue-shortened': 'Subscription less overdue',
  'subscription.recovered': 'Subscription active again',
  'subscription.renewal-reverted': 'Subscription renewal undone',
  'subscription.renewed': 'Subscription renewed',
  'subscription.resumed': 'Subscription resumed',
  'subscription.seat-change-applied': 'Subscription seats applied',
  'subscription.seat-change-failed': 'Subscription seats failed',
  'subscription.seat-change-scheduled': 'Subscription seats planned',
  'subscription.seats-added': 'Subscription seats added',
  'subscription.seats-settled': 'Subscription seats settled',
  'subscription.trial-changed': 'Trial changed',
  'subscription.trial-converted': 'Trial converted',
  'subscription.trial-started': 'Trial started',
  'subscription.updated': 'Subscription changed',
  'target.updated': 'Target changed',
  'ticket.assigned': 'Ticket assigned',
  'ticket.created': 'Ticket opened',
  'ticket.exported': 'Tickets exported',
  'ticket.merged': 'Ticket merged',
  'ticket.note-added': 'Internal note written',
  'ticket.rated': 'Ticket rated',
  'ticket.snoozed': 'Ticket snoozed',
  'ticket.updated': 'Ticket changed',
  'upload.refused': 'File with malware refused',
  'user.approved': 'Account approved',
  'user.backup-codes-renewed': 'Backup codes renewed',
  'user.created': 'Staff added',
  'user.data-exported': 'Personal data exported',
  'user.declined': 'Account declined',
  'user.email-change-requested': 'Email change requested',
  'user.email-change-withdrawn': 'Email change withdrawn',
  'user.email-changed': 'Email address changed',
  'user.email-replaced': 'Email address replaced',
  'user.email-verified': 'Email address confirmed',
  'user.erased': 'Personal data erased',
  'user.mfa-disabled': 'Two-factor authentication disabled',
  'user.mfa-enabled': 'Two-factor authentication enabled',
  'user.mfa-reset': 'Two-factor authentication reset',
  'user.notification-changed': 'Notification setting changed',
  'user.other-sessions-revoked': 'Other sessions ended',
  'user.passkey-added': 'Passkey added',
  'user.passkey-removed': 'Passkey removed',
  'user.passkey-renamed': 'Passkey renamed',
  'user.password-changed': 'Password changed',
  'user.password-reset': 'Password reset',
  'user.password-reset-sent': 'Password reset email sent',
  'user.reactivated': 'Account reactivated',
  'user.registered': 'Organization registered',
  'user.role-changed': 'User role changed',
  'user.sessions-revoked': 'All sessions ended',
  'user.suspended': 'Account suspended',
  'user.updated': 'Profile changed',
  'user.verification-sent': 'Confirmation mail sent',
  'version.created': 'Version draft created',
  'version.deleted': 'Version draft deleted',
  'version.file-added': 'Version file added',
  'version.file-replaced': 'Version file replaced',
  'version.marked-latest': 'Version made the latest',
  'version.minimum-changed': 'Version minimum changed',
  'version.package-added': 'Version package added',
  'version.package-replaced': 'Version package replaced',
  'version.promoted': 'Version promoted to stable',
  'version.publication-failed': 'Version not published as scheduled',
  'version.published': 'Version published',
  'version.restored': 'Version restored',
  'version.rollout-changed': 'Version rollout changed',
  'version.schedule-canceled': 'Version schedule canceled',
  'version.scheduled': 'Version scheduled',
  'version.signature-changed': 'Version signature changed',
  'version.withdrawn': 'Version withdrawn',
  'viewing.ended': 'View as a customer ended',
  'viewing.started': 'View as a customer started',
  'webhook.created': 'Webhook created',
  'webhook.deleted': 'Webhook deleted',
  'webhook.disabled': 'Webhook turned off after failures',
  'webhook.replayed': 'Webhook events sent again',
  'webhook.secret-rotated': 'Webhook secret replaced',
  'webhook.updated': 'Webhook changed',
} as const

export type AuditAction = keyof typeof sentences

export type NounOf<Action> = Action extends `${infer Noun}.${string}` ? Noun : never

/** The actions on one thing: `ActionOn<'license'>`. */
export type ActionOn<Noun extends NounOf<AuditAction>> = Extract<AuditAction, `${Noun}.${string}`>

export const isAuditAction = (name: string): name is AuditAction => Object.hasOwn(sentences, name)

export const auditActions = Object.keys(sentences).filter(isAuditAction)

/** The subject of an action. */
export type SubjectKind =
  | 'api-token'
  | 'blocked-domain'
  | 'canned-reply'
  | 'category'
  | 'document'
  | 'enrollment-key'
  | 'invitation'
  | 'invoice'
  | 'job'
  | 'license'
  | 'license-request'
  | 'organization'
  | 'subscription'
  | 'ticket'
  | 'user'
  | 'version'
  | 'webhook'

/** 'license-request.approved' → 'License request approved', also for an action that only a newer release knows. */
export const actionName = (action: string) =>
  isAuditAction(action) ? sentences[action] : inWords(action.replace('.', ' '))
