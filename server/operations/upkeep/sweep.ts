import { endOverdue } from '#server/identity/public.ts'
import { sweepLosses } from '#server/licensing/public.ts'
import { attemptEach } from '#server/platform/jobs/attempt-each.ts'
import type { Platform } from '#server/platform/platform.ts'
import { deleteExpired } from './queries.ts'

/**
 * Deletes expired data: sessions, links and sign-ins, views as a customer, idempotency keys, rate limits, revocations, losses without effect,
 * unclaimed files, links in emails and old emails. A file that can't be deleted keeps no other, and no email.
 */
export const sweep = ({ db, objects, mailer, config }: Platform) =>
  attemptEach(
    [
      () => deleteExpired(db, config.sessions.idleMinutes),
      () => db.transaction(endOverdue),
      () => sweepLosses(db),
      () => objects.removeUnclaimed(),
      () => mailer.tidy(db, config.mailKeptDays),
    ],
    (work) => work(),
  )
