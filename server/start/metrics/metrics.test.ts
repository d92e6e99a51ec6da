import { sql } from 'drizzle-orm'
import type { ServerResponse } from 'node:http'
import { beforeEach, expect, onTestFinished, test } from 'vitest'
import { licenses } from '#contract/licensing/licenses.ts'
import { emails } from '#server/database/schema/emails.ts'
import { backups } from '#server/database/schema/platform.ts'
import { createMailer } from '#server/platform/mail/mailer.ts'
import { createLiveStreams } from '#server/platform/live/live-streams.ts'
import { openEventStream } from '#server/platform/live/event-stream.ts'
import { openPlatform } from '#server/start/open-platform.ts'
import { inUse } from '#server/testing/licensing/devices.ts'
import { addWebhook, deliver, openReceiver } from '#server/testing/operations/webhooks.ts'
import { config, db, inDays, platform, signIn, testDatabaseUrl } from '#server/testing/testing.ts'
import { createMetrics } from './metrics.ts'

const SAMPLE = /^(\w+)(\{.*\})? (\S+)$/gm

/** The values of a Prometheus answer by 'name{label="value"}'. */
const samplesOf = (text: string) =>
  new Map(Array.from(text.matchAll(SAMPLE), ([, name = '', labels = '', value]) => [name + labels, Number(value)]))

const metrics = createMetrics(platform)
const readSamples = async () => samplesOf(await metrics.read())

/** By how much the sample grows during the run. */
async function growthOf(sample: string, run: () => Promise<unknown>) {
  const before = (await readSamples()).get(sample) ?? NaN
  await run()
  return ((await readSamples()).get(sample) ?? NaN) - before
}

beforeEach(async () => {
  await db.execute(sql`delete from pgboss.job`)
  await db.delete(emails)
  await db.delete(backups)
})

const addJob = (state: string, minutesAgo: number) =>
  db.execute(sql`
  insert into pgboss.job (name, state, start_after, completed_on)
  values ('sweep', ${state}::pgboss.job_state, now() - make_interval(mins => ${minutesAgo}),
    case when ${state} in ('completed', 'failed') then now() - make_interval(mins => ${minutesAgo}) end)`)

test('each job has its waiting and failed runs, the age of the oldest, and its last completed run', async () => {
  await addJob('completed', 120)
  await addJob('failed', 60)
  await addJob('created', 10)
  await addJob('created', 5)
  const samples = await readSamples()
  const ofJob = (name: string) =>
    ['jobs_waiting', 'jobs_failed'].map((kind) => samples.get(`latchkey_${kind}{job_name="${name}"}`))
  expect([ofJob('sweep'), ofJob('remind')]).toEqual([
    [2, 1],
    [0, 0],
  ])
  const age = samples.get('latchkey_jobs_oldest_due_seconds{job_name="sweep"}')
  expect(age).toBeGreaterThanOrEqual(600)
  expect(age).toBeLessThan(660)
  const completed = samples.get('latchkey_job_last_completed_timestamp_seconds{job_name="sweep"}') ?? 0
  expect(Math.abs(Date.now() / 1000 - completed - 7200)).toBeLessThan(60)
  expect(samples.has('latchkey_job_last_completed_timestamp_seconds{job_name="remind"}')).toBe(false)
})

test('runs of jobs are counted by their end, with how long they took', async () => {
  const other = await openPlatform(config, { databaseUrl: testDatabaseUrl })
  onTestFinished(other.close)
  let runs = 0
  const run = async () => {
    const ran = Promise.withResolvers<void>()
    const handle = async () => {
      runs++
      ran.resolve()
    }
    await other.platform.jobs.work({ 'hash-files': handle })
    await other.platform.jobs.enqueue(db, 'hash-files', {})
    await ran.promise
    await other.platform.jobs.stopWorking()
  }
  // The queue may contain a job that other code has added.
  const growth = await growthOf('latchkey_job_runs_total{job_name="hash-files",result="completed"}', run)
  expect(runs).toBeGreaterThan(0)
  expect(growth).toBe(runs)
  expect(
    (await readSamples()).get('latchkey_job_run_duration_seconds_count{job_name="hash-files"}'),
  ).toBeGreaterThanOrEqual(1)
})

