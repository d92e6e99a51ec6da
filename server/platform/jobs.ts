import { sql } from 'drizzle-orm'
import { PgBoss, fromDrizzle, type Job, type JobResult } from 'pg-boss'
import type { Database } from '#server/database/database.ts'
import { TIME_ZONE } from '#server/database/time-zone.ts'

/** How a job is retried (seconds, doubling up to the longest) and, if it comes by itself, when. */
export type JobRule = { retries: number; retryDelay: number; longestDelay: number; cron?: string; atStart?: boolean }
export type JobTable = Record<string, JobRule>
export type JobHandler = (data: Record<string, unknown>) => Promise<void>

const SCHEMA = 'pgboss'

/** Seconds after which a job whose process vanished is given to another. */
const EXPIRE = 120

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
  for (const [name, { retries, retryDelay, longestDelay }] of Object.entries(jobs)) {
    const options = {
      retryLimit: retries,
      retryDelay,
      retryDelayMax: longestDelay,
      retryBackoff: true,
      expireInSeconds: EXPIRE,
      notify: true,
    }
    if (await boss.getQueue(name)) await boss.updateQueue(name, options)
    else await boss.createQueue(name, options)
  }
  await boss.stop({ graceful: false })
}

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
    /** Adds the job in the caller's transaction: rolled back, it never was. It waits for `after` seconds. */
    enqueue: async (tx: Database, name: string, data: object, { after = 0 } = {}) => {
      await startSender()
      await sender.send(name, data, { db: fromDrizzle(tx, sql), startAfter: after })
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
    return { id, status: 'failed', output: { message: failure.message } }
  }
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
