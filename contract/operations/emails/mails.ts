import type { NotificationKind } from '#contract/identity/account.ts'

/** Names of the email preferences, in the portal and in the emails they turn off. */
export const notificationNames: Record<NotificationKind, string> = {
  license_requests: 'License requests',
  invoices: 'Invoices',
  payment_reminders: 'Payment reminders',
  subscription: 'Subscription',
  team: 'Team',
  tickets: 'Support tickets',
}

const YOU_ARE_AN_ADMINISTRATOR = 'You get this email because you are an administrator of your organization.'

/** The recipients of an email, as described to the operator (`to`) and to the recipient (`why`). */
export const audiences = {
  person: {
    to: 'The person',
    why: 'This email is about your account, so it is always sent.',
  },
  applicant: {
    to: 'The applicant',
    why: 'You get this email because someone registered with this address.',
  },
  newAddress: {
    to: 'The address that is to be confirmed',
    why: 'You get this email because someone entered this address for an account.',
  },
  formerAddress: {
    to: 'The address that was replaced',
    why: 'You get this email because this was the address of your account.',
  },
  colleague: {
    to: 'The new colleague',
    why: 'You get this email because an account was made for this address.',
  },
  invited: {
    to: 'The invited person',
    why: 'You get this email because someone invited this address.',
  },
  inviter: {
    to: 'The person who sent the invitation',
    why: 'You get this email because you sent the invitation.',
  },
  admins: {
    to: 'The administrators of the organization, or its own address while it has none',
    why: YOU_ARE_AN_ADMINISTRATOR,
  },
  adminsAlone: {
    to: 'The administrators of the organization',
    why: YOU_ARE_AN_ADMINISTRATOR,
  },
  office: {
    to: 'The organization’s own address',
    why: 'You get this email because your organization has no administrator at present.',
  },
  requester: {
    to: 'The person who requested the licenses',
    why: 'You get this email because you asked for these licenses.',
  },
  followers: {
    to: 'The ticket’s customer, followers and assignee, or all staff if it has no assignee; never the author',
    why: 'You get this email because you opened this ticket, follow it or look after it.',
  },
  mentioned: {
    to: 'The mentioned staff members',
    why: 'You get this email because a colleague mentioned you.',
  },
  vendorAdmins: {
    to: 'All admins of the portal, the one who did it included',
    why: 'You get this email because you are an admin of this portal. Security emails are always sent.',
  },
  webhookAdmins: {
    to: 'The administrators of the organization, or all admins of the portal for a webhook of the vendor',
    why: 'You get this email because you manage the webhooks, so it is always sent.',
  },
  sales: {
    to: 'The sales team',
    why: 'You get this email because this is the address of the sales team.',
  },
} as const satisfies Record<string, { to: string; why: string }>

export type Audience = keyof typeof audiences
