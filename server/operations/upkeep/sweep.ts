import { sweepLosses } from '#server/licensing/public.ts'
import type { Platform } from '#server/platform/platform.ts'
import { deleteExpired } from './queries.ts'

/** Removes what has served its time: ended sessions, dead links and half-done sign-ins, old request keys, spent budgets, revocations of files that have ended, losses that keep no device out any more, files nobody claimed, links in mails and old mails. */
export async function sweep({ db, objects, mailer, config }: Platform) {
  await deleteExpired(db)
  await sweepLosses(db)
  await objects.removeUnclaimed()
  await mailer.tidy(db, config.mailKeptDays)
}
