import type { User } from '#contract/identity/session.ts'
import { ADDRESS_LINK_HOURS, type StaffRole } from '#contract/identity/users.ts'
import type { MailKind } from '#contract/operations/emails/mail-kinds.ts'
import type { Examples, ExampleData } from '#server/domain/example-data.ts'
import { composeFor, composeEmail, type Person as To } from '#server/domain/emails.ts'
import { revokedWith, type RevokedAccess } from '#server/identity/session/emails.ts'

const notice = (to: To, kind: MailKind, subject: string, paragraphs: string[]) =>
  composeFor(to, {
    kind,
    subject,
    paragraphs,
    action: { label: 'Sign in', url: `${to.config.publicUrl}/auth` },
  })

export const accountReactivated = (to: To) =>
  notice(to, 'account-reactivated', `Your ${to.config.productName} account is active again`, [
    'Your account was suspended and is active again. You can sign in with your password.',
    `If you never chose a password, or forgot it, open ${to.config.publicUrl}/auth and use “Forgot your password?”.`,
  ])

export const mfaReset = ({
  hadPasskeys,
  hadTokens,
  hadInvitations,
  ...to
}: To & RevokedAccess & { hadPasskeys: boolean }) =>
  notice(to, 'mfa-reset', `Two-factor authentication was reset for ${to.config.productName}`, [
    `Our support team has turned off two-factor authentication for your account${hadPasskeys ? ', removed its passkeys' : ''} and signed you out everywhere.`,
    ...revokedWith({ hadTokens, hadInvitations }),
    'You now sign in with only your password. Please set up two-factor authentication again on your account page.',
    `If you didn’t ask for this, change your password now and contact ${to.config.salesEmail}.`,
  ])

type ReplacedEmail = To & RevokedAccess & { token: string }

export const emailReplaced = ({ token, hadTokens, hadInvitations, ...to }: ReplacedEmail) =>
  composeFor(to, {
    kind: 'email-replaced',
    subject: `Your ${to.config.productName} account now uses this address`,
    paragraphs: [
      'Our support team has set this address for your account. Choose a new password to sign in with it.',
      'Your former password and your passkeys no longer work, and all sessions were ended.',
      ...revokedWith({ hadTokens, hadInvitations }),
      ...linkOnce(to),
    ],
    action: choosePassword(to, token),
  })

const linkOnce = ({ config }: To) => [
  `The link works once, for ${ADDRESS_LINK_HOURS} hours. If it has expired, open ${config.publicUrl}/auth and use “Forgot your password?”.`,
  `If you didn’t expect this, contact ${config.salesEmail}.`,
]

const choosePassword = ({ config }: To, token: string) => ({
  label: 'Choose a password',
  url: `${config.publicUrl}/auth?reset=${token}`,
})

/** Anyone may register any address, so it repeats nothing they typed. */
export const registrationDeclined = ({ config, to, reason }: Omit<To, 'firstName'> & { reason: string }) =>
  composeEmail(config, {
    kind: 'registration-declined',
    to,
    subject: `Your registration for ${config.productName} was declined`,
    title: 'Your registration was not accepted',
    paragraphs: [
      'Our sales team has reviewed your registration and declined it. What you entered was deleted. The reason is:',
      { quote: reason },
      `If you have questions, or something was not right, write to ${config.salesEmail}.`,
    ],
  })

type StaffInvitation = To & { role: StaffRole; invitedBy: string | null; token: string }

export const staffInvitation = ({ role, invitedBy, token, ...to }: StaffInvitation) =>
  composeFor(to, {
    kind: 'staff-invitation',
    subject: `Choose your password for ${to.config.productName}`,
    paragraphs: [
      `${invitedBy ?? to.config.productName} has made you an ${role} of ${to.config.productName}. Choose a password to sign in with this address.`,
      ...linkOnce(to),
    ],
    action: choosePassword(to, token),
  })

type NewAdmin = To & { admin: Pick<User, 'firstName' | 'lastName' | 'email'>; by: string | null }

export const adminAdded = ({ admin: { firstName, lastName, email }, by, ...to }: NewAdmin) =>
  composeFor(to, {
    kind: 'admin-added',
    subject: `New admin of ${to.config.productName}`,
    paragraphs: [
      `${by ?? to.config.productName} has made ${firstName} ${lastName} (${email}) an admin of ${to.config.productName}.`,
      'Admins can approve accounts, change prices and licenses, publish versions, and add other admins.',
      'If you did not expect this, suspend the new admin and end the sessions of the admin who did it.',
    ],
    action: { label: 'Open the list of admins', url: `${to.config.publicUrl}/admin/users?role=admin` },
  })

export function userExamples({
  config,
  reader,
  words,
  token,
}: ExampleData): Examples<
  'registration-declined' | 'account-reactivated' | 'mfa-reset' | 'email-replaced' | 'staff-invitation' | 'admin-added'
> {
  const to = { config, to: reader.email, firstName: reader.firstName }
  const invited = { ...to, invitedBy: words('Thandi Nkosi'), token }
  return {
    'registration-declined': {
      Example: registrationDeclined({ ...to, reason: words('Please register with the address of your company.') }),
    },
    'account-reactivated': { Example: accountReactivated(to) },
    'mfa-reset': { Example: mfaReset({ ...to, hadPasskeys: true, hadTokens: true, hadInvitations: true }) },
    'email-replaced': { Example: emailReplaced({ ...to, token, hadTokens: true, hadInvitations: true }) },
    'staff-invitation': {
      'To an admin': staffInvitation({ ...invited, role: 'admin' }),
      'To an agent': staffInvitation({ ...invited, role: 'agent' }),
    },
    'admin-added': {
      Example: adminAdded({
        ...to,
        admin: { firstName: words('Sipho'), lastName: words('Khumalo'), email: 'sipho@example.com' },
        by: words('Thandi Nkosi'),
      }),
    },
  }
}
