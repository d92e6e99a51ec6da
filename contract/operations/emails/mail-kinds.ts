import { RENEWAL_NOTICE_DAYS, UNPAID_AFTER_DAYS } from '#contract/billing/terms.ts'
import type { NotificationKind } from '#contract/identity/account.ts'
import { inWords } from '#contract/text.ts'
import type { Audience } from './mails.ts'

export const MAIL_GROUPS = [
  'Account',
  'Team',
  'Invoices and payments',
  'Subscription',
  'License requests',
  'Support',
  'Releases',
] as const
type Group = (typeof MAIL_GROUPS)[number]

type About = {
  name: string
  /** One sentence. */
  when: string
  audience: Audience
  /** The preference that turns it off. Without one it is always sent. */
  stoppedBy?: NotificationKind
}

const account = (name: string, when: string, audience: Audience = 'person') => of('Account', { name, when, audience })

const money = (name: string, when: string) =>
  of('Invoices and payments', { name, when, audience: 'admins', stoppedBy: 'invoices' })

const subscription = (name: string, when: string, audience: Audience = 'admins') =>
  of('Subscription', { name, when, audience, stoppedBy: 'subscription' })

const of = (group: Group, about: About) => ({ group, ...about })

const WHEN_REGISTERED = 'When someone has registered.'
const WHEN_ADDRESS_CHANGE_REQUESTED = 'When a person asks to use another address.'

