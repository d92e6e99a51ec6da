import { fullName, REGISTRATION_LINK_DAYS, RESET_MINUTES } from '#contract/identity/session.ts'
import type { Examples, ExampleData } from '#server/domain/example-data.ts'
import { composeEmail, composeFor, type Person as To, type Sender } from '#server/domain/emails.ts'

type Link = To & { token: string }

type Approval = { isApproved: boolean }

/** To the applicant. Anyone may register any address, so it repeats nothing they typed. */
export const registrationReceived = ({ config, to, token, isApproved }: Omit<Link, 'firstName'> & Approval) =>
  composeEmail(config, {
    kind: 'registration-received',
    to,
    subject: `We received your registration for ${config.productName}`,
    title: 'Thank you for registering',
    paragraphs: [
      ...(isApproved
        ? ['Your account is active, and you can sign in. Please confirm your email address.']
        : [
            'Your registration has reached our sales team. They will review it and contact you by email to discuss licensing and activate your account.',
            'In the meantime, please confirm your email address.',
          ]),
      `The link below works for ${REGISTRATION_LINK_DAYS} days. If you didn’t register, ignore this email.`,
    ],
    action: { label: 'Confirm email address', url: `${config.publicUrl}/auth?verify=${token}` },
  })

type Applicant = { firstName: string; lastName: string; username: string; email: string }
type Application = { config: Sender; organization: string; user: Applicant }

/** To sales, with a link to approve, or to the account that was approved automatically. */
export const registrationForSales = ({ config, organization, user, isApproved }: Application & Approval) =>
  composeEmail(config, {
    kind: 'registration-for-sales',
    to: config.salesEmail,
    subject: `New registration on ${config.productName}`,
    title: isApproved ? 'An account was approved automatically' : 'An account awaits approval',
    paragraphs: [
      {
        facts: [
          { label: 'Organization', value: organization },
          { label: 'Person', value: `${fullName(user)} (@${user.username})` },
          { label: 'Email', value: user.email },
        ],
      },
    ],
    action: {
      label: 'Review the account',
      url: `${config.publicUrl}/admin/users?${isApproved ? `search=${user.username}` : 'status=pending'}`,
    },
  })

export const accountActivated = ({ config, to, firstName }: To) =>
  composeEmail(config, {
    kind: 'account-activated',
    to,
    subject: `Your ${config.productName} account is active`,
    title: `Welcome, ${firstName}`,
    paragraphs: ['Our sales team has approved your account. You can sign in now.'],
    action: { label: 'Sign in', url: `${config.publicUrl}/auth` },
  })

type ResetLink = Link & { next?: string | undefined }

export const passwordReset = ({ token, next, ...to }: ResetLink) =>
  composeFor(to, {
    kind: 'password-reset',
    subject: `Choose a new password for ${to.config.productName}`,
    paragraphs: [
      `Someone requested a new password for your account. The link below works once and expires in ${RESET_MINUTES} minutes.`,
      'If this wasn’t you, ignore this email. Your password won’t change.',
    ],
    action: {
      label: 'Choose a new password',
      url: `${to.config.publicUrl}/auth?reset=${token}${next ? `&next=${encodeURIComponent(next)}` : ''}`,
    },
  })

export type RevokedAccess = Record<'hadTokens' | 'hadInvitations', boolean>

export const revokedWith = ({ hadTokens, hadInvitations }: Partial<RevokedAccess>) => [
  ...(hadTokens ? ['Your API tokens were revoked. Programs that used them need new ones.'] : []),
  ...(hadInvitations
    ? ['Your open invitations were revoked. You can invite these people again on the team page.']
    : []),
]

export const passwordChanged = ({
  hadPasskeys,
  hadTokens,
  hadInvitations,
  ...to
}: To & Partial<RevokedAccess & { hadPasskeys: boolean }>) =>
  composeFor(to, {
    kind: 'password-changed',
    subject: `New password for your ${to.config.productName} account`,
    paragraphs: [
      'Your account has a new password, and all other sessions were signed out.',
      ...(hadPasskeys ? ['Your passkeys were removed. You can add them again on your account page.'] : []),
      ...revokedWith({ hadTokens, hadInvitations }),
      `If this wasn’t you, choose another password now with “Forgot your password?” at ${to.config.publicUrl}/auth and contact ${to.config.salesEmail}.`,
    ],
    action: { label: 'Sign in', url: `${to.config.publicUrl}/auth` },
  })

type NewSignIn = To & { device: string; ip: string; isSso: boolean }

