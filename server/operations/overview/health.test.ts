import { eq, sql } from 'drizzle-orm'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { createServer, type AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { beforeEach, expect, onTestFinished, test } from 'vitest'
import { HealthPart } from '#contract/operations/overview.ts'
import { emails } from '#server/database/schema/emails.ts'
import { objects } from '#server/database/schema/objects.ts'
import { backups } from '#server/database/schema/platform.ts'
import { readConfig } from '#server/platform/config.ts'
import type { Platform } from '#server/platform/platform.ts'
import { createObjects } from '#server/platform/storage/objects.ts'
import { bucketThatAnswers, openBucket, openObjects } from '#server/testing/platform/objects.ts'
import { db, inDays, newUser, platform } from '#server/testing/testing.ts'
import { createHealth, isHealthy } from './health.ts'

const withServer: Platform = {
  ...platform,
  config: { ...platform.config, demo: false, mail: { from: 'a@example.com', smtpUrl: 'smtp://127.0.0.1:1' } },
}

async function look(part: HealthPart, on: Platform = platform) {
  const found = (await createHealth(on)()).find((check) => check.part === part)
  return [found?.isHealthy, found?.detail]
}

beforeEach(async () => {
  await db.delete(emails)
  await db.execute(sql`delete from pgboss.job`)
  await db.execute(sql`delete from pgboss.schedule`)
  await db.execute(sql`update pgboss.version set cron_on = now()`)
})

const minutesAgo = (minutes: number) => inDays(-minutes / 1440)
const mail = (facts: Partial<typeof emails.$inferInsert>) =>
  db.insert(emails).values({ kind: 'test', to: 'a@example.com', subject: 'S', text: 'T', html: 'H', ...facts })

async function job(name: string, facts: { state: string; startedMinutes?: number; endedMinutes?: number }) {
  const { state, startedMinutes = 0, endedMinutes } = facts
  await db.execute(sql`
    insert into pgboss.job (name, state, start_after, completed_on)
    values (${name}, ${state}::pgboss.job_state, now() - make_interval(mins => ${startedMinutes}),
      now() - make_interval(mins => ${endedMinutes ?? null}::int))`)
}

test('with everything in order every part says what it measured [R-OVER-12]', async () => {
  const health = await createHealth(platform)()
  expect(health.map(({ part }) => part)).toEqual(HealthPart.options)
  expect(health.filter((check) => !check.isHealthy)).toEqual([])
  expect(await look('database')).toEqual([
    true,
    expect.stringMatching(/^Answers in \d+ ms, \d+ of 37 connections busy$/),
  ])
  expect(await look('storage')).toEqual([true, expect.stringMatching(/^Writable, \d+\.\d GB free$/)])
  expect(await look('mail')).toEqual([true, 'Emails stay in the outbox of this demo'])
  expect(await look('jobs')).toEqual([true, 'Nothing is due'])
})

test('a database that does not answer makes the whole unhealthy, and nothing is thrown', async () => {
  const refuse = () => Promise.reject(new Error('connection refused'))
  const { pools } = platform
  const broken = Object.assign(Object.create(pools.health) as typeof pools.health, { query: refuse })
  const health = await createHealth({ ...platform, pools: { ...pools, health: broken } })()
  expect(health[0]).toMatchObject({ part: 'database', isHealthy: false, detail: 'Does not answer' })
  expect(isHealthy(health)).toBe(false)
})

test('a database that takes no changes makes the whole unhealthy', async () => {
  await platform.pools.health.query('set default_transaction_read_only = on')
  onTestFinished(async () => void (await platform.pools.health.query('reset default_transaction_read_only')))
  expect(await look('database')).toEqual([false, 'It is read-only, so nothing can be saved'])
})

test('reports a folder that files cannot be written to', async () => {
  const dataDirectory = await mkdtemp(path.join(tmpdir(), 'latchkey-health-'))
  onTestFinished(() => rm(dataDirectory, { recursive: true }))
  await writeFile(path.join(dataDirectory, 'objects'), 'not a folder')
  const secret = await platform.secrets.open('upload-links')
  const broken = createObjects({ ...platform, config: { ...platform.config, dataDirectory }, secret })
  expect(await look('storage', { ...platform, objects: broken })).toEqual([
    false,
    expect.stringMatching(/^Files cannot be kept or read: E[A-Z]+: .*objects/),
  ])
})

test('reports a folder that is not shared as soon as another process stores a file', async () => {
  const dataDirectory = await mkdtemp(path.join(tmpdir(), 'latchkey-health-'))
  onTestFinished(() => rm(dataDirectory, { recursive: true }))
  const secret = await platform.secrets.open('upload-links')
  const other = createObjects({ ...platform, config: { ...platform.config, dataDirectory }, secret })
  const { id: userId } = await newUser({ role: 'admin' })
  const stored = await platform.objects.store({ userId, purpose: 'invoice' }, Buffer.from('%PDF-1.7\n'))
  await platform.objects.claim(db, stored)
  expect((await look('storage'))[0]).toBe(true)
  expect(await look('storage', { ...platform, objects: other })).toEqual([
    false,
    'The newest file is not here: all processes must share one DATA_DIR, with the files of a bucket that was used before',
  ])
})

test('a bucket that answers, one that refuses, and one that stays silent', async () => {
  await db.delete(objects)
  expect(await look('storage', { ...platform, objects: await openBucket() })).toEqual([true, 'The bucket answers'])
  const refusals = [
    [
      await bucketThatAnswers(403),
      'The bucket answered HTTP 403: check the S3 keys, their rights, and the clock of this computer',
    ],
    [await bucketThatAnswers(404), 'There is no bucket latchkey'],
    ['http://127.0.0.1:1', 'connect ECONNREFUSED 127.0.0.1:1'],
  ] as const
  for (const [endpoint, reason] of refusals)
    expect(await look('storage', { ...platform, objects: openObjects(endpoint) })).toEqual([
      false,
      `Files cannot be kept or read: ${reason}`,
    ])
  const silent = createServer().listen(0, '127.0.0.1')
  onTestFinished(() => void silent.close())
  await new Promise((resolve) => silent.once('listening', resolve))
  const { port } = silent.address() as AddressInfo
  const waiting = openObjects(`http://127.0.0.1:${port}`)
  expect(await look('storage', { ...platform, objects: waiting })).toEqual([false, 'No answer within 2 seconds'])
})

test('without a mail server nothing leaves, and that is said', async () => {
  const noServer = { ...platform, config: { ...platform.config, demo: false } }
  await mail({})
  expect(await look('mail', noServer)).toEqual([false, 'SMTP_URL is not set, so nothing is sent: 1 email waiting'])
})

test('a mail that waits more than fifteen minutes is a disturbance, unless later ones got through', async () => {
  await mail({ createdAt: minutesAgo(14) })
  expect(await look('mail', withServer)).toEqual([true, '1 email waiting'])
  await mail({ createdAt: minutesAgo(17) })
  expect(await look('mail', withServer)).toEqual([false, '2 emails waiting, none delivered for 17 min'])
  await mail({ createdAt: minutesAgo(13), sentAt: minutesAgo(12) })
  expect(await look('mail', withServer)).toEqual([true, '2 emails waiting'])
  await db.delete(emails)
  await mail({ createdAt: inDays(-4), attempts: 31 })
  expect(await look('mail', withServer)).toEqual([true, '0 emails waiting'])
})

test('an email kept without a mail server does not count as waiting or failed', async () => {
  for (const minutes of [30, 20, 10]) await mail({ createdAt: minutesAgo(minutes), attempts: 1 })
  expect(await look('mail', withServer)).toEqual([true, '0 emails waiting'])
})

test('three failures in a row are a disturbance at once', async () => {
  await mail({ createdAt: minutesAgo(9), sentAt: minutesAgo(9) })
  for (const failures of [1, 2, 3]) {
    await mail({ createdAt: minutesAgo(4), attempts: 1, lastError: 'refused' })
    expect((await look('mail', withServer))[0]).toBe(failures < 3)
  }
  await mail({ createdAt: minutesAgo(3), attempts: 1, lastError: 'Error: connect ECONNREFUSED' })
  expect(await look('mail', withServer)).toEqual([
    false,
    '4 emails waiting, none delivered for 4 min: connect ECONNREFUSED',
  ])
})

test('reports a due job that has not started, and jobs without a worker', async () => {
  await job('send-mail', { state: 'retry', startedMinutes: -30 })
  await job('send-mail', { state: 'created', startedMinutes: 4 })
  expect(await look('jobs')).toEqual([true, 'Nothing is due'])
  await job('send-mail', { state: 'created', startedMinutes: 8 })
  expect(await look('jobs')).toEqual([false, 'A job has been due for 8 min'])
  await db.execute(sql`update pgboss.version set cron_on = now() - interval '6 minutes'`)
  expect(await look('jobs')).toEqual([false, 'No process works the jobs · A job has been due for 8 min'])
})

test('shows the last run of scheduled jobs, and is disrupted if a job’s last run failed', async () => {
  await db.execute(
    sql`insert into pgboss.schedule (name, cron) values ('sweep', '17 * * * *'), ('record-usage', '50 * * * *')`,
  )
  await job('sweep', { state: 'failed', endedMinutes: 70 })
  expect(await look('jobs')).toEqual([
    false,
    '“Delete expired data” failed · 1 failed in 24 hours · “Delete expired data” ran 70 min ago',
  ])
  await job('sweep', { state: 'completed', endedMinutes: 10 })
  await job('record-usage', { state: 'completed', endedMinutes: 130 })
  expect(await look('jobs')).toEqual([true, '“Delete expired data” ran 10 min ago'])
  await db.execute(sql`delete from pgboss.job where name = 'sweep'`)
  expect(await look('jobs')).toEqual([true, '“Record usage” ran 2 h ago'])
})

test('a hundred who ask within ten seconds are answered by one look', async () => {
  const readHealth = createHealth(withServer)
  const answers = await Promise.all(Array.from({ length: 100 }, readHealth))
  expect(new Set(answers).size).toBe(1)
  await mail({ createdAt: minutesAgo(20) })
  expect(await readHealth()).toBe(answers[0])
  expect(await db.$count(emails, eq(emails.kind, 'test'))).toBe(1)
})

test('a backup is verified at least every two days, and customers do not see when it is not', async () => {
  const look = async (to: string | undefined) => {
    const health = await createHealth({
      ...platform,
      config: { ...platform.config, backup: { ...platform.config.backup, to } },
    })()
    const backup = health.find(({ part }) => part === 'backups')
    return [backup?.isHealthy, backup?.detail]
  }
  expect(await look(undefined)).toEqual([true, 'BACKUP_TO is not set'])
  expect(await look('/backups')).toEqual([true, 'None verified yet'])
  const add = (hours: number, isVerified: boolean) =>
    db.insert(backups).values({
      name: `latchkey-${hours}.backup`,
      place: '/backups',
      createdAt: minutesAgo(hours * 60),
      verifiedAt: isVerified ? minutesAgo(hours * 60) : null,
    })
  await add(3, false)
  expect(await look('/backups')).toEqual([false, 'None verified yet'])
  await add(52, true)
  expect(await look('/backups')).toEqual([false, 'Last verified: 52 h ago'])
  await add(28, true)
  expect(await look('/backups')).toEqual([true, 'Last verified: 28 h ago'])
  expect(isHealthy([{ part: 'backups', isHealthy: false, isSetUp: true, detail: '' }])).toBe(true)
})

test('staff, but no customers, see which settings are missing', async () => {
  const lookWith = async (environment: NodeJS.ProcessEnv) => {
    const health = await createHealth({ ...platform, config: readConfig(environment) })()
    return health.find(({ part }) => part === 'settings')
  }
  const DATABASE_URL = 'postgres://127.0.0.1/portal'
  const shown = {
    PUBLIC_URL: 'https://portal.example.com',
    VENDOR_NAME: 'Rand Software',
    VENDOR_ADDRESS: '1 Main Road',
    SALES_EMAIL: 'sales@rand.example',
    MAIL_FROM: 'portal@rand.example',
  }
  const complete = { DATABASE_URL, ...shown, SEALING_SECRET: 'x'.repeat(32) }
  expect(await lookWith({})).toMatchObject({ isHealthy: true, isSetUp: true })
  expect(await lookWith(complete)).toMatchObject({ isHealthy: true, isSetUp: true, detail: 'Complete' })
  const missing = await lookWith({ DATABASE_URL, ...shown, VENDOR_NAME: '' })
  expect(missing).toMatchObject({
    isHealthy: false,
    isSetUp: false,
    detail:
      'Customers see examples until these are set: VENDOR_NAME. Secrets in the database are readable until SEALING_SECRET is set',
  })
  expect(missing && isHealthy([missing])).toBe(true)
})
