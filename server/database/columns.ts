import { sql, type SQLWrapper } from 'drizzle-orm'
import { bigint, customType, uuid } from 'drizzle-orm/pg-core'

/** A point in time: timestamptz in the database, ISO 8601 in UTC elsewhere. */
export const instant = customType<{ data: string; driverData: string }>({
  dataType: () => 'timestamp (3) with time zone',
  fromDriver: toIso,
})

/** PostgreSQL's text in UTC. Rearranging it costs a tenth of a Date, and lists contain hundreds. */
const IN_UTC = /^(\d{4}-\d\d-\d\d) (\d\d:\d\d:\d\d)(\.\d{1,3})?\+00$/

/** '2026-03-05 14:07:00.5+00' → '2026-03-05T14:07:00.500Z' */
export function toIso(value: string) {
  const [, day, time, fraction = '.'] = IN_UTC.exec(value) ?? []
  return day ? `${day}T${time}${fraction.padEnd(4, '0')}Z` : new Date(value).toISOString()
}

/** The database's clock. */
export const now = () =>
  instant()
    .notNull()
    .default(sql`now()`)

/** Integer cents. */
export const cents = () => bigint({ mode: 'number' }).notNull()

/** A SHA-256 digest; the plaintext is never stored. */
export const digest = customType<{ data: Buffer; driverData: Buffer }>({ dataType: () => 'bytea' })

/** For full-text search. */
export const words = customType<{ data: string }>({ dataType: () => 'tsvector' })

/** Constants in SQL as literals, because PostgreSQL compares them with the condition of a partial index. */
export const literals = (values: readonly string[]) => sql.raw(values.map((value) => `'${value}'`).join(', '))

export const id = () => uuid().primaryKey().defaultRandom()

/** The next `updatedAt`: always later than the previous, so that it identifies a version. */
export const later = (updatedAt: SQLWrapper) =>
  sql`greatest(clock_timestamp(), ${updatedAt} + interval '1 millisecond')`
