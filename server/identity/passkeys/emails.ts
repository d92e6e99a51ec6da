import type { MailKind } from '#contract/operations/emails/mail-kinds.ts'
import type { Examples, ExampleData } from '#server/domain/example-data.ts'
import { composeFor, type Person } from '#server/domain/emails.ts'

type Change = Person & { name: string }

const notice = ({ name, ...to }: Change, kind: MailKind, subject: string, sentence: string, remedy: string) =>
  composeFor(to, {
    kind,
    subject,
    paragraphs: [
      sentence,
      { facts: [{ label: 'Passkey', value: name }] },
      `If this wasn’t you, ${remedy} and contact ${to.config.salesEmail}.`,
    ],
    action: { label: 'Review your passkeys', url: `${to.config.publicUrl}/account` },
  })

export const passkeyAdded = (change: Change) =>
  notice(
    change,
    'passkey-added',
    `A passkey was added to your ${change.config.productName} account`,
    'A passkey was added to your account. It signs in without your password.',
    'remove the passkey, change your password now',
  )

export const passkeyRemoved = (change: Change) =>
  notice(
    change,
    'passkey-removed',
    `A passkey was removed from your ${change.config.productName} account`,
    'A passkey was removed from your account. It no longer signs in.',
    'change your password now',
  )

export function passkeyExamples({ config, reader }: ExampleData): Examples<'passkey-added' | 'passkey-removed'> {
  const change = { config, to: reader.email, firstName: reader.firstName, name: 'Windows Hello' }
  return {
    'passkey-added': { Example: passkeyAdded(change) },
    'passkey-removed': { Example: passkeyRemoved(change) },
  }
}
