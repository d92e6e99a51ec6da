import { sql } from 'drizzle-orm'
import { PgBoss, fromDrizzle } from 'pg-boss'
import type { Database } from '#server/database/database.ts'

/** How a job is retried (seconds, doubling up to the longest) and, if it comes by itself, when. */
export type JobRule = { retries: number; retryDelay: number; longestDelay: number; cron?: string }
export type JobTable = Record<string, JobRule>
export type JobHandler = (data: Record<string, unknown>) => Promise<void>

const SCHEMA = 'pgboss'
const TIME_ZONE = 'Africa/Johannesburg'
/** Seconds after which a job whose process vanished is given to another. */
const EXPIRE = 120

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

/** The queue of one process. It may only add jobs, or work them too. */
export function createJobs({ url, jobs, onError }: Options) {
  const boss = new PgBoss({
    connectionString: url,
    schema: SCHEMA,
    application_name: 'latchkey-jobs',
    max: 4,
    migrate: false,
    createSchema: false,
    useListenNotify: true,
  })
  boss.on('error', onError)
  let started: Promise<unknown> | undefined
  /** Adding jobs needs the queue's settings but neither its maintenance nor its clock. */
  const start = () => (started ??= boss.start())

  return {
    /** Adds the job in the caller's transaction: rolled back, it never was. */
    enqueue: async (tx: Database, name: string, data: object) => {
      await start()
      await boss.send(name, data, { db: fromDrizzle(tx, sql) })
    },
    /** Works every job from now on, several at once, and lets the clock add those that come by themselves. */
    work: async (handlers: Record<string, JobHandler>) => {
      await start()
      for (const [name, handle] of Object.entries(handlers)) {
        await boss.work(name, { batchSize: 1, localConcurrency: 2 }, async ([job]) => {
          if (job) await handle(job.data as Record<string, unknown>)
        })
      }
      for (const [name, { cron }] of Object.entries(jobs)) if (cron) await boss.schedule(name, cron, {}, { tz: TIME_ZONE })
    },
    /** Lets running jobs finish. */
    stop: async () => {
      if (started) await boss.stop({ graceful: true, timeout: 8000 })
    },
  }
}
