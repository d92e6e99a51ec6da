import { mailKinds, type MailKind } from '#contract/operations/emails/mail-kinds.ts'
import { audiences, notificationNames, type Audience } from '#contract/operations/emails/mails.ts'
import { dayOf } from '#server/domain/calendar.ts'
import type { Config } from '#server/platform/config.ts'
import { renderEmail } from '#server/platform/mail/email.ts'
import type { Email } from '#server/platform/mail/email.ts'

export type Sender = Pick<Config, 'productName' | 'publicUrl' | 'salesEmail'>

type Parts = Omit<Parameters<typeof renderEmail>[0], 'productName' | 'why'> & {
  kind: MailKind
  to: string
  subject: string
  /** Set if recipients differ from the kind's usual ones. */
  audience?: Audience
} & Pick<Email, 'thread'>

export const composeEmail = (
  { productName, publicUrl }: Pick<Sender, 'productName' | 'publicUrl'>,
  { kind, to, subject, thread, audience = mailKinds[kind].audience, ...parts }: Parts,
): Email => ({
  kind,
  to,
  subject,
  thread,
  ...renderEmail({ ...parts, productName, why: reasonFor(kind, audience, publicUrl) }),
})

export type Person = { config: Sender; to: string; firstName: string }

/** With the recipient's name. */
export const composeFor = ({ config, to, firstName }: Person, parts: Omit<Parts, 'to' | 'title'>) =>
  composeEmail(config, { ...parts, to, title: `Hello ${firstName}` })

/** The key of an email that is sent once a business day. */
export const onceADay = (kind: MailKind, ...about: string[]) =>
  [kind, ...about, dayOf(new Date().toISOString())].join(' ')

/** Sales addresses have no preferences. */
function reasonFor(kind: MailKind, audience: Audience, publicUrl: string) {
  const sentence = audiences[audience].why
  const { stoppedBy } = mailKinds[kind]
  if (!stoppedBy || audience === 'office') return { sentence }
  return { sentence, stop: { label: `Switch off “${notificationNames[stoppedBy]}”`, url: `${publicUrl}/account` } }
}
