import { bigint, index, integer, pgTable, text, uuid } from 'drizzle-orm/pg-core'
import { digest, id, instant, now } from '#server/database/columns.ts'
import { users } from './users.ts'

const userId = () =>
  uuid()
    .notNull()
    .references(() => users.id, { onDelete: 'cascade' })

/** The secret an authenticator app shares. It counts once `users.mfaEnabledAt` is set. */
export const mfaSecrets = pgTable('mfa_secrets', {
  userId: userId().primaryKey(),
  /** Base32. */
  /** Sealed, if the operator has set a secret for that. */
  secret: text().notNull(),
  /** The last time step a code was taken for: each is good once. */
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

/** Between the password and the code of a sign-in. Gives no access to anything but the second step. */
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
