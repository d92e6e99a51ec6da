import { setTimeout as delay } from 'node:timers/promises'
import { PgBoss } from 'pg-boss'
import { keepListening } from '#server/platform/live/listener.ts'
import { OWNER_SETTINGS, SESSION_SETTINGS, type Database } from '#server/database/database.ts'
import type { Report } from '#server/platform/http/logging.ts'
import { TIME_ZONE } from '#server/platform/time-zone.ts'
import { isScheduled, type JobRule, type JobTable } from './job-rule.ts'
import { createRuns, type GivenJob, type JobHandler, type Work } from './job-runs.ts'
import { keepUpJobs } from './job-upkeep.ts'
import { createPace } from './pace.ts'
import { statementsIn } from './queries.ts'
import { asError, requireKnown, withSettings } from './boss.ts'

const SCHEMA = 'pgboss'

/** Default seconds after which the job of a vanished process is given to another. */
const EXPIRE = 120

/** Seconds for which finished jobs are kept. Scheduled jobs are few, and their last run is shown. */
const DAY = 86_400
const KEPT = 7 * DAY
const KEPT_SCHEDULED = 60 * DAY

/** Seconds for which jobs wait while no server runs. */
const WAITING = 365 * DAY

/** Five jobs per fetch, ten at once, each with its own end. A notification wakes a worker immediately; polling is for retries. */
const WORK = {
  batchSize: 5,
  localConcurrency: 2,
  perJobResults: true,
  burstWhenBatchFull: true,
  pollingIntervalSeconds: 2,
  notifyPollingIntervalSeconds: 2,
} as const

/** One job per fetch: none waits for the end of another. */
const WORK_ALONE = { ...WORK, batchSize: 1, notifyPollingIntervalSeconds: 20 } as const

/** Seconds within which processes that start together run a startup job once. */
const STARTING = 60

/** Seconds for recording the end of a run before another process may take the job. */
const SETTLING = 5

/** Milliseconds for running jobs to finish and be recorded when the process stops. */
const PATIENCE = 8000
const WRITING = 2000

/** Milliseconds between writes of results. */
const ANNOUNCING = { soon: 100, every: 1000 }

const BUILDING = { bamIntervalSeconds: 10 }

/** Creates the queue's tables and one queue per job, so that the server's database user needs no such right. */
export const migrateJobs = (jobs: JobTable) => async (url: string) => {
  const boss = new PgBoss({
    connectionString: url,
    schema: SCHEMA,
    supervise: false,
    schedule: false,
    max: 2,
    ...withSettings(OWNER_SETTINGS),
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
  await requireKnown(boss)
  await finishBuilding(boss)
  for (const [name, rule] of Object.entries(jobs)) {
    const options = optionsOf(rule)
    if (await boss.getQueue(name)) await boss.updateQueue(name, options)
    else await boss.createQueue(name, { ...options, ...(rule.policy && { policy: rule.policy }) })
  }
  for (const { name } of await boss.getSchedules()) if (!jobs[name]?.cron) await boss.unschedule(name)
}

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
  ...(rule.heartbeat && { heartbeatSeconds: rule.heartbeat }),
  deleteAfterSeconds: rule.kept ?? (isScheduled(rule) ? KEPT_SCHEDULED : KEPT),
  retentionSeconds: WAITING,
  notify: true,
})

/** Delays by `after` seconds. The policy limits jobs with the same `key`; `within` seconds there is one. `first` goes before waiting ones. */
type Adding = { after?: number; key?: string; within?: number; first?: boolean }

type Options = {
  url: string
  jobs: JobTable
  onError: Report
  /** Notifies other processes that jobs started or ended, at most once per second. */
  notify?: () => Promise<unknown>
}

export type Jobs = ReturnType<typeof createJobs>

