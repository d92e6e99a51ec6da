import { and, ne, sql } from 'drizzle-orm'
import { isSettled, type TicketStatus } from '#contract/support/ticket-fields.ts'
import { later } from '#server/database/columns.ts'
import { first, type Database } from '#server/database/database.ts'
import { tickets } from '#server/database/schema/support/tickets.ts'
import { isTicket, lockedColumns, type LockedTicket } from './queries.ts'
import { resolutionHours } from './target-queries.ts'

type Owned = Parameters<typeof isTicket>[0]

/** clock_timestamp(), because now() is the start of the transaction, before the lock. */
const clock = sql`clock_timestamp()`

/**
 * Columns of a status change. Time waiting for the customer, or after resolution, does not count toward targets. A settled ticket is no
 * longer snoozed, a reopened one no longer merged.
 */
export const movedTo = (status: TicketStatus) => ({
  status,
  ...(isSettled({ status }) ? { snoozedUntil: null } : { mergedInto: null }),
  resolvedAt: isSettled({ status }) ? sql`coalesce(${tickets.resolvedAt}, ${clock})` : null,
  resolutionHours: isSettled({ status }) ? resolutionHours : null,
  waitingSince: status === 'waiting_customer' ? clock : null,
  waitedSeconds: sql`${tickets.waitedSeconds} + ${secondsSince(
    isSettled({ status }) ? tickets.waitingSince : sql`coalesce(${tickets.waitingSince}, ${tickets.resolvedAt})`,
  )}`,
})

const secondsSince = (instant: unknown) => sql`coalesce(greatest(extract(epoch from ${clock} - ${instant}), 0), 0)::int`

/** Changes the status of a locked ticket. Returns undefined without writing if it is the same. */
export const moveTo = (tx: Database, ticket: Owned, status: TicketStatus): Promise<LockedTicket | undefined> =>
  tx
    .update(tickets)
    .set({ ...movedTo(status), updatedAt: later(tickets.updatedAt) })
    .where(and(isTicket(ticket), ne(tickets.status, status)))
    .returning(lockedColumns)
    .then(first)

/** Something visible to the customer changed. */
export const touch = (tx: Database, ticket: Owned) =>
  tx
    .update(tickets)
    .set({ updatedAt: later(tickets.updatedAt) })
    .where(isTicket(ticket))
