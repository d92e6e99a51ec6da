import { endOverdue } from '#server/identity/public.ts'
import { sweepLosses } from '#server/licensing/public.ts'
import type { Platform } from '#server/platform/platform.ts'
import { deleteExpired } from './queries.ts'

/**
 * Deletes expired data: sessions, links and sign-ins, views as a customer, idempotency keys, rate limits, revocations, losses without effect, unclaimed files,
 * links in emails and old emails.
 */
export async function sweep({ db, objects, mailer, config }: Platform) {
  await deleteExpired(db)
  await db.transaction(endOverdue)
  await sweepLosses(db)
  await objects.removeUnclaimed()
  await mailer.tidy(db, config.mailKeptDays)
}
