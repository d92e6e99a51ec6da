import { randomUUID } from 'node:crypto'
import { PgBoss } from 'pg-boss'
import { expect, inject, onTestFinished, test } from 'vitest'
import { openDatabase, openPool } from '#server/database/database.ts'
import { databaseUrl } from '#server/testing/database-server.ts'
import { cutJobs } from '#server/testing/cut-jobs.ts'
import { db, pool, testDatabaseUrl } from '#server/testing/testing.ts'
import type { JobHandler } from './job-runs.ts'
import { createJobs, migrateJobs } from './jobs.ts'

const rule = { description: 'Is tested', retries: 3, retryDelay: 1, longestDelay: 1 }
const table = {
  greet: rule,
  stumble: rule,
  fragile: { ...rule, retries: 0 },
  poison: { ...rule, retries: 0 },
  burst: rule,
  'once-in-a-while': rule,
  'by-itself': { ...rule, cron: '* * * * *' },
  'at-start': { ...rule, atStart: true },
  'one-of-each': { ...rule, policy: 'exclusive' },
} as const
await migrateJobs(table)(testDatabaseUrl)

function open(url = testDatabaseUrl) {
  const errors: Error[] = []
  const told: number[] = []
  const notify = async () => told.push(performance.now())
  const jobs = createJobs({ url, jobs: table, onError: (error) => errors.push(error), notify })
  onTestFinished(() => jobs.stop())
  return { jobs, errors, told }
}

/** A process that works one job, with the data it received. */
async function openWorker(name: string, handle: JobHandler = async () => {}) {
  const seen: Record<string, unknown>[] = []
  const worker = open()
  await worker.jobs.work({
    [name]: async (data) => {
      seen.push(data)
      await handle(data)
    },
  })
  return { ...worker, seen }
}

const waiting = async (name: string) => {
  const { rows } = await pool.query('select data from pgboss.job where name = $1 and state < $2', [name, 'active'])
  return rows
}

test('processes that start together do once what comes with the start', async () => {
  const workers = await Promise.all([openWorker('at-start'), openWorker('at-start')])
  const runs = () => workers.reduce((count, { seen }) => count + seen.length, 0)
  await expect.poll(runs, { timeout: 5000 }).toBe(1)
  expect(await waiting('at-start')).toEqual([])
})

test('what one process adds, another works', async () => {
  const { jobs } = open()
  const { seen } = await openWorker('greet')
  await jobs.enqueue(db, 'greet', { name: 'Thandi' })
  await expect.poll(() => seen, { timeout: 5000 }).toEqual([{ name: 'Thandi' }])
})

test('a job of a rolled-back transaction never was', async () => {
  const { jobs } = open()
  const change = db.transaction(async (tx) => {
    await jobs.enqueue(tx, 'stumble', { never: true })
    throw new Error('changed my mind')
  })
  await expect(change).rejects.toThrow('changed my mind')
  expect(await waiting('stumble')).toEqual([])
})

test('of one key there is one job, whether it waits or runs, and a rolled-back one takes no place', async () => {
  const { jobs } = open()
  const add = (key: string) => db.transaction((tx) => jobs.enqueue(tx, 'one-of-each', { key }, { key }))
  const lost = db.transaction(async (tx) => {
    await jobs.enqueue(tx, 'one-of-each', {}, { key: 'first' })
    throw new Error('changed my mind')
  })
  await expect(lost).rejects.toThrow('changed my mind')
  const added = await Promise.all(Array.from({ length: 8 }, () => add('first')))
  expect(added.filter(Boolean)).toHaveLength(1)
  const many = ['first', 'second', 'second', 'third'].map((key) => ({ data: { key }, key }))
  await db.transaction((tx) => jobs.enqueueMany(tx, 'one-of-each', many))
  expect(await waiting('one-of-each')).toHaveLength(3)
  const released = Promise.withResolvers<void>()
  const { seen } = await openWorker('one-of-each', () => released.promise)
  await expect.poll(() => seen.length, { timeout: 5000 }).toBe(3)
  expect(await add('first')).toBe(false)
  released.resolve()
  await expect.poll(() => add('first'), { timeout: 5000 }).toBe(true)
})

