import { and, eq } from 'drizzle-orm'
import type { NotificationKind } from '#contract/account.ts'
import { first, type Database } from '#server/database/database.ts'
import { notificationSettings } from '#server/database/schema/notifications.ts'

export const findNotificationSetting = (db: Database, userId: string, kind: NotificationKind) =>
  db
    .select({ isEnabled: notificationSettings.isEnabled })
    .from(notificationSettings)
    .where(and(eq(notificationSettings.userId, userId), eq(notificationSettings.kind, kind)))
    .then(first)
