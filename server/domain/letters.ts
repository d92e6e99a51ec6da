import { mailKinds, type MailKind } from '#contract/operations/mail-kinds.ts'
import { audiences, notificationNames, type Audience } from '#contract/operations/mails.ts'
import type { Config } from '#server/platform/config.ts'
import { letter } from '#server/platform/mail/letter.ts'
import type { Letter } from '#server/platform/mail/letter.ts'

export type Sender = Pick<Config, 'productName' | 'publicUrl' | 'salesEmail'>

type Parts = Omit<Parameters<typeof letter>[0], 'productName' | 'why'> & {
  kind: MailKind
  to: string
  subject: string
  /** Where it is not who gets this kind of mail as a rule. */
  audience?: Audience
}

/** A letter in the one layout. What it says of why it came and how to stop it follows from its kind. */
export const composeLetter = (
  { productName, publicUrl }: Pick<Sender, 'productName' | 'publicUrl'>,
  { kind, to, subject, audience = mailKinds[kind].audience, ...parts }: Parts,
): Letter => ({
  kind,
  to,
  subject,
  ...letter({ ...parts, productName, why: reasonFor(kind, audience, publicUrl) }),
})

export type Person = { config: Sender; to: string; firstName: string }

/** The same to one person, by name. */
export const composeFor = ({ config, to, firstName }: Person, parts: Omit<Parts, 'to' | 'title'>) =>
  composeLetter(config, { ...parts, to, title: `Hello ${firstName}` })

/** An office has no switches. */
function reasonFor(kind: MailKind, audience: Audience, publicUrl: string) {
  const sentence = audiences[audience].why
  const { stoppedBy } = mailKinds[kind]
  if (!stoppedBy || audience === 'office') return { sentence }
  return { sentence, stop: { label: `Switch off “${notificationNames[stoppedBy]}”`, url: `${publicUrl}/account` } }
}
