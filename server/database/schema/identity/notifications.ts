import { boolean, pgEnum, pgTable, primaryKey, uuid } from 'drizzle-orm/pg-core'
import { NotificationKind } from '#contract/identity/account.ts'
import { users } from './users.ts'

export const notificationKind = pgEnum('notification_kind', NotificationKind.def.entries)

/** What a person switched off, or on again. Without a row a kind of mail is sent. */
export const notificationSettings = pgTable(
  'notification_settings',
  {
    userId: uuid()
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    kind: notificationKind().notNull(),
    isEnabled: boolean().notNull(),
  },
  (table) => [primaryKey({ columns: [table.userId, table.kind] })],
)
