import { isStaff } from '#contract/roles.ts'
import type { Database } from '#server/database/database.ts'
import type { Sender } from '#server/domain/letters.ts'
import type { SessionUser } from '#server/platform/http/access.ts'
import type { Jobs } from '#server/platform/jobs/jobs.ts'
import type { Platform } from '#server/platform/platform.ts'
import { MOST_MESSAGES, ticketLetter } from './letters.ts'
import { insertMails, findMailedTicket, findNews, findRecipient, takeMail } from './queries.ts'

export const MAIL_TICKET = 'mail-ticket'

/** Seconds in which more may be said before one letter tells of all of it. */
export const TICKET_MAIL_DELAY = 120

type News = { organizationId: string; ticketId: string; by: Pick<SessionUser, 'id' | 'role'> }

/**
 * Somebody opened, answered or resolved a ticket, for everyone to read: whoever it concerns is written to in a while. What the
 * letter says is read when it is written.
 */
export async function announce(tx: Database, jobs: Pick<Jobs, 'enqueue'>, { by, ...ticket }: News) {
  const recipients = await insertMails(tx, { ...ticket, by: by.id, isByStaff: isStaff(by.role) })
  for (const { userId, isUnattended } of recipients) {
    if (isUnattended)
      await jobs.enqueue(tx, MAIL_TICKET, { ticketId: ticket.ticketId, userId }, { after: TICKET_MAIL_DELAY })
  }
}

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
