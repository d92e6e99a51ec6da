import type { Database } from '#server/database/database.ts'
import type { Sender } from '#server/domain/letters.ts'
import type { Platform } from '#server/platform/platform.ts'
import { MOST_MESSAGES, ticketLetter } from './letters.ts'
import { findMailedTicket, findNews, findRecipient, takeMail } from './queries.ts'

/**
 * The job: one letter about everything others did since it was announced. Whether this person may still read it and still
 * wants mail is asked now. The letter exists exactly if its announcement is gone.
 */
export const mailTicket = (
  { db, mailer, config }: Pick<Platform, 'db' | 'mailer' | 'config'>,
  { ticketId, userId }: { ticketId: string; userId: string },
) =>
  db.transaction(async (tx) => {
    const announced = await takeMail(tx, { ticketId, userId })
    const letter = announced && (await readTicketLetter(tx, config, { ticketId, userId, since: announced.since }))
    if (letter) await mailer.queue(tx, letter)
  })

type Asked = { ticketId: string; userId: string; since: string }

/** The letter as it is now, if there is anything that this person is to hear. */
export async function readTicketLetter(tx: Database, config: Sender, { ticketId, userId, since }: Asked) {
  const to = await findRecipient(tx, userId)
  const ticket = to && (await findMailedTicket(tx, to, ticketId, since))
  if (!ticket) return undefined
  const { organizationId, isNew, isResolved } = ticket
  const messages = await findNews(tx, { organizationId, ticketId, since, except: userId }, MOST_MESSAGES + 1)
  return isNew || isResolved || messages.length > 0 ? ticketLetter(config, to, ticket, messages) : undefined
}
