import { bigint, index, integer, jsonb, pgTable, primaryKey, text, uuid, varchar } from 'drizzle-orm/pg-core'
import { digest, instant, now } from '#server/database/columns.ts'

/** Counters of the request budgets, shared by all processes. The columns are the rate limiter's. */
export const rateLimits = pgTable('rate_limits', {
  key: varchar({ length: 255 }).primaryKey(),
  points: integer().notNull().default(0),
  /** Milliseconds since 1970. */
  expire: bigint({ mode: 'number' }),
})

/** Random values the processes share. */
export const secrets = pgTable('secrets', {
  /** The first version has the name alone, later ones have '@' and something unique behind it. */
  name: text().primaryKey(),
  /** Sealed, if the operator has set a secret for that. */
  value: text().notNull(),
  createdAt: now(),
  /** Null: from the beginning. */
  validFrom: instant(),
})

/** Answers of POSTs that carried an Idempotency-Key, for a day, each committed with what its request wrote. */
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
