import { and, ne, sql } from 'drizzle-orm'
import { isSettled, type TicketStatus } from '#contract/support/ticket-fields.ts'
import { later } from '#server/database/columns.ts'
import { first, type Database } from '#server/database/database.ts'
import { tickets } from '#server/database/schema/support/tickets.ts'
import { isTicket, standing, type LockedTicket } from './queries.ts'
import { resolutionHours } from './target-queries.ts'

type Owned = Parameters<typeof isTicket>[0]

/** The clock and not the transaction: whoever waited for the row began before what it now finds there. */
const clock = sql`clock_timestamp()`

/**
 * Everything that a move to another status writes, from a ticket that is elsewhere. While it waits for its customer, or is
 * settled until its customer objects, it is nobody's turn here: no target counts that time.
 */
export const movedTo = (status: TicketStatus) => ({
  status,
  resolvedAt: isSettled({ status }) ? sql`coalesce(${tickets.resolvedAt}, ${clock})` : null,
  resolutionHours: isSettled({ status }) ? resolutionHours : null,
  waitingSince: status === 'waiting_customer' ? clock : null,
  waitedSeconds: sql`${tickets.waitedSeconds} + ${secondsSince(
    isSettled({ status }) ? tickets.waitingSince : sql`coalesce(${tickets.waitingSince}, ${tickets.resolvedAt})`,
  )}`,
})

const secondsSince = (instant: unknown) => sql`coalesce(greatest(extract(epoch from ${clock} - ${instant}), 0), 0)::int`

/** Moves a held ticket. It stands as it is answered; undefined when it was there already, and then nothing is written. */
export const moveTo = (tx: Database, ticket: Owned, status: TicketStatus): Promise<LockedTicket | undefined> =>
  tx
    .update(tickets)
    .set({ ...movedTo(status), updatedAt: later(tickets.updatedAt) })
    .where(and(isTicket(ticket), ne(tickets.status, status)))
    .returning(standing)
    .then(first)

/** Something that its customer may read is new. */
export const touch = (tx: Database, ticket: Owned) =>
  tx
    .update(tickets)
    .set({ updatedAt: later(tickets.updatedAt) })
    .where(isTicket(ticket))
