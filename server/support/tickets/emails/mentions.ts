import type { Database } from '#server/database/database.ts'
import type { SessionUser } from '#server/platform/http/access.ts'
import type { Platform } from '#server/platform/platform.ts'
import { selectNames } from '#server/support/tickets/people-queries.ts'
import { mentionEmail } from './emails.ts'
import { findMailedTicket, findMentioned } from './queries.ts'

type Note = {
  author: Pick<SessionUser, 'id' | 'role' | 'organizationId'>
  ticketId: string
  message: string
  mentions: string[] | undefined
}

/** Emails colleagues whom an internal note mentions, unless they switched off emails about tickets. */
export async function mailMentioned(
  tx: Database,
  { mailer, config }: Pick<Platform, 'mailer' | 'config'>,
  { author, ticketId, message, mentions = [] }: Note,
) {
  const ids = mentions.filter((id) => id !== author.id)
  const recipients = ids.length === 0 ? [] : await findMentioned(tx, ids)
  if (recipients.length === 0) return
  const ticket = await findMailedTicket(tx, author, ticketId, 'infinity')
  const [by] = await selectNames(tx, [author.id])
  if (!ticket || !by) return
  for (const { email } of recipients)
    await mailer.queue(tx, mentionEmail(config, email, ticket, { author: by.name, message }))
}
