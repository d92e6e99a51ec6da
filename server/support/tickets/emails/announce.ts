import { isStaff } from '#contract/roles.ts'
import type { Database } from '#server/database/database.ts'
import type { Sender } from '#server/domain/emails.ts'
import type { SessionUser } from '#server/platform/http/access.ts'
import type { Jobs } from '#server/platform/jobs/jobs.ts'
import type { Config } from '#server/platform/config.ts'
import type { Platform } from '#server/platform/platform.ts'
import { findMessageAttachments, findTicketAttachments } from '#server/support/tickets/attachments/queries.ts'
import { MOST_MESSAGES, ticketEmail } from './emails.ts'
import { insertMails, findMailedTicket, findNews, findRecipient, takeMail } from './queries.ts'

const MAIL_TICKET = 'mail-ticket'

/** Seconds in which further messages join the same email. */
export const TICKET_MAIL_DELAY = 120

type Announcement = { organizationId: string; ticketId: string; by: Pick<SessionUser, 'id' | 'role'> }

/** Schedules emails to the users concerned when a ticket is opened, answered or resolved. The content is read later. */
export async function announce(tx: Database, jobs: Pick<Jobs, 'enqueue'>, { by, ...ticket }: Announcement) {
  const recipients = await insertMails(tx, { ...ticket, by: by.id, isByStaff: isStaff(by.role) })
  for (const { userId, isUnattended } of recipients) {
    if (isUnattended)
      await jobs.enqueue(tx, MAIL_TICKET, { ticketId: ticket.ticketId, userId }, { after: TICKET_MAIL_DELAY })
  }
}

/**
 * The job: one email with everything others did since. Checks now whether the user may read it and wants emails. Deletes the announcement
 * in the same transaction.
 */
export const mailTicket = (
  { db, mailer, config }: Pick<Platform, 'db' | 'mailer' | 'config'>,
  { ticketId, userId }: { ticketId: string; userId: string },
) =>
  db.transaction(async (tx) => {
    const announced = await takeMail(tx, { ticketId, userId })
    const email = announced && (await readTicketEmail(tx, config, { ticketId, userId, since: announced.since }))
    if (email) await mailer.queue(tx, email)
  })

type EmailRequest = { ticketId: string; userId: string; since: string }

export async function readTicketEmail(
  tx: Database,
  config: Sender & Partial<Pick<Config, 'replyAddress'>>,
  { ticketId, userId, since }: EmailRequest,
) {
  const to = await findRecipient(tx, userId)
  const ticket = to && (await findMailedTicket(tx, to, ticketId, since))
  if (!ticket) return undefined
  const { organizationId, isNew, isResolved } = ticket
  const news = await findNews(tx, { organizationId, ticketId, since, except: userId }, MOST_MESSAGES + 1)
  if (!isNew && !isResolved && news.length === 0) return undefined
  const canAnswer = config.replyAddress !== undefined && ticket.userId === userId
  const fileNames = isNew ? namesOf(await findTicketAttachments(tx, ticket)) : []
  return ticketEmail(config, to, { ...ticket, canAnswer, fileNames }, await withFiles(tx, organizationId, news))
}

async function withFiles<Said extends { id: string }>(tx: Database, organizationId: string, news: Said[]) {
  const ids = news.map(({ id }) => id)
  const files = ids.length > 0 ? await findMessageAttachments(tx, organizationId, ids) : []
  const filesOf = Map.groupBy(files, ({ messageId }) => messageId)
  return news.map((said) => ({ ...said, fileNames: namesOf(filesOf.get(said.id) ?? []) }))
}

const namesOf = (files: { fileName: string }[]) => files.map(({ fileName }) => fileName)
