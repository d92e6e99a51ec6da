import { isSettled } from '#contract/support/ticket-fields.ts'
import { isSnoozeTime, SETTLED_SNOOZE, SNOOZE_IN_FUTURE } from '#contract/support/teamwork.ts'
import type { Database } from '#server/database/database.ts'
import { findTransactionStart } from '#server/domain/calendar.ts'
import { changedFields } from '#server/platform/audit.ts'
import { badRequest, conflict } from '#server/platform/http/errors.ts'
import { publish } from '#server/platform/live/events.ts'
import { auditTicket } from '#server/support/tickets/audit-ticket.ts'
import type { By, Reader } from '#server/support/tickets/list/readable-queries.ts'
import { readTicket } from '#server/support/tickets/list/reading.ts'
import { lockTicket, requireReadable, updateTicket } from '#server/support/tickets/queries.ts'
import {
  deleteFollower,
  deletePresence,
  findColleagues,
  findFollowers,
  findOwnPresence,
  insertFollowers,
  storePresence,
} from './queries.ts'

const notifyColleagues = (tx: Database, ticketId: string) =>
  publish(tx, { ticketId, kind: 'presence', isInternal: true })

export async function readPresence(db: Database, reader: Reader, id: string) {
  return findColleagues(db, await requireReadable(db, reader, id), reader.id)
}

/** Notifies open pages only if something changes for them. */
export const showPresence = (db: Database, reader: Reader, id: string, isTyping: boolean) =>
  db.transaction(async (tx) => {
    const ticket = await requireReadable(tx, reader, id)
    const before = await findOwnPresence(tx, ticket, reader.id)
    await storePresence(tx, ticket, reader.id, isTyping)
    if (before?.isTyping !== isTyping) await notifyColleagues(tx, id)
    return findColleagues(tx, ticket, reader.id)
  })

export const endPresence = (db: Database, reader: Reader, id: string) =>
  db.transaction(async (tx) => {
    const ticket = await requireReadable(tx, reader, id)
    await deletePresence(tx, ticket, reader.id)
    await notifyColleagues(tx, id)
    return { message: 'Left' }
  })

/** Customers must not notice: `updatedAt` stays. */
export const snoozeTicket = (db: Database, { actor, reader }: By, id: string, until: string | null) =>
  db.transaction(async (tx) => {
    const ticket = await lockTicket(tx, reader, id)
    if (until !== null && isSettled(ticket)) throw conflict(SETTLED_SNOOZE)
    if (until !== null && !isSnoozeTime(until, await findTransactionStart(tx)))
      throw badRequest(SNOOZE_IN_FUTURE, { until: SNOOZE_IN_FUTURE })
    await updateTicket(tx, ticket, { snoozedUntil: until })
    await auditTicket(tx, actor, 'ticket.snoozed', ticket, changedFields(ticket, { snoozedUntil: until }))
    await publish(tx, { ticketId: id, kind: 'changed', isInternal: true })
    return readTicket(tx, reader, id)
  })

export async function readFollowers(db: Database, reader: Reader, id: string) {
  return findFollowers(db, await requireReadable(db, reader, id))
}

export const followTicket = (db: Database, reader: Reader, id: string, follows: boolean) =>
  db.transaction(async (tx) => {
    const ticket = await requireReadable(tx, reader, id)
    if (follows) await insertFollowers(tx, ticket, [reader.id])
    else await deleteFollower(tx, ticket, reader.id)
    await notifyColleagues(tx, id)
    return findFollowers(tx, ticket)
  })
