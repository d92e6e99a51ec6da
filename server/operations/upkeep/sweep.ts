import { sql } from 'drizzle-orm'
import { BROWSER_DAYS } from '#server/identity/public.ts'
import { sweepLosses } from '#server/licensing/public.ts'
import type { Platform } from '#server/platform/platform.ts'

/** Removes what has served its time: ended sessions, dead links and half-done sign-ins, old request keys, spent budgets, revocations of files that have ended, losses that keep no device out any more, files nobody claimed, links in mails and old mails. */
export async function sweep({ db, objects, mailer, config }: Platform) {
  await db.execute(sql`delete from sessions where expires_at < now() or last_used_at < now() - interval '7 days'`)
  await db.execute(sql`delete from known_browsers where last_used_at < now() - make_interval(days => ${BROWSER_DAYS})`)
  await db.execute(sql`delete from user_tokens where expires_at < now() - interval '1 day'`)
  await db.execute(sql`delete from login_challenges where expires_at < now()`)
  await db.execute(sql`delete from idempotency_keys where created_at < now() - interval '1 day'`)
  await db.execute(sql`delete from rate_limits where expire < extract(epoch from now()) * 1000`)
  await db.execute(sql`delete from file_revocations where until < now()`)
  await sweepLosses(db)
  await objects.removeUnclaimed()
  await mailer.tidy(db, config.mailKeptDays)
}
