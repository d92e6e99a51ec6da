import { mailKinds, type MailKind } from '#contract/operations/mail-kinds.ts'
import { notificationNames } from '#contract/operations/mails.ts'

/** How whoever gets such a mail turns it off. */
export function stopOf(kind: MailKind) {
  const { stoppedBy } = mailKinds[kind]
  return stoppedBy ? `Switch: ${notificationNames[stoppedBy]}` : 'Always sent'
}
