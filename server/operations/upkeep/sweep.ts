import { endOverdue } from '#server/identity/public.ts'
import { sweepLosses } from '#server/licensing/public.ts'
import { attemptEach } from '#server/platform/jobs/attempt-each.ts'
import { keepFailures } from '#server/platform/jobs/queries.ts'
import type { Platform } from '#server/platform/platform.ts'
import { deletionsOfExpired } from './queries.ts'

/**
 * Keeps failed jobs. Deletes expired rows, views as a customer, losses without effect, unclaimed files, links in emails and old emails. If one part fails, the
 * others still run.
 */
export const sweep = ({ db, objects, mailer, config }: Platform) =>
  attemptEach(
    [
      ...deletionsOfExpired(db, config.sessions.idleMinutes),
      () => db.transaction(endOverdue),
      () => sweepLosses(db),
      () => objects.removeUnclaimed(),
      () => keepFailures(db),
      () => mailer.tidy(db, config.mailKeptDays),
    ],
    (work) => work(),
  )
