import { ALREADY_MERGED, MERGE_ELSEWHERE, MERGE_INTO_ITSELF, MERGE_INTO_MERGED } from '#contract/support/teamwork.ts'
import type { Database } from '#server/database/database.ts'
import { audit } from '#server/platform/audit.ts'
import { badRequest, conflict, notFound } from '#server/platform/http/errors.ts'
import { publish } from '#server/platform/live/events.ts'
import type { Platform } from '#server/platform/platform.ts'
import { announce } from '#server/support/tickets/emails/announce.ts'
import { auditTicket } from '#server/support/tickets/audit-ticket.ts'
import { findNumbered } from '#server/support/tickets/list/queries.ts'
import type { By, Reader } from '#server/support/tickets/list/readable-queries.ts'
import { readTicket } from '#server/support/tickets/list/reading.ts'
import { recordNote } from '#server/support/tickets/messages/effects.ts'
import { insertMessage } from '#server/support/tickets/messages/queries.ts'
import { statusColumns, touch } from '#server/support/tickets/status-queries.ts'
import { lockForMerge, updateTicket, visibleChange, type LockedTicket } from '#server/support/tickets/queries.ts'
import { redirectMerged } from './queries.ts'

/** Closes `id`, writes to its customer where the conversation continues, and shows its messages in the other ticket. */
export const mergeTicket = ({ db, jobs }: Platform, by: By, id: string, into: string) =>
  db.transaction(async (tx) => {
    if (id === into) throw badRequest(MERGE_INTO_ITSELF, { into: MERGE_INTO_ITSELF })
    const [source, target] = await lockPair(tx, by.reader, id, into)
    requireMergeable(source, target)
    const [from, to] = await Promise.all([numberOf(tx, by.reader, id), numberOf(tx, by.reader, into)])
    await updateTicket(tx, source, { ...statusColumns('closed'), ...visibleChange, mergedInto: into })
    const earlier = await redirectMerged(tx, source, into)
    await touch(tx, target)
    await auditTicket(tx, by.actor, 'ticket.merged', source, { mergedInto: [null, to] })
    await say(tx, by, source, { message: noticeFor(source, target, to), isInternal: false })
    await say(tx, by, target, { message: `${from} was merged into this ticket.`, isInternal: true })
    await announce(tx, jobs, { organizationId: source.organizationId, ticketId: id, by: by.reader })
    for (const ticketId of [id, into]) {
      await publish(tx, { ticketId, kind: 'message', isInternal: false })
      await publish(tx, { ticketId, kind: 'changed', isInternal: false })
    }
    for (const merged of earlier) await publish(tx, { ticketId: merged.id, kind: 'changed', isInternal: false })
    return readTicket(tx, by.reader, into)
  })

async function lockPair(tx: Database, reader: Reader, id: string, into: string) {
  const locked = await lockForMerge(tx, reader, id, into)
  const source = locked.find((ticket) => ticket.id === id)
  const target = locked.find((ticket) => ticket.id === into)
  if (!source || !target) throw notFound('Ticket')
  return [source, target] as const
}

function requireMergeable(source: LockedTicket, target: LockedTicket) {
  if (source.organizationId !== target.organizationId) throw conflict(MERGE_ELSEWHERE)
  if (source.mergedInto) throw conflict(ALREADY_MERGED)
  if (target.mergedInto) throw conflict(MERGE_INTO_MERGED)
}

const numberOf = async (tx: Database, reader: Reader, id: string) => (await findNumbered(tx, reader, id))?.ticketNumber

/** A colleague's ticket may be unreadable for the customer of the merged one. */
const noticeFor = (source: LockedTicket, target: LockedTicket, number: string | undefined) =>
  source.userId === target.userId
    ? `This conversation continues in ${number}.`
    : `We continue this together with ${number}, a ticket of your organization. Your next message here reopens this ticket.`

type MergeMessage = { message: string; isInternal: boolean }

/** Not an answer: response targets stay as they are. */
async function say(tx: Database, { actor, reader }: By, ticket: LockedTicket, said: MergeMessage) {
  const { organizationId, id: ticketId } = ticket
  await insertMessage(tx, { organizationId, ticketId, userId: reader.id, ...said })
  if (said.isInternal) return recordNote(tx, actor, ticket)
  await audit(tx, actor, { action: 'message.sent', organizationId, subject: { kind: 'ticket', id: ticketId } })
}