test('within some seconds a job is added once', async () => {
  const { jobs } = open()
  const add = () => db.transaction((tx) => jobs.enqueue(tx, 'once-in-a-while', {}, { key: 'by hand', within: 3600 }))
  expect((await Promise.all(Array.from({ length: 8 }, add))).filter(Boolean)).toHaveLength(1)
})

test('a failed job runs again on request, and its reason is one line without values', async () => {
  const { jobs } = open()
  const failure = new Error('Failed query: select $1\nparams: secret', { cause: new Error('the disk is full\nreally') })
  const isBroken = new Set<unknown>(['safe'])
  const { seen } = await openWorker('fragile', async ({ what }) => {
    if (isBroken.delete(what)) throw failure
  })
  await jobs.enqueue(db, 'fragile', { what: 'safe' })
  const read = () => pool.query(`select id, state, output from pgboss.job where name = 'fragile'`)
  await expect.poll(async () => (await read()).rows[0].state, { timeout: 5000 }).toBe('failed')
  const [{ id, output }] = (await read()).rows
  expect(output).toEqual({ message: 'the disk is full' })
  await db.transaction((tx) => jobs.retry(tx, 'fragile', id))
  await expect.poll(async () => (await read()).rows[0].state, { timeout: 10_000 }).toBe('completed')
  expect(seen).toHaveLength(2)
})

test('scheduled jobs are kept long enough to show their last run', async () => {
  const { rows } = await pool.query(
    `select name, deletion_seconds / 86400 as days from pgboss.queue where name in ('greet', 'by-itself', 'at-start') order by name`,
  )
  expect(rows).toEqual([
    { name: 'at-start', days: 60 },
    { name: 'by-itself', days: 60 },
    { name: 'greet', days: 7 },
  ])
})

test('a job that fails is tried again, and its neighbors are not', async () => {
  const { jobs } = open()
  const isFirst = new Set<unknown>(['stone'])
  const { seen } = await openWorker('stumble', async ({ over }) => {
    if (isFirst.delete(over)) throw new Error(`stumbled over a ${String(over)}`)
  })
  await db.transaction(async (tx) => {
    for (const over of ['stone', 'root', 'step']) await jobs.enqueue(tx, 'stumble', { over })
  })
  await expect
    .poll(() => seen.map(({ over }) => String(over)).toSorted(), { timeout: 15_000 })
    .toEqual(['root', 'step', 'stone', 'stone'])
})

test('stores a failure whose text the database cannot store as it is', async () => {
  const { jobs } = open()
  await openWorker('poison', () => Promise.reject(new Error('550\0 no \ud83d')))
  await jobs.enqueue(db, 'poison', {})
  const read = () => pool.query(`select output->>'message' as message from pgboss.job where name = 'poison'`)
  await expect.poll(async () => (await read()).rows, { timeout: 5000 }).toEqual([{ message: '550 no \ufffd' }])
})

test('announces a thousand jobs once a second, the last time after the last is written', async () => {
  const { jobs } = open()
  const { seen, told } = await openWorker('burst')
  const started = performance.now()
  await db.transaction((tx) =>
    jobs.enqueueMany(
      tx,
      'burst',
      Array.from({ length: 1000 }, () => ({ data: {} })),
    ),
  )
  const left = () => pool.query(`select from pgboss.job where name = 'burst' and state <> 'completed'`)
  await expect.poll(async () => (await left()).rowCount, { timeout: 20_000 }).toBe(0)
  const done = performance.now()
  await expect.poll(() => told.at(-1), { timeout: 5000 }).toBeGreaterThan(done - 1000)
  expect(seen).toHaveLength(1000)
  expect(told.length).toBeLessThanOrEqual((performance.now() - started) / 1000 + 2)
})

