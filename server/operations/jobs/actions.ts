import { canDiscard, RUNS_AGAIN, type JobState } from '#contract/operations/jobs.ts'
import type { Database } from '#server/database/database.ts'
import { violates } from '#server/database/violations.ts'
import type { Actor } from '#server/platform/actor.ts'
import { audit } from '#server/platform/audit.ts'
import { conflict, notFound } from '#server/platform/http/errors.ts'
import { isScheduled } from '#server/platform/jobs/job-rule.ts'
import { publishJobs } from '#server/platform/live/events.ts'
import type { Platform } from '#server/platform/platform.ts'
import { nextRun } from './next-run.ts'
import { deleteJob, discardEmail, findFailures, findJobs, lockJob, type LockedJob } from './queries.ts'
import { scheduleWords } from './schedule-words.ts'

/** The queue's own unique index: one queued or running job per key. */
const ONE_OF_A_KEY = 'job_common_i6'

/** Seconds in which repeated clicks start one run. */
const BY_HAND = 10

export async function readJobs({ db, jobs }: Platform): Promise<JobState> {
  const names = Object.keys(jobs.table)
  const [found, failures] = await Promise.all([findJobs(db, names), findFailures(db, names)])
  return {
    jobs: found.map((job) => {
      const rule = jobs.table[job.name]!
      return { ...job, description: rule.description, schedule: scheduleWords(rule), nextRun: nextRun(rule) }
    }),
    failures,
  }
}

export const runJob = ({ db, jobs }: Platform, actor: Actor, name: string) =>
  db.transaction(async (tx) => {
    const rule = Object.hasOwn(jobs.table, name) ? jobs.table[name] : undefined
    if (!rule || !isScheduled(rule)) throw notFound('Job')
    const isAdded = await jobs.enqueue(tx, name, {}, { key: 'by hand', within: BY_HAND })
    if (!isAdded) throw conflict('This job was started a moment ago.')
    await audit(tx, actor, { action: 'job.started', changes: { job: [null, name] } })
  })

const NEWER = 'A newer job over the same thing waits or runs already.'

/** A concurrent insert of the same job. */
export function refuseSecond(error: unknown): never {
  throw violates(error, ONE_OF_A_KEY) ? conflict(NEWER) : error
}

export const retryJob = (platform: Platform, actor: Actor, id: string) =>
  withFailure(platform, id, async (tx, job) => {
    if (job.isQueued) throw conflict(NEWER)
    await platform.jobs.retry(tx, job.name, id).catch(refuseSecond)
    await audit(tx, actor, { action: 'job.retried', subject: { kind: 'job', id }, changes: { job: [null, job.name] } })
  })

export const discardJob = (platform: Platform, actor: Actor, id: string) =>
  withFailure(platform, id, async (tx, { name, emailId }) => {
    if (!canDiscard({ nextRun: nextRun(platform.jobs.table[name]!) })) throw conflict(RUNS_AGAIN)
    await deleteJob(tx, { name, id })
    const to = emailId && (await discardEmail(tx, emailId, `Discarded by ${actor.name}`))
    await audit(tx, actor, {
      action: 'job.discarded',
      subject: { kind: 'job', id },
      changes: { job: [name, null], ...(to && { to: [to, null] }) },
    })
    await publishJobs(tx)
  })

const withFailure = <Result>(
  { db, jobs }: Platform,
  id: string,
  run: (tx: Database, job: LockedJob) => Promise<Result>,
) =>
  db.transaction(async (tx) => {
    const job = await lockJob(tx, id, Object.keys(jobs.table))
    if (!job) throw notFound('Job')
    if (!job.isFailed) throw conflict('This job is being tried again already.')
    return run(tx, job)
  })
