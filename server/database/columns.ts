import { sql, type SQLWrapper } from 'drizzle-orm'
import { bigint, customType, uuid } from 'drizzle-orm/pg-core'

/** A point in time: timestamptz in the database, ISO 8601 in UTC everywhere else, so that nothing depends on a time zone. */
export const instant = customType<{ data: string; driverData: string }>({
  dataType: () => 'timestamp (3) with time zone',
  fromDriver: toIso,
})

/** What PostgreSQL writes when its clock shows UTC. Taking it apart costs a tenth of a Date, and lists have hundreds. */
const IN_UTC = /^(\d{4}-\d\d-\d\d) (\d\d:\d\d:\d\d)(\.\d{1,3})?\+00$/

/** '2026-03-05 14:07:00.5+00' → '2026-03-05T14:07:00.500Z' */
export function toIso(value: string) {
  const [, day, time, fraction = '.'] = IN_UTC.exec(value) ?? []
  return day ? `${day}T${time}${fraction.padEnd(4, '0')}Z` : new Date(value).toISOString()
}

/** The database's clock decides when a row came to be. */
export const now = () =>
  instant()
    .notNull()
    .default(sql`now()`)

/** Money: integer cents. */
export const cents = () => bigint({ mode: 'number' }).notNull()

/** A SHA-256. What it is the hash of is stored nowhere. */
export const digest = customType<{ data: Buffer; driverData: Buffer }>({ dataType: () => 'bytea' })

/** What full-text search looks at. */
export const words = customType<{ data: string }>({ dataType: () => 'tsvector' })

export const id = () => uuid().primaryKey().defaultRandom()

/** The next value of an `updatedAt`: later than the one before, so that it tells two versions of a row apart. */
export const later = (updatedAt: SQLWrapper) =>
  sql`greatest(clock_timestamp(), ${updatedAt} + interval '1 millisecond')`
