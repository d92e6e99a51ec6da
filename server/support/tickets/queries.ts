import { and, eq, inArray, or, sql, type SQL } from 'drizzle-orm'
import { later } from '#server/database/columns.ts'
import { first, only, type Database } from '#server/database/database.ts'
import { tickets } from '#server/database/schema/support/tickets.ts'
import type { OwnedRecord } from '#server/domain/organizations.ts'
import { notFound } from '#server/platform/http/errors.ts'
import { readableBy, type Reader } from './list/readable-queries.ts'

/** Everything except the texts. */
export const lockedColumns = {
  id: tickets.id,
  organizationId: tickets.organizationId,
  userId: tickets.userId,
  status: tickets.status,
  priority: tickets.priority,
  categoryId: tickets.categoryId,
  assigneeId: tickets.assigneeId,
  updatedAt: tickets.updatedAt,
  firstResponseAt: tickets.firstResponseAt,
  resolvedAt: tickets.resolvedAt,
  waitingSince: tickets.waitingSince,
  waitedSeconds: tickets.waitedSeconds,
  rating: tickets.rating,
  snoozedUntil: tickets.snoozedUntil,
  mergedInto: tickets.mergedInto,
}

const selectLockable = (tx: Database) => tx.select(lockedColumns).from(tickets)

export type LockedTicket = Awaited<ReturnType<typeof selectLockable>>[number]

/** 404 if the reader may not see it. */
export async function lockTicket(tx: Database, reader: Reader, id: string): Promise<LockedTicket> {
  const ticket = await selectLockable(tx)
    .where(and(readableBy(reader), eq(tickets.id, id)))
    .for('no key update')
    .then(first)
  if (!ticket) throw notFound('Ticket')
  return ticket
}

/** In the order of ids, so that concurrent calls do not deadlock. */
const lockAll = (tx: Database, reader: Reader, wanted: SQL | undefined): Promise<LockedTicket[]> =>
  selectLockable(tx)
    .where(and(readableBy(reader), wanted))
    .orderBy(tickets.id)
    .for('no key update')

/** All or 404. */
export async function lockTickets(tx: Database, reader: Reader, ids: string[]) {
  const locked = await lockAll(tx, reader, inArray(tickets.id, ids))
  if (locked.length < ids.length) throw notFound('Ticket')
  return locked
}

/** With those that were merged into `id` before, because they are merged into the other one, too. */
export const lockForMerge = (tx: Database, reader: Reader, id: string, into: string) =>
  lockAll(tx, reader, or(inArray(tickets.id, [id, into]), eq(tickets.mergedInto, id)))

export const isTicket = ({ organizationId, id }: OwnedRecord) =>
  and(eq(tickets.organizationId, organizationId), eq(tickets.id, id))

type NewTicket = typeof tickets.$inferInsert

export const insertTicket = (tx: Database, ticket: NewTicket) =>
  tx.insert(tickets).values(ticket).returning(lockedColumns).then(only)

type Changes = { [Column in keyof NewTicket]?: NewTicket[Column] | SQL }

/** With a change that the customer may see. Others leave the date. */
export const visibleChange = { updatedAt: later(tickets.updatedAt) }

/** Writes only the given columns, so that concurrent edits of others survive. */
export const updateTicket = (tx: Database, ticket: OwnedRecord, changes: Changes) =>
  tx.update(tickets).set(changes).where(isTicket(ticket)).returning(lockedColumns).then(only)

/** 404 if the reader may not see it. */
export async function requireReadable(db: Database, reader: Reader, id: string): Promise<OwnedRecord> {
  const ticket = await db
    .select({ organizationId: tickets.organizationId, id: tickets.id })
    .from(tickets)
    .where(and(readableBy(reader), eq(tickets.id, id)))
    .then(first)
  if (!ticket) throw notFound('Ticket')
  return ticket
}

export const updateRating = (tx: Database, ticket: OwnedRecord, rated: Pick<NewTicket, 'rating' | 'ratingComment'>) =>
  updateTicket(tx, ticket, { ...rated, ...visibleChange, ratedAt: sql`now()` })
