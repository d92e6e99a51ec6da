import type { Config } from '#server/platform/config.ts'
import { letter } from '#server/platform/letter.ts'

type Sender = Pick<Config, 'productName' | 'publicUrl' | 'salesEmail'>
type To = { config: Sender; to: string; firstName: string }
type Link = To & { token: string }

/** To the applicant: confirm the address; sales will be in touch. */
export const registrationReceived = ({ config, to, firstName, token }: Link) => ({
  kind: 'registration-received',
  to,
  subject: `We received your registration for ${config.productName}`,
  ...letter({
    productName: config.productName,
    title: `Thank you, ${firstName}`,
    paragraphs: [
      'Your registration has reached our sales team. They review it and contact you by email to discuss licensing and to activate your account.',
      'Please confirm meanwhile that this address is yours.',
    ],
    action: { label: 'Confirm email address', url: `${config.publicUrl}/auth?verify=${token}` },
  }),
})

type Applicant = { firstName: string; lastName: string; username: string; email: string }

/** To sales: who applied, and where to approve. */
export const registrationForSales = ({
  config,
  organization,
  user,
}: {
  config: Sender
  organization: string
  user: Applicant
}) => ({
  kind: 'registration-for-sales',
  to: config.salesEmail,
  subject: `New registration on ${config.productName}`,
  ...letter({
    productName: config.productName,
    title: 'An account awaits approval',
    paragraphs: [
      `Organization: ${organization}`,
      `Person: ${user.firstName} ${user.lastName} (@${user.username})`,
      `Email: ${user.email}`,
    ],
    action: { label: 'Review the account', url: `${config.publicUrl}/admin/users` },
  }),
})

export const accountActivated = ({ config, to, firstName }: To) => ({
  kind: 'account-activated',
  to,
  subject: `Your ${config.productName} account is active`,
  ...letter({
    productName: config.productName,
    title: `Welcome, ${firstName}`,
    paragraphs: ['Our sales team has approved your account. You can sign in now.'],
    action: { label: 'Sign in', url: `${config.publicUrl}/auth` },
  }),
})

export const passwordReset = ({ config, to, firstName, token }: Link) => ({
  kind: 'password-reset',
  to,
  subject: `Choose a new password for ${config.productName}`,
  ...letter({
    productName: config.productName,
    title: `Hello ${firstName}`,
    paragraphs: [
      'Somebody asked to set a new password for your account. The link below works once, for 30 minutes.',
      'If it was not you, ignore this mail: your password stays as it is.',
    ],
    action: { label: 'Choose a new password', url: `${config.publicUrl}/auth?reset=${token}` },
  }),
})

export const passwordChanged = ({ config, to, firstName }: To) => ({
  kind: 'password-changed',
  to,
  subject: `Your ${config.productName} password was changed`,
  ...letter({
    productName: config.productName,
    title: `Hello ${firstName}`,
    paragraphs: [
      'The password of your account was changed, and every other session was signed out.',
      `If it was not you, set a new password at once and write to ${config.salesEmail}.`,
    ],
    action: { label: 'Sign in', url: `${config.publicUrl}/auth` },
  }),
})

/** To the address that was replaced: whoever reads it must learn of it. */
export const emailChanged = ({ config, to, firstName, email }: To & { email: string }) => ({
  kind: 'email-changed',
  to,
  subject: `Your ${config.productName} email address was changed`,
  ...letter({
    productName: config.productName,
    title: `Hello ${firstName}`,
    paragraphs: [
      `You now sign in with ${email}. This address is no longer used for your account.`,
      `If it was not you, write to ${config.salesEmail} at once.`,
    ],
  }),
})
