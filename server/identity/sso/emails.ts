import { composeFor, type Person } from '#server/domain/emails.ts'
import type { Examples, ExampleData } from '#server/domain/example-data.ts'

const WHO_OPENS =
  'This identity provider can now sign in as every member with an address at a verified domain of your organization.'
const PASSWORDS = 'Members may sign in with their passwords and passkeys.'

/** Subject, sentence and consequence. */
const EFFECTS = {
  'set up': ['Single sign-on was set up', 'Single sign-on was set up for your organization.', WHO_OPENS],
  changed: ['The identity provider was changed', 'The identity provider of your organization was changed.', WHO_OPENS],
  removed: ['Single sign-on was removed', 'Single sign-on was removed from your organization.', PASSWORDS],
  required: [
    'Single sign-on is now required',
    'Single sign-on is now required in your organization.',
    'Members with an address at a verified domain can no longer use their passwords and passkeys, except administrators.',
  ],
  optional: ['Single sign-on is now optional', 'Single sign-on is now optional in your organization.', PASSWORDS],
  'domain verified': [
    'A single sign-on domain was verified',
    'A domain was verified for single sign-on.',
    'Your identity provider can now sign in as every member with an address at this domain. If single sign-on is required, they can no longer use their passwords and passkeys, except administrators.',
  ],
  'domain removed': [
    'A single sign-on domain was removed',
    'A domain was removed from single sign-on.',
    'Its addresses no longer lead to your identity provider.',
  ],
  'domain lost': [
    'Another organization verified your domain',
    'Another organization has proved that it controls a domain of yours.',
    'Its addresses no longer lead to your identity provider. Verify the domain again if it is still yours.',
  ],
} as const
export type SsoEffect = keyof typeof EFFECTS

/** `subject`: the issuer or the domain. */
type Change = Person & { effect: SsoEffect; subject: string; by: string }

export function ssoChanged({ effect, subject, by, ...to }: Change) {
  const [summary, sentence, consequence] = EFFECTS[effect]
  const label = effect.startsWith('domain') ? 'Domain' : 'Identity provider'
  return composeFor(to, {
    kind: 'sso-changed',
    subject: `${summary} on ${to.config.productName}`,
    paragraphs: [
      sentence,
      {
        facts: [
          { label, value: subject },
          { label: 'Changed by', value: by },
        ],
      },
      consequence,
      `If you didn’t expect this, check single sign-on on the team page, change your password and contact ${to.config.salesEmail}.`,
    ],
    action: { label: 'Open the team', url: `${to.config.publicUrl}/team` },
  })
}

type FirstSignIn = Person & { issuer: string }

export const ssoLinked = ({ issuer, ...to }: FirstSignIn) =>
  composeFor(to, {
    kind: 'sso-linked',
    subject: `Single sign-on now opens your ${to.config.productName} account`,
    paragraphs: [
      'You have signed in with the identity provider of your organization for the first time.',
      { facts: [{ label: 'Identity provider', value: issuer }] },
      `If this wasn’t you, contact an administrator of your organization, or ${to.config.salesEmail}.`,
    ],
    action: { label: 'Review your account', url: `${to.config.publicUrl}/account` },
  })

export function ssoExamples({ config, reader, words }: ExampleData): Examples<'sso-changed' | 'sso-linked'> {
  const to = { config, to: reader.email, firstName: reader.firstName }
  const issuer = 'https://login.acme.example'
  const changed = (effect: SsoEffect, subject = issuer, by = words('Lindiwe Botha')) =>
    ssoChanged({ ...to, effect, subject, by })
  return {
    'sso-changed': {
      'Set up': changed('set up'),
      Changed: changed('changed'),
      Removed: changed('removed'),
      Required: changed('required'),
      Optional: changed('optional'),
      'Domain verified': changed('domain verified', 'acme.example'),
      'Domain removed': changed('domain removed', 'acme.example'),
      'Domain verified by another organization': changed('domain lost', 'acme.example', config.productName),
    },
    'sso-linked': { Example: ssoLinked({ ...to, issuer }) },
  }
}