export const newSignIn = ({ device, ip, isSso, ...to }: NewSignIn) =>
  composeFor(to, {
    kind: 'new-sign-in',
    subject: `New sign-in to your ${to.config.productName} account`,
    paragraphs: [
      `Someone signed in to your account with a browser that is new to it: ${device}, from the address ${ip}.`,
      'If this was you, you don’t need to do anything.',
      isSso
        ? `If this wasn’t you, change your password at the identity provider of your organization, sign out all other sessions on your account page, and contact an administrator of your organization, or ${to.config.salesEmail}.`
        : `If this wasn’t you, change your password now. That signs out all other sessions. You can also choose a new one with “Forgot your password?” at ${to.config.publicUrl}/auth.`,
    ],
    action: { label: 'Review your account', url: `${to.config.publicUrl}/account` },
  })

const warning = (to: To, subject: string, paragraphs: string[]) =>
  composeFor(to, {
    kind: 'sign-in-attempts',
    subject,
    paragraphs,
    action: { label: 'Review your account', url: `${to.config.publicUrl}/account` },
  })

export const tooManyPasswords = (to: To) =>
  warning(to, `Too many failed sign-ins to your ${to.config.productName} account`, [
    'Someone repeatedly entered wrong passwords for your account, from browsers you haven’t used before. They did not get in.',
    'For up to an hour, signing in from a new browser also requires a code from your authenticator app, if you use one. Browsers you have used before work as usual.',
    `If you can’t sign in, open ${to.config.publicUrl}/auth and use “Forgot your password?”.`,
    'If this wasn’t you, you don’t need to do anything. A long password that you don’t use anywhere else and two-factor authentication keep your account safe.',
  ])

export const tooManyCodes = (to: To) =>
  warning(to, `Someone may know your ${to.config.productName} password`, [
    'Someone entered your password, and then too many wrong authentication codes. They did not get in.',
    `If this wasn’t you, change your password now: sign in and open your account page, or use “Forgot your password?” at ${to.config.publicUrl}/auth.`,
    'If you can’t sign in, use a backup code or a browser you have used before.',
  ])

/** To the replaced address, against takeovers. Without the next one where an admin replaced it. */
export const emailChanged = ({ email, ...to }: To & { email?: string }) =>
  composeFor(to, {
    kind: 'email-changed',
    subject: `Your ${to.config.productName} email address was changed`,
    paragraphs: [
      `${email ? `You now sign in with ${email}.` : 'Our support team has set another address for your account.'} This address is no longer used for it.`,
      `If ${email ? 'this wasn’t you' : 'you didn’t ask for this'}, contact ${to.config.salesEmail} immediately.`,
    ],
  })

type Kind =
  | 'registration-received'
  | 'registration-for-sales'
  | 'account-activated'
  | 'password-reset'
  | 'password-changed'
  | 'email-changed'
  | 'new-sign-in'
  | 'sign-in-attempts'

const bothWays = <Email>(compose: (isApproved: boolean) => Email) => ({
  'Approved by an admin': compose(false),
  'Approved automatically': compose(true),
})

export function sessionExamples({ config, reader, words, token }: ExampleData): Examples<Kind> {
  const to = { config, to: reader.email, firstName: reader.firstName }
  const visit = { ...to, device: 'Firefox on Windows', ip: '203.0.113.7' }
  const user = { firstName: reader.firstName, lastName: words('Mokoena'), username: 'lerato', email: reader.email }
  return {
    'registration-received': bothWays((isApproved) => registrationReceived({ ...to, token, isApproved })),
    'registration-for-sales': bothWays((isApproved) =>
      registrationForSales({ config, organization: words('Acme Mining'), user, isApproved }),
    ),
    'account-activated': { Example: accountActivated(to) },
    'password-reset': { Example: passwordReset({ ...to, token }) },
    'password-changed': {
      'By the person': passwordChanged(to),
      'With a link': passwordChanged({ ...to, hadPasskeys: true, hadTokens: true, hadInvitations: true }),
    },
    'new-sign-in': {
      'With a password or passkey': newSignIn({ ...visit, isSso: false }),
      'With single sign-on': newSignIn({ ...visit, isSso: true }),
    },
    'sign-in-attempts': { 'Wrong passwords': tooManyPasswords(to), 'Wrong codes': tooManyCodes(to) },
    'email-changed': {
      'By the person': emailChanged({ ...to, email: 'lerato@acme.example' }),
      'By an admin': emailChanged(to),
    },
  }
}
