import { sql } from 'drizzle-orm'
import type { Platform } from './platform/platform.ts'

/** Removes what has served its time: ended sessions, dead links and half-done sign-ins, old request keys, spent budgets, revocations of files that have ended, files nobody claimed. */
export async function sweep({ db, objects }: Platform) {
  await db.execute(sql`delete from sessions where expires_at < now() or last_used_at < now() - interval '7 days'`)
  await db.execute(sql`delete from user_tokens where expires_at < now() - interval '1 day'`)
  await db.execute(sql`delete from login_challenges where expires_at < now()`)
  await db.execute(sql`delete from idempotency_keys where created_at < now() - interval '1 day'`)
  await db.execute(sql`delete from rate_limits where expire < extract(epoch from now()) * 1000`)
  await db.execute(sql`delete from file_revocations where until < now()`)
  await objects.removeUnclaimed()
}