test('continues to work after the database has cut every connection', async () => {
  const { jobs } = open()
  const { seen, errors } = await openWorker('greet')
  await jobs.enqueue(db, 'greet', { before: true })
  await expect.poll(() => seen.length, { timeout: 5000 }).toBe(1)
  await cutJobs()
  await expect.poll(() => errors.length, { timeout: 5000 }).toBeGreaterThan(0)
  await jobs.enqueue(db, 'greet', { after: true })
  await expect.poll(() => seen, { timeout: 15_000 }).toContainEqual({ after: true })
})

test('a process that started before its database adds jobs once it is there', async () => {
  const url = databaseUrl(inject('databaseServer'), `later_${randomUUID().replaceAll('-', '')}`)
  const own = openPool({ url, max: 1 })
  onTestFinished(() => own.end())
  const { jobs } = open(url)
  const enqueue = () => jobs.enqueue(openDatabase(own), 'greet', {})
  await expect(enqueue()).rejects.toThrow('does not exist')
  await pool.query(`create database ${new URL(url).pathname.slice(1)}`)
  await migrateJobs(table)(url)
  await enqueue()
  const { rows } = await own.query(`select name from pgboss.job`)
  expect(rows).toEqual([{ name: 'greet' }])
})

test('a scheduled job runs in South African time', async () => {
  await openWorker('by-itself')
  const { rows } = await pool.query(`select cron, timezone from pgboss.schedule where name = 'by-itself'`)
  expect(rows).toEqual([{ cron: '* * * * *', timezone: 'Africa/Johannesburg' }])
})

test('stopping lets a running job finish and add others', async () => {
  const { jobs } = open()
  const started = Promise.withResolvers<void>()
  const released = Promise.withResolvers<void>()
  const worker = await openWorker('greet', async () => {
    started.resolve()
    await released.promise
    await worker.jobs.enqueue(db, 'once-in-a-while', { added: 'last' })
  })
  await jobs.enqueue(db, 'greet', { slowly: true })
  await started.promise
  const stopped = worker.jobs.stop()
  released.resolve()
  await stopped
  const { rows } = await pool.query(`select state from pgboss.job where name = 'greet' and data ? 'slowly'`)
  expect(rows).toEqual([{ state: 'completed' }])
  expect(await waiting('once-in-a-while')).toContainEqual({ data: { added: 'last' } })
})

test('what an upgrade has taken away from the queue is there again after the next start', async () => {
  await pool.query('drop index pgboss.job_ends')
  await pool.query('drop index pgboss.job_done')
  await migrateJobs(table)(testDatabaseUrl)
  const { rows } = await pool.query(
    `select indexname from pg_indexes where tablename = 'job' and indexname in ('job_ends', 'job_done') order by 1`,
  )
  expect(rows).toEqual([{ indexname: 'job_done' }, { indexname: 'job_ends' }])
  const boss = new PgBoss({ connectionString: testDatabaseUrl, supervise: false, schedule: false, max: 1 })
  onTestFinished(() => boss.stop({ graceful: false }))
  await boss.start()
  expect(await boss.detectSchemaDrift()).toMatchObject({ ok: true })
})

test('what a version no longer has comes no more, and its past is forgotten', async () => {
  const { 'by-itself': _gone, ...rest } = table
  const worker = await openWorker('greet')
  await worker.jobs.stop()
  await pool.query(`
    insert into pgboss.job (name, state, start_after, completed_on)
    select 'by-itself', state::pgboss.job_state, now() - days * interval '1 day', case when state = 'failed' then now() end
    from (values ('failed', 0), ('created', 0), ('created', 2)) as made (state, days)`)
  await migrateJobs(rest)(testDatabaseUrl)
  const { rows } = await pool.query(`select name from pgboss.schedule where name = 'by-itself'`)
  expect(rows).toEqual([])
  const { rows: left } = await pool.query(`select state from pgboss.job where name = 'by-itself'`)
  expect(left).toEqual([{ state: 'created' }])
  await migrateJobs(table)(testDatabaseUrl)
})