export function createJobs({ url, jobs, onError, notify = async () => {} }: Options) {
  const open = (options: { max: number; supervise: boolean; schedule: boolean; useListenNotify: boolean }) => {
    const boss = new PgBoss({
      connectionString: url,
      schema: SCHEMA,
      application_name: 'latchkey-jobs',
      migrate: false,
      createSchema: false,
      ...withSettings(SESSION_SETTINGS),
      ...options,
    })
    // Without a listener, a lost connection would end the process. Polling and listening recover automatically.
    boss.on('error', (error) => onError(asError(error)))
    return boss
  }
  const sender = open({ max: 1, supervise: false, schedule: false, useListenNotify: false })
  const worker = open({ max: 4, supervise: true, schedule: true, useListenNotify: true })
  // pg-boss stops hearing a connection's errors after the first. PgBouncer sends two, and the second would end the process.
  worker.getDb().listen = async (channel, onNotification, onListening) =>
    keepListening({ url, channel, onNotification, onListening, onError })
  const startSender = createOnce(() => sender.start())

  const announcement = createPace(ANNOUNCING, async () => {
    await notify().catch(onError)
    // Results written during this notification are not in it.
    if (isWriting()) announcement.ask()
  })
  const runs = createRuns({ onError, onChange: announcement.ask })
  const isWriting = () => worker.getWipData().reduce((sum, { count }) => sum + count, 0) > runs.count()

  async function startWorking(work: Work, { atOnce, atOncePerGroup }: Partial<JobRule>) {
    if (atOnce === undefined) {
      await worker.work(work.name, WORK, (batch: GivenJob[]) => runs.runAll(batch, work))
      return
    }
    const options = { ...WORK_ALONE, localConcurrency: atOnce, localGroupConcurrency: atOncePerGroup ?? atOnce }
    await worker.work(work.name, options, async (batch: GivenJob[]) => {
      const results = await runs.runAll(batch, work)
      lookForNext(work.name)
      return results
    })
  }

  /** All workers of the queue, because pg-boss does not say which one ended a job. */
  function lookForNext(queue: string) {
    for (const { id, name } of worker.getWipData()) if (name === queue) worker.notifyWorker(id)
  }

  async function stopWorking() {
    const timer = setTimeout(runs.giveBack, PATIENCE)
    await worker.stop({ timeout: PATIENCE + WRITING })
    clearTimeout(timer)
    await announcement.flush()
  }

  return {
    table: jobs,
    /** Adds a job in the caller's transaction. Returns whether the policy allowed it. */
    enqueue: async (tx: Database, name: string, data: object, { after = 0, key, within, first }: Adding = {}) => {
      await startSender()
      const options = {
        ...(key !== undefined && { singletonKey: key }),
        ...(within !== undefined && { singletonSeconds: within }),
        ...(first && { priority: 1 }),
      }
      return (await sender.send(name, data, { db: statementsIn(tx), startAfter: after, ...options })) !== null
    },
    /** Adds many jobs in one statement. Leaves out those that the policy does not allow. */
    enqueueMany: async (tx: Database, name: string, added: { data: object; key?: string; group?: string }[]) => {
      await startSender()
      const rows = added.map(({ data, key, group }) => ({
        data,
        ...(key !== undefined && { singletonKey: key }),
        ...(group !== undefined && { group: { id: group } }),
      }))
      await sender.insert(name, rows, { db: statementsIn(tx) })
    },
    /** Retries a failed job. Does nothing otherwise. */
    retry: async (tx: Database, name: string, id: string) => {
      await startSender()
      await sender.retry(name, id, { db: statementsIn(tx) })
    },
    /** Processes that start together run a startup job once. With `data`, each start adds one. */
    work: async (handlers: Record<string, JobHandler>, data: Record<string, object> = {}) => {
      await worker.start()
      for (const [name, handle] of Object.entries(handlers)) {
        const { expires = EXPIRE, ...rule } = jobs[name] ?? {}
        await startWorking({ name, handle, seconds: expires - SETTLING }, rule)
      }
      for (const [name, { cron, atStart, catchesUp }] of Object.entries(jobs)) {
        const missed = catchesUp ? 'once' : 'skip'
        if (cron) await worker.schedule(name, cron, {}, { tz: TIME_ZONE, missed })
        const own = data[name]
        if (atStart) await worker.send(name, own ?? {}, own ? {} : { singletonSeconds: STARTING })
      }
    },
    stopWorking,
    stop: async () => {
      await stopWorking()
      await sender.stop({ graceful: false })
    },
  }
}

/** Starts on the first call. A failed start is retried on the next. */
function createOnce(start: () => Promise<unknown>) {
  let started: Promise<unknown> | undefined
  return () =>
    (started ??= start().catch((error) => {
      started = undefined
      throw error
    }))
}
