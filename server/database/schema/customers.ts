import { sql } from 'drizzle-orm'
import { index, pgTable, text, uuid } from 'drizzle-orm/pg-core'
import { id, instant, now } from '#server/database/columns.ts'
import { organizations } from './identity/organizations.ts'
import { users } from './identity/users.ts'

/** How the vendor files an organization. For staff only. Without a row it has no tags and no owner. */
export const customerProfiles = pgTable(
  'customer_profiles',
  {
    organizationId: uuid()
      .primaryKey()
      .references(() => organizations.id),
    tags: text()
      .array()
      .notNull()
      .default(sql`'{}'::text[]`),
    /** The staff member who looks after it. */
    ownerId: uuid().references(() => users.id, { onDelete: 'set null' }),
    /** Hides what was there before from the admins' list of what to do. */
    snoozedAt: instant(),
    snoozedUntil: instant(),
    updatedAt: now(),
  },
  (table) => [index().on(table.ownerId)],
)

/** For staff only. */
export const customerNotes = pgTable(
  'customer_notes',
  {
    id: id(),
    organizationId: uuid()
      .notNull()
      .references(() => organizations.id),
    userId: uuid()
      .notNull()
      .references(() => users.id),
    text: text().notNull(),
    createdAt: now(),
    updatedAt: now(),
  },
  (table) => [index().on(table.organizationId, table.createdAt, table.id), index().on(table.userId)],
)
