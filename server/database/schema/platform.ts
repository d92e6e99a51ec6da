import { bigint, index, integer, jsonb, pgTable, primaryKey, text, uuid, varchar } from 'drizzle-orm/pg-core'
import { digest, instant, now } from '#server/database/columns.ts'

/** Counters of rate limits, shared by all processes. Columns of the rate limiter. */
export const rateLimits = pgTable('rate_limits', {
  key: varchar({ length: 255 }).primaryKey(),
  points: integer().notNull().default(0),
  /** Milliseconds since 1970. */
  expire: bigint({ mode: 'number' }),
})

/** Those of the nightly job. */
export const backups = pgTable('backups', {
  name: text().primaryKey(),
  /** BACKUP_TO of that night. */
  place: text().notNull(),
  createdAt: now(),
  /** When it was restored into a scratch database and worked. */
  verifiedAt: instant(),
})

/** Random values shared by all processes. */
export const secrets = pgTable('secrets', {
  /** Later versions add '@' and a unique suffix. */
  name: text().primaryKey(),
  /** Encrypted if SEALING_SECRET is set. */
  value: text().notNull(),
  createdAt: now(),
  /** Null means always. */
  validFrom: instant(),
})

/** Answers to POSTs with an Idempotency-Key, kept for a day and committed with the request's writes. */
export const idempotencyKeys = pgTable(
  'idempotency_keys',
  {
    userId: uuid().notNull(),
    key: text().notNull(),
    requestHash: digest().notNull(),
    statusCode: integer(),
    response: jsonb(),
    createdAt: now(),
  },
  (table) => [primaryKey({ columns: [table.userId, table.key] }), index().on(table.createdAt)],
)
