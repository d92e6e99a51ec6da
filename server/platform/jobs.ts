import { sql } from 'drizzle-orm'
import { PgBoss, fromDrizzle, type Job, type JobResult, type QueuePolicy } from 'pg-boss'
import type { Database } from '#server/database/database.ts'
import { TIME_ZONE } from '#server/database/time-zone.ts'

export type JobRule = {
  /** What it does, in one sentence, for the people who look after the portal. */
  description: string
  /** How it is tried again: seconds, doubling up to the longest. */
  retries: number
  retryDelay: number
  longestDelay: number
  /** When it comes by itself. */
  cron?: string
  atStart?: boolean
  /** Seconds after which it is taken from a process that has not ended it. */
  expires?: number
  /** How many of one key there may be, as pg-boss says it. A queue keeps the policy it was made with. */
  policy?: QueuePolicy
}
export type JobTable = Record<string, JobRule>

/** What nobody has to ask for. */
export const comesByItself = ({ cron, atStart }: JobRule) => cron !== undefined || atStart === true
export type JobHandler = (data: Record<string, unknown>) => Promise<void>

const SCHEMA = 'pgboss'

/** Seconds after which a job whose process vanished is given to another, unless its rule allows it more. */
const EXPIRE = 120

/** Seconds for which done jobs are kept. Those that come by themselves are few, and their last run is shown. */
const DAY = 86_400
const KEPT = 7 * DAY
const KEPT_BY_ITSELF = 60 * DAY

/**
 * Up to ten at once, five taken in one go and each with its own end, so that what one job throws does not run its
 * neighbours again. A notification wakes a worker at once; the seconds between looks are for jobs that are due again.
 */
const WORK = {
  batchSize: 5,
  localConcurrency: 2,
  perJobResults: true,
  burstWhenBatchFull: true,
  pollingIntervalSeconds: 2,
  notifyPollingIntervalSeconds: 2,
} as const

/** Seconds within which processes that start together do a job once. */
const STARTING = 60

/** Milliseconds that running jobs get to finish when the process stops. */
const PATIENCE = 8000

/** Makes the queue's own tables and a queue per job. The running server then needs no right to create anything. */
export const migrateJobs = (jobs: JobTable) => async (url: string) => {
  const boss = new PgBoss({ connectionString: url, schema: SCHEMA, supervise: false, schedule: false, max: 2 })
  await boss.start()
  for (const [name, rule] of Object.entries(jobs)) {
    const options = optionsOf(rule)
    if (await boss.getQueue(name)) await boss.updateQueue(name, options)
    else await boss.createQueue(name, { ...options, ...(rule.policy && { policy: rule.policy }) })
  }
  await boss.stop({ graceful: false })
}

const optionsOf = (rule: JobRule) => ({
  retryLimit: rule.retries,
  retryDelay: rule.retryDelay,
  retryDelayMax: rule.longestDelay,
  retryBackoff: true,
  expireInSeconds: rule.expires ?? EXPIRE,
  deleteAfterSeconds: comesByItself(rule) ? KEPT_BY_ITSELF : KEPT,
  notify: true,
})

/** It waits for `after` seconds. Of one key there are as many as the policy allows; `within` seconds there is one. */
type Adding = { after?: number; key?: string; within?: number }

type Options = { url: string; jobs: JobTable; onError: (error: Error) => void }

export type Jobs = ReturnType<typeof createJobs>

/** The queue as one process sees it. Every process may add jobs; some work them, too. */
export function createJobs({ url, jobs, onError }: Options) {
  const open = (options: { max: number; supervise: boolean; schedule: boolean; useListenNotify: boolean }) => {
    const boss = new PgBoss({
      connectionString: url,
      schema: SCHEMA,
      application_name: 'latchkey-jobs',
      migrate: false,
      createSchema: false,
      ...options,
    })
    // Without a listener the first lost connection would end the process. Polling and listening heal by themselves.
    boss.on('error', onError)
    return boss
  }
  const sender = open({ max: 1, supervise: false, schedule: false, useListenNotify: false })
  const worker = open({ max: 4, supervise: true, schedule: true, useListenNotify: true })
  const startSender = createOnce(() => sender.start())

  return {
    /** Every job there is. */
    table: jobs,
    /** Adds the job in the caller's transaction: rolled back, it never was. Says whether there was room for it. */
    enqueue: async (tx: Database, name: string, data: object, { after = 0, key, within }: Adding = {}) => {
      await startSender()
      const options = {
        ...(key !== undefined && { singletonKey: key }),
        ...(within !== undefined && { singletonSeconds: within }),
      }
      return (await sender.send(name, data, { db: fromDrizzle(tx, sql), startAfter: after, ...options })) !== null
    },
    /** The same for many in one statement. What there is no room for is left out. */
    enqueueMany: async (tx: Database, name: string, added: { data: object; key?: string }[]) => {
      await startSender()
      const rows = added.map(({ data, key }) => ({ data, ...(key !== undefined && { singletonKey: key }) }))
      await sender.insert(name, rows, { db: fromDrizzle(tx, sql) })
    },
    /** Tries a job once more that was given up; does nothing if it is not. */
    retry: async (tx: Database, name: string, id: string) => {
      await startSender()
      await sender.retry(name, id, { db: fromDrizzle(tx, sql) })
    },
    /** Works these jobs from now on, several at once, and adds those that come by themselves. */
    work: async (handlers: Record<string, JobHandler>) => {
      await worker.start()
      for (const [name, handle] of Object.entries(handlers)) {
        await worker.work(name, WORK, (batch: Given[]) => Promise.all(batch.map((job) => finish(job, handle, onError))))
      }
      for (const [name, { cron, atStart }] of Object.entries(jobs)) {
        if (cron) await worker.schedule(name, cron, {}, { tz: TIME_ZONE })
        if (atStart) await worker.send(name, {}, { singletonSeconds: STARTING })
      }
    },
    /** Lets running jobs finish. */
    stop: async () => {
      await Promise.all([worker.stop({ timeout: PATIENCE }), sender.stop({ graceful: false })])
    },
  }
}

type Given = Job<Record<string, unknown>>

async function finish({ id, data }: Given, handle: JobHandler, onError: (error: Error) => void): Promise<JobResult> {
  try {
    await handle(data)
    return { id, status: 'completed' }
  } catch (error) {
    const failure = error instanceof Error ? error : new Error(String(error))
    onError(failure)
    return { id, status: 'failed', output: { message: reasonOf(failure) } }
  }
}

const LONGEST_REASON = 300

/** One line, which people read. A failed statement tells its values, so what is kept is what the database answered. */
function reasonOf(failure: Error): string {
  if (failure.cause instanceof Error) return reasonOf(failure.cause)
  return (failure.message.split('\n')[0] ?? '').slice(0, LONGEST_REASON)
}

/** Starts at the first call. A start that failed is tried again at the next. */
function createOnce(start: () => Promise<unknown>) {
  let started: Promise<unknown> | undefined
  return () =>
    (started ??= start().catch((error) => {
      started = undefined
      throw error
    }))
}
