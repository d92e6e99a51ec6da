import type { NotificationKind } from '#contract/account.ts'
import type { Database } from '#server/database/database.ts'
import { findNotificationSetting } from './queries.ts'

/** Whether this person wants such mail. Ask before queueing it; what nobody switched off is sent. */
export async function wantsMail(tx: Database, userId: string, kind: NotificationKind) {
  const setting = await findNotificationSetting(tx, userId, kind)
  return setting?.isEnabled ?? true
}
