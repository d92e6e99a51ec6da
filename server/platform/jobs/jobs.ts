import { setTimeout as delay } from 'node:timers/promises'
import { PgBoss, type QueuePolicy } from 'pg-boss'
import type { Database } from '#server/database/database.ts'
import { TIME_ZONE } from '#server/platform/time-zone.ts'
import { createRuns, type GivenJob, type JobHandler } from './job-runs.ts'
import { keepUpJobs } from './job-upkeep.ts'
import { createPace } from './pace.ts'
import { statementsIn } from './queries.ts'

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
  /** Seconds after which it is taken from a process that has not ended it: a run may last a little less. */
  expires?: number
  /** How many of one key there may be, as pg-boss says it. A queue keeps the policy it was made with. */
  policy?: QueuePolicy
}
export type JobTable = Record<string, JobRule>

/** What nobody has to ask for. */
export const comesByItself = ({ cron, atStart }: JobRule) => cron !== undefined || atStart === true

const SCHEMA = 'pgboss'

/** Seconds after which a job whose process vanished is given to another, unless its rule allows it more. */
const EXPIRE = 120

/** Seconds for which done jobs are kept. Those that come by themselves are few, and their last run is shown. */
const DAY = 86_400
const KEPT = 7 * DAY
const KEPT_BY_ITSELF = 60 * DAY

/**
 * Up to ten at once, five taken in one go and each with its own end, so that what one job throws does not run its
 * neighbors again. A notification wakes a worker at once; the seconds between looks are for jobs that are due again.
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

/** Seconds for writing down how a run ended, before another process may have the job. */
const SETTLING = 5

/** Milliseconds that running jobs get to finish when the process stops, and in which what they came to is written down. */
const PATIENCE = 8000
const WRITING = 2000

/** Milliseconds. What became of a run is written soon after its end. */
const TELLING = { soon: 100, every: 1000 }

/** Seconds between looks for an index to build. */
const BUILDING = { bamIntervalSeconds: 10 }

/** Makes the queue's own tables and a queue per job. The running server then needs no right to create anything. */
export const migrateJobs = (jobs: JobTable) => async (url: string) => {
  const boss = new PgBoss({
    connectionString: url,
    schema: SCHEMA,
    supervise: false,
    schedule: false,
    max: 2,
    ...BUILDING,
  })
  const { promise: failed, reject } = Promise.withResolvers<never>()
  boss.on('error', reject)
  try {
    await Promise.race([failed, bringForward(boss, jobs)])
  } finally {
    await boss.stop({ graceful: false })
  }
  await keepUpJobs(url, SCHEMA, Object.keys(jobs))
}

async function bringForward(boss: PgBoss, jobs: JobTable) {
  await boss.start()
  await finishBuilding(boss)
  for (const [name, rule] of Object.entries(jobs)) {
    const options = optionsOf(rule)
    if (await boss.getQueue(name)) await boss.updateQueue(name, options)
    else await boss.createQueue(name, { ...options, ...(rule.policy && { policy: rule.policy }) })
  }
  for (const { name } of await boss.getSchedules()) if (!jobs[name]?.cron) await boss.unschedule(name)
}

/** An upgrade of the queue builds some indexes after it, one every few seconds, which the running server may not. */
async function finishBuilding(boss: PgBoss) {
  const isOpen = ({ status }: { status: string }) => status !== 'completed'
  while ((await boss.getBamStatus()).some(isOpen)) await delay(200)
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

type Options = {
  url: string
  jobs: JobTable
  onError: (error: Error) => void
  /** Tells whoever looks that jobs of this process began or ended, once a second at most however many they are. */
  tell?: () => Promise<unknown>
}

export type Jobs = ReturnType<typeof createJobs>

/** The queue as one process sees it. Every process may add jobs; some work them, too. */
export function createJobs({ url, jobs, onError, tell = async () => {} }: Options) {
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

  const news = createPace(TELLING, async () => {
    await tell().catch(onError)
    // Then another time, because what was told is not what will be written.
    if (isWriting()) news.ask()
  })
  const runs = createRuns({ onError, onChange: news.ask })
  const isWriting = () => worker.getWipData().reduce((sum, { count }) => sum + count, 0) > runs.count()

  /** Takes no more jobs and lets those that run finish. What does not in time is tried again by another process. */
  async function stopWorking() {
    const timer = setTimeout(runs.giveBack, PATIENCE)
    await worker.stop({ timeout: PATIENCE + WRITING })
    clearTimeout(timer)
    await news.flush()
  }

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
      return (await sender.send(name, data, { db: statementsIn(tx), startAfter: after, ...options })) !== null
    },
    /** The same for many in one statement. What there is no room for is left out. */
    enqueueMany: async (tx: Database, name: string, added: { data: object; key?: string }[]) => {
      await startSender()
      const rows = added.map(({ data, key }) => ({ data, ...(key !== undefined && { singletonKey: key }) }))
      await sender.insert(name, rows, { db: statementsIn(tx) })
    },
    /** Tries a job once more that was given up; does nothing if it is not. */
    retry: async (tx: Database, name: string, id: string) => {
      await startSender()
      await sender.retry(name, id, { db: statementsIn(tx) })
    },
    /** Works these jobs from now on, several at once, and adds those that come by themselves. */
    work: async (handlers: Record<string, JobHandler>) => {
      await worker.start()
      for (const [name, handle] of Object.entries(handlers)) {
        const seconds = (jobs[name]?.expires ?? EXPIRE) - SETTLING
        await worker.work(name, WORK, (batch: GivenJob[]) => runs.runAll(batch, handle, seconds))
      }
      for (const [name, { cron, atStart }] of Object.entries(jobs)) {
        if (cron) await worker.schedule(name, cron, {}, { tz: TIME_ZONE })
        if (atStart) await worker.send(name, {}, { singletonSeconds: STARTING })
      }
    },
    stopWorking,
    /** Also what running jobs still add is added. */
    stop: async () => {
      await stopWorking()
      await sender.stop({ graceful: false })
    },
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