/** In the order in which the operator reads of them. */
export const mailKinds = {
  'registration-received': account('Registration received', WHEN_REGISTERED, 'applicant'),
  'registration-for-sales': account('Registration, to sales', WHEN_REGISTERED, 'sales'),
  'account-activated': account('Account activated', 'When an admin has approved the account.'),
  'registration-declined': account('Registration declined', 'When an admin has declined the account.', 'applicant'),
  'account-reactivated': account('Account reactivated', 'When an admin has reactivated a suspended account.'),
  'staff-invitation': account('Account for a colleague', 'When an admin has created a staff account.', 'colleague'),
  'admin-added': account('New admin', 'When an admin has made someone an admin of the portal.', 'vendorAdmins'),
  'password-reset': account('Password reset', 'When someone has asked for a new password.'),
  'password-changed': account('Password changed', 'When the password was changed or reset.'),
  'new-sign-in': account(
    'New sign-in',
    'When a person has signed in with a browser that is new to the account, but not the first.',
  ),
  'sign-in-attempts': account(
    'Too many failed sign-ins',
    'When too many wrong passwords or codes were entered for an account, once in that hour or quarter of an hour.',
  ),
  'email-verification': account(
    'Email verification',
    'When the person, or an admin for them, asks for the link again.',
    'newAddress',
  ),
  'email-change': account('New email address', WHEN_ADDRESS_CHANGE_REQUESTED, 'newAddress'),
  'email-change-asked': account('New email address asked for', WHEN_ADDRESS_CHANGE_REQUESTED),
  'address-in-use': account(
    'Address in use',
    'When a person asks to use an address that belongs to another account; to its owner, once a day.',
  ),
  'email-changed': account(
    'Email address changed',
    'When the new address was confirmed, or an admin has replaced it.',
    'formerAddress',
  ),
  'email-replaced': account('Email address replaced', 'When an admin has replaced the address.', 'newAddress'),
  'mfa-enabled': account('Two-factor authentication on', 'When a person has turned it on.'),
  'mfa-disabled': account('Two-factor authentication off', 'When a person has turned it off.'),
  'mfa-reset': account('Two-factor authentication reset', 'When an admin has turned it off for someone.'),
  'backup-codes-renewed': account('New backup codes', 'When a person has made new backup codes.'),
  'passkey-added': account('Passkey added', 'When a person has added a passkey.'),
  'passkey-removed': account('Passkey removed', 'When a person has removed a passkey.'),
  'sso-linked': account(
    'First single sign-on',
    'When a member has signed in with the identity provider for the first time.',
  ),
  'api-token-created': account('API token created', 'When a person has created an API token.'),
  'webhook-failed': account(
    'Webhook failed',
    'When an event could not be sent to a webhook for three days, or a webhook was turned off; for each webhook once a day.',
    'webhookAdmins',
  ),
  'team-invitation': of('Team', {
    name: 'Invitation',
    when: 'When an administrator invites someone to the organization, or sends the invitation again.',
    audience: 'invited',
  }),
  'invitation-not-possible': of('Team', {
    name: 'Invitation not possible',
    when: 'When an administrator invites an address that has an account elsewhere; to its owner, once a day.',
    audience: 'person',
  }),
  'invitation-accepted': of('Team', {
    name: 'Invitation accepted',
    when: 'When the invited person has joined.',
    audience: 'inviter',
    stoppedBy: 'team',
  }),
  'sso-changed': of('Team', {
    name: 'Single sign-on changed',
    when: 'When an administrator has set up, changed, required or removed the identity provider of the organization.',
    audience: 'adminsAlone',
  }),
  'invoice-issued': money(
    'Invoice issued',
    `When an admin issues an invoice, and automatically ${RENEWAL_NOTICE_DAYS.monthly} days before a monthly and ${RENEWAL_NOTICE_DAYS.annual} days before an annual renewal.`,
  ),
  'payment-received': money('Payment received', 'When an admin has recorded a payment.'),
  'payment-reversed': money(
    'Payment reversed',
    'When an admin has reversed a payment: the bank returned it, or it was recorded by mistake.',
  ),
  'invoice-credited': money('Credit note', 'When an admin has credited an invoice or a part of it.'),
  'payment-reminder': of('Invoices and payments', {
    name: 'Payment reminder',
    when: 'Before an invoice is due, on the day, and three times while it is overdue, in office hours; or when an admin sends one.',
    audience: 'admins',
    stoppedBy: 'payment_reminders',
  }),
  'subscription-past-due': subscription(
    'Subscription past due',
    'When an invoice of the subscription was not paid by its due day.',
  ),
  'subscription-unpaid': subscription(
    'Subscription unpaid',
    `When such an invoice has been overdue for ${UNPAID_AFTER_DAYS} days, so that devices stop.`,
  ),
  'subscription-active': subscription('Subscription active again', 'When everything that was overdue is paid.'),
  'seats-changed': subscription('Seats changed', 'When there are more or fewer seats from now on.'),
  'seats-not-changed': subscription('Seats not changed', 'When a planned change of seats was not possible on its day.'),
  'subscription-canceled': subscription(
    'Subscription canceled',
    'When the subscription was canceled and has not ended yet.',
  ),
  'cancellation-for-sales': of('Subscription', {
    name: 'Cancellation, to sales',
    when: 'When a customer has canceled, or an admin for them.',
    audience: 'sales',
  }),
  'payment-proof-for-sales': of('Invoices and payments', {
    name: 'Proof of payment, to sales',
    when: 'When a customer has sent a proof of payment.',
    audience: 'sales',
  }),
  'subscription-resumed': subscription('Cancellation reversed', 'When a canceled subscription continues.'),
  'subscription-ending': subscription(
    'Subscription about to end',
    'When a canceled subscription ends in 30 days, and again when it ends in 7.',
  ),
  'subscription-ended': subscription(
    'Subscription ended',
    'When a canceled subscription has ended, or one that was not paid.',
  ),
  'trial-started': subscription('Trial started', 'When an admin has started a trial.'),
  'trial-changed': subscription('Trial changed', 'When an admin has changed the end or the licenses of a trial.'),
  'trial-converted': subscription('Trial converted', 'When an admin has converted a trial to a subscription.'),
  'trial-ending': subscription('Trial about to end', 'When a trial ends in 30 days, and again when it ends in 7.'),
  'trial-ended': subscription('Trial ended', 'When a trial has ended.'),
  'organization-suspended': subscription(
    'Organization suspended',
    'When an admin has suspended the organization.',
    'adminsAlone',
  ),
  'organization-reactivated': subscription(
    'Organization reactivated',
    'When an admin has reactivated the organization.',
    'adminsAlone',
  ),
  'license-request-for-sales': of('License requests', {
    name: 'Request, to sales',
    when: 'When a customer asks for more licenses.',
    audience: 'sales',
  }),
  'license-request-approved': of('License requests', {
    name: 'Request approved',
    when: 'When an admin has approved the request.',
    audience: 'requester',
    stoppedBy: 'license_requests',
  }),
  'license-request-declined': of('License requests', {
    name: 'Request declined',
    when: 'When an admin has declined the request.',
    audience: 'requester',
    stoppedBy: 'license_requests',
  }),
  'ticket-news': of('Support', {
    name: 'Ticket update',
    when: 'Two minutes after someone opens, answers or resolves a ticket: one email with all new messages.',
    audience: 'followers',
    stoppedBy: 'tickets',
  }),
  'ticket-mention': of('Support', {
    name: 'Mention in a note',
    when: 'When a colleague mentions a staff member in an internal note.',
    audience: 'mentioned',
    stoppedBy: 'tickets',
  }),
  'release-changed': of('Releases', {
    name: 'Release published',
    when: 'When a version is scheduled, published, promoted, activated or made the latest, or cannot be published as scheduled.',
    audience: 'vendorAdmins',
  }),
} as const satisfies Record<string, About & { group: Group }>

export type MailKind = keyof typeof mailKinds
export const MAIL_KINDS = Object.keys(mailKinds) as MailKind[]

const isKind = (kind: string): kind is MailKind => Object.hasOwn(mailKinds, kind)

/** Its name on screen, also for a kind that only another release knows. */
export const mailName = (kind: string) => (isKind(kind) ? mailKinds[kind].name : inWords(kind))
