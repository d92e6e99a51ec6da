import type { Config } from '#server/platform/config.ts'
import { letter } from '#server/platform/letter.ts'

type To = { config: Pick<Config, 'productName' | 'publicUrl' | 'salesEmail'>; to: string; firstName: string }
type Link = To & { token: string }

const ifNotYou = ({ config }: To) =>
  `If it was not you, choose a new password at once and write to ${config.salesEmail}.`

const security = ({ config }: To) => ({ label: 'Review your account', url: `${config.publicUrl}/account` })

const confirmation = ({ config, token }: Link) => ({
  label: 'Confirm email address',
  url: `${config.publicUrl}/auth?verify=${token}`,
})

/** To the address an account has. */
export const confirmEmail = (link: Link) => ({
  kind: 'email-verification',
  to: link.to,
  subject: `Confirm your email address for ${link.config.productName}`,
  ...letter({
    productName: link.config.productName,
    title: `Hello ${link.firstName}`,
    paragraphs: ['Please confirm that this address is yours. The link below works once, for a day.'],
    action: confirmation(link),
  }),
})

/** To the address an account is to have. */
export const confirmNewEmail = (link: Link) => ({
  kind: 'email-change',
  to: link.to,
  subject: `Confirm your new email address for ${link.config.productName}`,
  ...letter({
    productName: link.config.productName,
    title: `Hello ${link.firstName}`,
    paragraphs: [
      'You asked to use this address for your account. It changes when you open the link below, which works once, for a day.',
      'If it was not you, ignore this mail.',
    ],
    action: confirmation(link),
  }),
})

/** To the address an account has, before anything changes. */
export const emailChangeAsked = ({ email, ...to }: To & { email: string }) => ({
  kind: 'email-change-asked',
  to: to.to,
  subject: `Your ${to.config.productName} email address is about to change`,
  ...letter({
    productName: to.config.productName,
    title: `Hello ${to.firstName}`,
    paragraphs: [
      `Somebody who knows your password asked to use ${email} for your account in place of this address.`,
      ifNotYou(to),
    ],
    action: security(to),
  }),
})

const notice = (to: To, kind: string, subject: string, sentences: string[]) => ({
  kind,
  to: to.to,
  subject,
  ...letter({
    productName: to.config.productName,
    title: `Hello ${to.firstName}`,
    paragraphs: [...sentences, ifNotYou(to)],
    action: security(to),
  }),
})

export const mfaEnabled = (to: To) =>
  notice(to, 'mfa-enabled', `Two-factor authentication is on for ${to.config.productName}`, [
    'Signing in to your account now takes your password and a code of your authenticator app.',
    'Keep your backup codes where you find them without your phone.',
  ])

export const mfaDisabled = (to: To) =>
  notice(to, 'mfa-disabled', `Two-factor authentication is off for ${to.config.productName}`, [
    'Signing in to your account now takes your password alone.',
  ])

export const backupCodesRenewed = (to: To) =>
  notice(to, 'backup-codes-renewed', `New backup codes for ${to.config.productName}`, [
    'New backup codes were made for your account. The earlier ones no longer work.',
  ])
