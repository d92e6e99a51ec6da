import { and, ne, sql, type SQL } from 'drizzle-orm'
import { isSettled, waitsForCustomer, type TicketStatus } from '#contract/support/ticket-fields.ts'
import { first, type Database } from '#server/database/database.ts'
import { tickets } from '#server/database/schema/support/tickets.ts'
import type { OwnedRecord } from '#server/domain/organizations.ts'
import { openSeconds } from '#server/support/business-hours/clock-queries.ts'
import { isTicket, lockedColumns, visibleChange, type LockedTicket } from './queries.ts'
import { resolutionTarget } from './target-queries.ts'

/** clock_timestamp(), because now() is the start of the transaction, before the lock. */
const clock = sql`clock_timestamp()`

/**
 * For a status change. Time waiting for the customer, or after resolution, does not count toward targets. A settled ticket is no
 * longer snoozed, a reopened one no longer merged.
 */
export const statusColumns = (status: TicketStatus) => ({
  status,
  ...(isSettled({ status }) ? { snoozedUntil: null } : { mergedInto: null }),
  resolvedAt: isSettled({ status }) ? sql`coalesce(${tickets.resolvedAt}, ${clock})` : null,
  ...(isSettled({ status }) ? resolutionTarget : { resolutionHours: null, resolutionDueAt: null }),
  waitingSince: waitsForCustomer({ status }) ? clock : null,
  ...waitedUntilNow(
    isSettled({ status })
      ? sql`${tickets.waitingSince}`
      : sql`coalesce(${tickets.waitingSince}, ${tickets.resolvedAt})`,
  ),
})

/** Waits that were not counted in business hours stay so. */
const waitedUntilNow = (since: SQL) => ({
  waitedSeconds: sql`${tickets.waitedSeconds} + coalesce(greatest(extract(epoch from ${clock} - ${since}), 0), 0)::int`,
  waitedOpenSeconds: sql`case when ${tickets.waitedOpenSeconds} is not null or ${tickets.waitedSeconds} = 0
    then coalesce(${tickets.waitedOpenSeconds}, 0) + coalesce(greatest(${openSeconds(since, clock)}, 0), 0)::int end`,
})

/** Changes the status of a locked ticket. Returns undefined without writing if it is the same. */
export const updateStatus = (
  tx: Database,
  ticket: OwnedRecord,
  status: TicketStatus,
): Promise<LockedTicket | undefined> =>
  tx
    .update(tickets)
    .set({ ...statusColumns(status), ...visibleChange })
    .where(and(isTicket(ticket), ne(tickets.status, status)))
    .returning(lockedColumns)
    .then(first)

export const touch = (tx: Database, ticket: OwnedRecord) =>
  tx.update(tickets).set(visibleChange).where(isTicket(ticket))
