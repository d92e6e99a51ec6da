import { bigint, index, integer, pgTable, text, uuid } from 'drizzle-orm/pg-core'
import { digest, id, instant, now } from '#server/database/columns.ts'
import { users } from './users.ts'

const userId = () =>
  uuid()
    .notNull()
    .references(() => users.id, { onDelete: 'cascade' })

/** Secret of an authenticator app, effective once `users.mfaEnabledAt` is set. */
export const mfaSecrets = pgTable('mfa_secrets', {
  userId: userId().primaryKey(),
  /** Base32, encrypted if SEALING_SECRET is set. */
  secret: text().notNull(),
  /** Time step of the last accepted code: each code works once. */
  lastStep: bigint({ mode: 'number' }).notNull().default(0),
  createdAt: now(),
})

export const backupCodes = pgTable(
  'backup_codes',
  {
    id: id(),
    userId: userId(),
    codeHash: digest().notNull(),
    usedAt: instant(),
    createdAt: now(),
  },
  (table) => [index().on(table.userId)],
)

/** Between password and code of a sign-in. Gives access only to the second step. */
export const loginChallenges = pgTable(
  'login_challenges',
  {
    id: id(),
    userId: userId(),
    tokenHash: digest().notNull().unique(),
    attempts: integer().notNull().default(0),
    createdAt: now(),
    expiresAt: instant().notNull(),
  },
  (table) => [index().on(table.userId), index().on(table.expiresAt)],
)