test('decisions about devices are counted by code, and check-ins when they are written', async () => {
  const { pc, key, deviceToken } = await inUse()
  const decisions = (code: string) => `latchkey_device_decisions_total{code="${code}"}`
  expect(await growthOf(decisions('VALID'), () => pc.validate(key))).toBe(1)
  expect(await growthOf(decisions('NOT_FOUND'), () => pc.validate('AAAAA-AAAAA-AAAAA-AAAAA-AAAAA'))).toBe(1)
  expect(await growthOf(decisions('NOT_ACTIVATED'), () => pc.checkIn('unknown'))).toBe(1)
  const before = (await readSamples()).get('latchkey_device_check_ins_total{result="written"}') ?? NaN
  await pc.checkIn(deviceToken)
  const written = async () => (await readSamples()).get('latchkey_device_check_ins_total{result="written"}')
  await expect.poll(written).toBe(before + 1)
})

test('open live streams are counted until they close', async () => {
  const stream = openEventStream()
  const closed = new Promise<void>((resolve) => stream.onClose(resolve))
  const open = async () => createLiveStreams().add('one', stream)
  expect(await growthOf('latchkey_live_streams_open', open)).toBe(1)
  const close = async () => {
    stream.cut()
    await closed
  }
  expect(await growthOf('latchkey_live_streams_open', close)).toBe(-1)
})

test('emails that wait, and attempts that fail', async () => {
  const mail = { ...config, demo: false, mail: { from: 'a@example.com', smtpUrl: 'smtp://127.0.0.1:1' } }
  const mailer = createMailer({ config: mail, jobs: platform.jobs, seal: platform.seal })
  onTestFinished(() => mailer.close())
  const letter = { kind: 'test', to: 'a@example.com', subject: 'S', text: 'T', html: 'H', createdAt: inDays(-1 / 24) }
  const [row] = await db.insert(emails).values(letter).returning()
  const send = () => mailer.send(db, row?.id ?? '', async () => undefined).catch(() => undefined)
  expect(await growthOf('latchkey_email_attempts_total{result="failed"}', send)).toBe(1)
  const samples = await readSamples()
  expect([samples.get('latchkey_emails_waiting'), samples.get('latchkey_emails_failing')]).toEqual([1, 1])
  expect(samples.get('latchkey_emails_stuck_seconds')).toBeGreaterThanOrEqual(3600)
})

test.each([
  ['accepted', (response: ServerResponse) => response.end('ok')],
  ['refused', (response: ServerResponse) => response.writeHead(500).end()],
  ['unanswered', (response: ServerResponse) => response.destroy()],
])('an attempt to deliver an event that is %s', async (result, answer) => {
  const { url } = await openReceiver(answer)
  const owner = await signIn()
  const webhook = await addWebhook(owner, url)
  await owner.call(licenses.create, { body: { label: 'Reception' } })
  expect(await growthOf(`latchkey_webhook_attempts_total{result="${result}"}`, () => deliver(webhook))).toBe(1)
})

test('a backup has an age once it was verified', async () => {
  expect((await readSamples()).has('latchkey_backup_age_seconds')).toBe(false)
  const saved = { name: 'one', place: '/srv', createdAt: inDays(-1) }
  await db.insert(backups).values(saved)
  expect((await readSamples()).has('latchkey_backup_age_seconds')).toBe(false)
  await db.update(backups).set({ verifiedAt: inDays(0) })
  expect((await readSamples()).get('latchkey_backup_age_seconds')).toBeGreaterThanOrEqual(86_400)
})

test('a part that cannot be read has no value, and the others have theirs', async () => {
  const away = { ...config, dataDirectory: '/nowhere/at/all' }
  const samples = samplesOf(await createMetrics({ ...platform, config: away }).read())
  expect(samples.has('latchkey_data_disk_free_bytes')).toBe(false)
  expect(samples.get('latchkey_emails_waiting')).toBe(0)
  const here = await readSamples()
  expect(here.get('latchkey_data_disk_free_bytes')).toBeGreaterThan(0)
  expect(here.get('latchkey_data_disk_size_bytes')).toBeGreaterThan(here.get('latchkey_data_disk_free_bytes') ?? NaN)
})

test('no metric names a customer', async () => {
  const { owner, license } = await inUse()
  const text = await metrics.read()
  for (const secret of [owner.organizationId, owner.user.id, license.id]) expect(text).not.toContain(secret)
})
