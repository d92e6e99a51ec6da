import { sql } from 'drizzle-orm'
import { bigint, boolean, customType, index, pgEnum, pgTable, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core'
import { digest, id, instant, now } from '#server/database/columns.ts'
import { sessions, users } from './users.ts'

const bytes = customType<{ data: Buffer }>({ dataType: () => 'bytea' })

export const passkeys = pgTable(
  'passkeys',
  {
    id: id(),
    userId: uuid()
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    /** Base64url, as browsers send it. */
    credentialId: text().notNull().unique(),
    /** A COSE key. */
    publicKey: bytes().notNull(),
    /** How often it has signed, or 0: synced passkeys do not count. */
    counter: bigint({ mode: 'number' }).notNull(),
    transports: text()
      .array()
      .notNull()
      .default(sql`'{}'`),
    name: text().notNull(),
    /** Copied to the user's other devices by its provider. */
    isSynced: boolean().notNull(),
    createdAt: now(),
    lastUsedAt: instant(),
  },
  (table) => [index().on(table.userId, table.createdAt)],
)

export const passkeyPurpose = pgEnum('passkey_purpose', ['sign-in', 'confirm', 'add'])

/** Random bytes that a passkey signs once. One for each purpose of a session; a sign-in has no session yet. */
export const passkeyChallenges = pgTable(
  'passkey_challenges',
  {
    id: id(),
    purpose: passkeyPurpose().notNull(),
    sessionId: uuid().references(() => sessions.id, { onDelete: 'cascade' }),
    challengeHash: digest().notNull().unique(),
    createdAt: now(),
    expiresAt: instant().notNull(),
  },
  (table) => [uniqueIndex().on(table.sessionId, table.purpose), index().on(table.expiresAt)],
)
