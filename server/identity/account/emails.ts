import { CONFIRM_HOURS } from '#contract/identity/session.ts'
import type { MailKind } from '#contract/operations/emails/mail-kinds.ts'
import type { Examples, ExampleData } from '#server/domain/example-data.ts'
import { composeFor, composeEmail, type Person as To } from '#server/domain/emails.ts'

type Link = To & { token: string }

const ifNotYou = ({ config }: To) => `If this wasn’t you, change your password now and contact ${config.salesEmail}.`

/** May go to a stranger's address, so it contains nothing that a user typed. */
const confirmation = ({ config, to, token }: Link, kind: MailKind, subject: string, paragraphs: string[]) =>
  composeEmail(config, {
    kind,
    to,
    subject,
    title: 'Confirm your email address',
    paragraphs,
    action: { label: 'Confirm email address', url: `${config.publicUrl}/auth?verify=${token}` },
  })

/** To the account's address. */
export const confirmEmail = (link: Link) =>
  confirmation(link, 'email-verification', `Confirm your email address for ${link.config.productName}`, [
    `Please confirm your address. The link below works for ${CONFIRM_HOURS} hours.`,
    'If this wasn’t you, ignore this email.',
  ])

/** To the requested address. */
export const confirmNewEmail = (link: Link) =>
  confirmation(link, 'email-change', `Confirm your new email address for ${link.config.productName}`, [
    `You asked to use this address for your account. Open the link below to confirm. It works for ${CONFIRM_HOURS} hours.`,
    'If this wasn’t you, ignore this email.',
  ])

const notice = (to: To, kind: MailKind, subject: string, sentences: string[]) =>
  composeFor(to, {
    kind,
    subject,
    paragraphs: [...sentences, ifNotYou(to)],
    action: { label: 'Review your account', url: `${to.config.publicUrl}/account` },
  })

/** To the current address, before the change. */
export const emailChangeAsked = ({ email, ...to }: To & { email: string }) =>
  notice(to, 'email-change-asked', `Your ${to.config.productName} email address is about to change`, [
    `Someone who is signed in to your account asked to use ${email} for it instead of this address.`,
  ])

/** To the owner of an address requested for another account. */
export const addressInUse = (to: To) =>
  composeFor(to, {
    kind: 'address-in-use',
    subject: `You already have a ${to.config.productName} account`,
    paragraphs: [
      'Someone entered this address as the new address of another account. It still belongs to yours, and nothing has changed.',
      'If this was you, sign in with this address or use another one for the other account. Otherwise, ignore this email.',
    ],
    action: { label: 'Sign in', url: `${to.config.publicUrl}/auth` },
  })

export const mfaEnabled = (to: To) =>
  notice(to, 'mfa-enabled', `Two-factor authentication is on for ${to.config.productName}`, [
    'Signing in with your password now also requires a code from your authenticator app. All other sessions were signed out.',
    'Keep your backup codes where you can find them without your phone.',
  ])

export const mfaDisabled = (to: To) =>
  notice(to, 'mfa-disabled', `Two-factor authentication is off for ${to.config.productName}`, [
    'Signing in with your password no longer requires a code.',
  ])

export const backupCodesRenewed = (to: To) =>
  notice(to, 'backup-codes-renewed', `New backup codes for ${to.config.productName}`, [
    'New backup codes were created for your account. Your previous codes no longer work.',
  ])

type Kind =
  | 'email-verification'
  | 'email-change'
  | 'email-change-asked'
  | 'address-in-use'
  | 'mfa-enabled'
  | 'mfa-disabled'
  | 'backup-codes-renewed'

export function accountExamples({ config, reader, token }: ExampleData): Examples<Kind> {
  const to = { config, to: reader.email, firstName: reader.firstName }
  return {
    'email-verification': { Example: confirmEmail({ ...to, token }) },
    'email-change': { Example: confirmNewEmail({ ...to, token }) },
    'email-change-asked': { Example: emailChangeAsked({ ...to, email: 'lerato@acme.example' }) },
    'address-in-use': { Example: addressInUse(to) },
    'mfa-enabled': { Example: mfaEnabled(to) },
    'mfa-disabled': { Example: mfaDisabled(to) },
    'backup-codes-renewed': { Example: backupCodesRenewed(to) },
  }
}
