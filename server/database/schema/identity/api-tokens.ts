import { index, pgTable, text, uuid } from 'drizzle-orm/pg-core'
import { digest, id, instant, now } from '#server/database/columns.ts'
import { organizations } from './organizations.ts'
import { users } from './users.ts'

/** Secrets of programs. Each acts with the role of its owner at the moment of the call. */
export const apiTokens = pgTable(
  'api_tokens',
  {
    id: id(),
    /** Null for tokens of staff. */
    organizationId: uuid().references(() => organizations.id),
    userId: uuid()
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    name: text().notNull(),
    tokenHash: digest().notNull().unique('api_tokens_token_hash'),
    hint: text().notNull(),
    scopes: text().array().notNull(),
    allowedAddresses: text().array().notNull(),
    createdAt: now(),
    lastUsedAt: instant(),
    expiresAt: instant().notNull(),
    revokedAt: instant(),
  },
  (table) => [index().on(table.organizationId, table.createdAt), index().on(table.userId)],
)
