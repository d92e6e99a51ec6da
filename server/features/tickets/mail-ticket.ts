import type { Platform } from '#server/platform/platform.ts'
import { MOST_MESSAGES, ticketLetter } from './letters.ts'
import { findMailedTicket, findNews, findRecipient, takeMail } from './mail-queries.ts'

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
    const to = announced && (await findRecipient(tx, userId))
    const ticket = to && (await findMailedTicket(tx, to, ticketId, announced.since))
    if (!ticket) return
    const { organizationId, isNew, isResolved } = ticket
    const { since } = announced
    const messages = await findNews(tx, { organizationId, ticketId, since, except: userId }, MOST_MESSAGES + 1)
    if (isNew || isResolved || messages.length > 0) await mailer.queue(tx, ticketLetter(config, to, ticket, messages))
  })
