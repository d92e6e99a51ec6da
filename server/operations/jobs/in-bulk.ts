import { NOTHING_TO_RETRY } from '#contract/operations/jobs.ts'
import type { Actor } from '#server/platform/actor.ts'
import { audit } from '#server/platform/audit.ts'
import { conflict, notFound } from '#server/platform/http/errors.ts'
import { publishJobs } from '#server/platform/live/events.ts'
import type { Platform } from '#server/platform/platform.ts'
import { refuseSecond } from './actions.ts'
import { findRetry, lockFailures, retryFailures } from './bulk-queries.ts'

/** The named job, or all of them. */
function namesOf({ jobs: { table } }: Platform, name: string | undefined) {
  if (name === undefined) return Object.keys(table)
  if (!Object.hasOwn(table, name)) throw notFound('Job')
  return [name]
}

export const previewRetry = async (platform: Platform, name: string | undefined) =>
  findRetry(platform.db, namesOf(platform, name))

type RetryRequest = { name?: string | undefined; until: string }

/** A second caller finds none that failed until then, also if they have failed again. */
export const retryAll = (platform: Platform, actor: Actor, { name, until }: RetryRequest) =>
  platform.db.transaction(async (tx) => {
    const names = namesOf(platform, name)
    await lockFailures(tx)
    const retried = await retryFailures(tx, names, until).catch(refuseSecond)
    if (retried === 0) throw conflict(NOTHING_TO_RETRY)
    await audit(tx, actor, {
      action: 'job.all-retried',
      changes: { count: [null, retried], ...(name !== undefined && { job: [null, name] }) },
    })
    await publishJobs(tx)
    return { retried }
  })
