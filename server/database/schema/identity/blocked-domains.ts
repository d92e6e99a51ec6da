import { index, pgTable, text, uuid } from 'drizzle-orm/pg-core'
import { id, now } from '#server/database/columns.ts'
import { users } from './users.ts'

/** Registrations with an address at the domain or below it are refused. */
export const blockedDomains = pgTable(
  'blocked_domains',
  {
    id: id(),
    /** In lower case, without '@'. */
    domain: text().notNull().unique('blocked_domains_domain'),
    userId: uuid().references(() => users.id, { onDelete: 'set null' }),
    createdAt: now(),
  },
  (table) => [index().on(table.createdAt), index().on(table.userId)],
)
