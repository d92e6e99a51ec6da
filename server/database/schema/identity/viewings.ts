import { index, pgTable, text, uuid } from 'drizzle-orm/pg-core'
import { id, instant, now } from '#server/database/columns.ts'
import { sessions, users } from './users.ts'

/** Members of staff who see the portal as a customer. A row that outlives its session only waits to be audited. */
export const viewings = pgTable(
  'viewings',
  {
    id: id(),
    sessionId: uuid()
      .unique('viewings_session')
      .references(() => sessions.id, { onDelete: 'set null' }),
    staffId: uuid()
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    userId: uuid()
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    reason: text().notNull(),
    createdAt: now(),
    endsAt: instant().notNull(),
  },
  (table) => [index().on(table.staffId), index().on(table.userId), index().on(table.endsAt)],
)
