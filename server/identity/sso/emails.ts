import type { Database } from '#server/database/database.ts'
import { composeFor, type Person } from '#server/domain/emails.ts'
import type { Examples, ExampleData } from '#server/domain/example-data.ts'
import { findAdministrators } from '#server/domain/users.ts'
import type { Platform } from '#server/platform/platform.ts'

type Change = Person & { effect: string; issuer: string; by: string }

export const ssoChanged = ({ effect, issuer, by, ...to }: Change) =>
  composeFor(to, {
    kind: 'sso-changed',
    subject: `Single sign-on of your organization was changed on ${to.config.productName}`,
    paragraphs: [
      effect,
      {
        facts: [
          { label: 'Identity provider', value: issuer },
          { label: 'Changed by', value: by },
        ],
      },
      `Its operator can sign in as every member. If you didn’t expect this, remove it, change your password and contact ${to.config.salesEmail}.`,
    ],
    action: { label: 'Open the team', url: `${to.config.publicUrl}/team` },
  })

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

type Announcement = { organizationId: string; effect: string; issuer: string; by: string }

/** Emails every administrator, also the one who did it: a stolen session must not open all accounts unnoticed. */
export async function announceChange(
  { config, mailer }: Pick<Platform, 'config' | 'mailer'>,
  tx: Database,
  { organizationId, ...change }: Announcement,
) {
  for (const { email: to, firstName } of await findAdministrators(tx, organizationId))
    await mailer.queue(tx, ssoChanged({ config, to, firstName, ...change }))
}

export function ssoExamples({ config, reader, words }: ExampleData): Examples<'sso-changed' | 'sso-linked'> {
  const to = { config, to: reader.email, firstName: reader.firstName, issuer: 'https://login.acme.example' }
  const changed = (effect: string) => ssoChanged({ ...to, effect, by: words('Lindiwe Botha') })
  return {
    'sso-changed': { Example: changed('An identity provider was set up.') },
    'sso-linked': { Example: ssoLinked(to) },
  }
}
