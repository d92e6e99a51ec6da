import { isStaff } from '#contract/roles.ts'
import type { Database } from '#server/database/database.ts'
import type { SessionUser } from '#server/platform/http/access.ts'
import type { Jobs } from '#server/platform/jobs/jobs.ts'
import { insertMails } from './queries.ts'

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
