import { sql } from 'drizzle-orm'
import { organizations } from '#server/database/schema/organizations.ts'
import { todayOnce } from './calendar.ts'

/** An organization is not reminded of what it owes, until its day is over. */
export const isPaused = sql`${organizations.remindersPausedUntil} >= ${todayOnce}`

/** The last day of that. Null where it is reminded. */
export const pausedUntil = sql<
  string | null
>`case when ${isPaused} then ${organizations.remindersPausedUntil}::text end`

/** What the audit trail calls a reminder by hand. It is kept nowhere else: those of the portal are `invoice_reminders`. */
export const REMINDED_BY_HAND = 'invoice.reminded'
