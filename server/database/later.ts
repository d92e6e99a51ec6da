import { sql, type SQLWrapper } from 'drizzle-orm'

/** The next value of an `updatedAt`: later than the one before, so that it tells two versions of a row apart. */
export const later = (updatedAt: SQLWrapper) =>
  sql`greatest(clock_timestamp(), ${updatedAt} + interval '1 millisecond')`
