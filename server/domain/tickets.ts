import { sql } from 'drizzle-orm'
import { tickets } from '#server/database/schema/support/tickets.ts'
import { TIME_ZONE } from '#server/platform/time-zone.ts'

/** TKT-{year}-{sequence} with at least six digits. */
export const ticketNumber = sql<string>`concat(
  'TKT-', extract(year from ${tickets.createdAt} at time zone ${TIME_ZONE}), '-',
  lpad(${tickets.number}::text, greatest(6, length(${tickets.number}::text)), '0'))`
