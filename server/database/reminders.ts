import { sql } from 'drizzle-orm'
import { organizations } from './schema/organizations.ts'
import { TIME_ZONE } from './time-zone.ts'

/** The last day on which an organization is not reminded of what it owes. Null where it is reminded: that day is over, or there is none. */
export const pausedUntil = sql<string | null>`case
  when ${organizations.remindersPausedUntil} >= (now() at time zone ${sql.raw(`'${TIME_ZONE}'`)})::date
  then ${organizations.remindersPausedUntil}::text end`

/** What the audit trail calls a reminder by hand. It is kept nowhere else: those of the portal are `invoice_reminders`. */
export const REMINDED_BY_HAND = 'invoice.reminded'
