import { randomUUID } from 'node:crypto'
import { eq, sql } from 'drizzle-orm'
import { beforeEach, expect, test } from 'vitest'
import type { ActionOn } from '#contract/operations/audit/audit-actions.ts'
import { countWords, jobs } from '#contract/operations/jobs.ts'
import { makeTicket } from '#demo/rows/tickets.ts'
import { only, type Database } from '#server/database/database.ts'
import { auditLog } from '#server/database/schema/audit.ts'
import { subscriptions } from '#server/database/schema/billing/subscriptions.ts'
import { emails } from '#server/database/schema/emails.ts'
import { db, newOrganization, platform, signIn, statusesOf } from '#server/testing/testing.ts'
import { findFailures, findJobs } from './queries.ts'

const admin = await signIn({ role: 'admin' })
const read = async () => (await admin.call(jobs.read)).body
const jobOf = async (name: string) => (await read()).jobs.find((job) => job.name === name)
const retry = (id: string) => admin.call(jobs.retry, { params: { id } })
const run = (name: string) => admin.call(jobs.run, { params: { name } })

beforeEach(() => db.execute(sql`delete from pgboss.job`))

type Facts = { state?: string; data?: object; output?: object; daysAgo?: number; took?: number; key?: string }

async function makeJob(name: string, facts: Facts = {}) {
  const { state = 'failed', data = {}, output = { message: 'refused' }, daysAgo = 0, took = 1, key = null } = facts
  const isDone = state === 'failed' || state === 'completed'
  const { rows } = await db.execute<{ id: string }>(sql`
    insert into pgboss.job (name, state, data, output, retry_count, singleton_key, policy, started_on, completed_on)
    select ${name}, ${state}::pgboss.job_state, ${JSON.stringify(data)}::jsonb, ${JSON.stringify(output)}::jsonb, 2,
      ${key}, queue.policy, now() - make_interval(days => ${daysAgo}, secs => ${took}),
      case when ${isDone} then now() - make_interval(days => ${daysAgo}) end
    from pgboss.queue where queue.name = ${name} returning id`)
  return only(rows).id
}

const stateOf = async (id: string) =>
  (await db.execute<{ state: string }>(sql`select state::text from pgboss.job where id = ${id}`)).rows[0]?.state

/** True while a statement waits for another transaction. */
const isWaitingForLock = async () => {
  const { rows } = await db.execute(sql`
    select from pg_locks join pg_stat_activity using (pid)
    where not granted and locktype = 'transactionid' and datname = current_database()`)
  return rows.length > 0
}

const entries = (action: ActionOn<'job'>) => db.select().from(auditLog).where(eq(auditLog.action, action))

test('every job says what it does and when it comes, and those that never ran say so', async () => {
  const state = await read()
  expect(state.jobs.map(({ name }) => name)).toEqual(Object.keys(platform.jobs.table))
  expect(state.failures).toEqual([])
  expect(await jobOf('send-mail')).toEqual({
    name: 'send-mail',
    description: 'Sends one email from the outbox',
    schedule: null,
    nextRun: null,
    waiting: 0,
    running: 0,
    failed: 0,
    lastRun: null,
  })
  expect((await jobOf('record-usage'))?.schedule).toBe('Hourly at :50, and when a server starts')
  expect((await jobOf('mark-overdue'))?.schedule).toBe('Hourly at :05')
  expect(await jobOf('hash-files')).toMatchObject({ schedule: 'When a server starts', nextRun: null })
  const next = (await jobOf('mark-overdue'))?.nextRun ?? ''
  expect(next).toMatch(/:05:00\.000Z$/)
  expect(Date.parse(next)).toBeGreaterThan(Date.now() - 60_000)
})

test('a job shows its last run, and what is queued and running', async () => {
  await makeJob('sweep', { state: 'failed', daysAgo: 2 })
  await makeJob('sweep', { state: 'completed', daysAgo: 1, took: 3 })
  for (const state of ['created', 'retry', 'active']) await makeJob('sweep', { state })
  const sweep = await jobOf('sweep')
  expect(sweep).toMatchObject({ waiting: 2, running: 1, failed: 0, lastRun: { hasSucceeded: true, took: 3000 } })
  await makeJob('sweep', { state: 'failed' })
  expect(await jobOf('sweep')).toMatchObject({ failed: 1, lastRun: { hasSucceeded: false, took: 1000 } })
})

test('a failure says what it was about, and of a mail no more than its envelope', async () => {
  const organizationId = await newOrganization({ name: 'Acme Mining' })
  const [subscription] = await db.select().from(subscriptions).where(eq(subscriptions.organizationId, organizationId))
  const person = await signIn()
  const ticket = await makeTicket(db, { organizationId: person.organizationId, userId: person.user.id })
  const letter = { kind: 'password-reset', to: 'a@example.com', subject: 'Your new password', text: 'TOP SECRET' }
  const mail = await db
    .insert(emails)
    .values({ ...letter, html: 'TOP SECRET' })
    .returning()
    .then(only)
  const about = {
    'send-mail': { emailId: mail.id },
    'mail-password-reset': { email: 'b@example.com' },
    'mail-ticket': { ticketId: ticket.id, userId: person.user.id },
    ...('bill-subscription' in platform.jobs.table && { 'bill-subscription': { subscriptionId: subscription?.id } }),
    sweep: {},
  }
  for (const [name, data] of Object.entries(about)) await makeJob(name, { data })
  const { failures } = await read()
  expect(Object.fromEntries(failures.map((failure) => [failure.name, failure.subject]))).toEqual({
    'send-mail': 'a@example.com: Your new password',
    'mail-password-reset': 'b@example.com',
    'mail-ticket': expect.stringMatching(/^TKT-\d{4}-\d{6}$/),
    ...('bill-subscription' in about && { 'bill-subscription': 'Acme Mining' }),
    sweep: null,
  })
  expect(JSON.stringify(failures)).not.toContain('SECRET')
  expect(failures[0]).toMatchObject({ message: 'refused', attempts: 3 })
})

test('what is gone has no subject, and what ran out of time says that', async () => {
  await makeJob('send-mail', { data: { emailId: randomUUID() }, output: { value: { message: 'job timed out' } } })
  await makeJob('mail-ticket', { data: {}, output: {} })
  const { failures } = await read()
  expect(failures.map(({ subject, message }) => [subject, message])).toEqual(
    expect.arrayContaining([
      [null, 'job timed out'],
      [null, 'It did not say why'],
    ]),
  )
})

test('a failure counts for thirty days, and only until a later run has done the same thing', async () => {
  await makeJob('sweep', { daysAgo: 31 })
  await makeJob('mail-ticket', { data: { ticketId: randomUUID() } })
  expect((await read()).failures.map(({ name }) => name)).toEqual(['mail-ticket'])
  await makeJob('mail-ticket', { data: { ticketId: randomUUID() }, state: 'completed' })
  await makeJob('sweep', { daysAgo: 1 })
  expect((await read()).failures).toHaveLength(2)
  await makeJob('sweep', { state: 'completed' })
  expect((await read()).failures.map(({ name }) => name)).toEqual(['mail-ticket'])
})

test('counts stop at the display limit', async () => {
  await db.execute(sql`
    insert into pgboss.job (name, state, data, completed_on)
    select 'send-mail', state::pgboss.job_state, json_build_object('emailId', gen_random_uuid())::jsonb, now()
    from unnest(array['created', 'failed']) as state, generate_series(1, 10001)`)
  const { waiting = 0, failed = 0 } = (await jobOf('send-mail')) ?? {}
  expect([waiting, failed].map(countWords)).toEqual(['10,000+', '10,000+'])
  expect([0, 7, 10000].map(countWords)).toEqual(['0', '7', '10,000'])
})

test('only the newest fifty failures are listed, and all are counted', async () => {
  await db.execute(sql`
    insert into pgboss.job (name, state, data, completed_on)
    select 'send-mail', 'failed', json_build_object('emailId', gen_random_uuid())::jsonb, now() - make_interval(secs => number)
    from generate_series(1, 60) as number`)
  expect((await read()).failures).toHaveLength(50)
  expect((await jobOf('send-mail'))?.failed).toBe(60)
})

test('a failed job is retried once, however often it is requested, and audited', async () => {
  const id = await makeJob('send-mail', { data: { emailId: randomUUID() } })
  const answers = await Promise.all(Array.from({ length: 8 }, () => retry(id)))
  expect(statusesOf(answers)).toEqual([200, 409, 409, 409, 409, 409, 409, 409])
  expect(answers.find(({ status }) => status === 409)?.message).toBe('This job is being tried again already.')
  expect(await stateOf(id)).toBe('retry')
  expect((await read()).failures).toEqual([])
  const trail = (await entries('job.retried')).filter(({ subjectId }) => subjectId === id)
  expect(trail).toMatchObject([{ actorId: admin.user.id, organizationId: null, changes: { job: [null, 'send-mail'] } }])
  expect((await retry(randomUUID())).status).toBe(404)
  expect((await retry('nonsense')).status).toBe(400)
})

test('what is tried again in the very moment in which the same is added is refused clearly', async () => {
  const key = randomUUID()
  const id = await makeJob('bill-subscription', { key, data: { subscriptionId: key } })
  let retried: ReturnType<typeof retry> | undefined
  await db.transaction(async (tx) => {
    await platform.jobs.enqueue(tx, 'bill-subscription', { subscriptionId: key }, { key })
    retried = retry(id)
    await expect.poll(isWaitingForLock, { timeout: 2500 }).toBe(true)
  })
  expect(await retried).toMatchObject({
    status: 409,
    message: 'A newer job over the same thing waits or runs already.',
  })
  expect(await stateOf(id)).toBe('failed')
})

test('eight retries and eight new ones of one key leave one that waits', async () => {
  const key = randomUUID()
  const id = await makeJob('bill-subscription', { key })
  const add = () => db.transaction((tx) => platform.jobs.enqueue(tx, 'bill-subscription', {}, { key }))
  const pairs = Array.from({ length: 8 }, () => ({ retried: retry(id), isAdded: add() }))
  const statuses = await Promise.all(pairs.map(async ({ retried }) => (await retried).status))
  const added = (await Promise.all(pairs.map(({ isAdded }) => isAdded))).filter(Boolean)
  const again = statuses.filter((status) => status === 200)
  expect(statuses.filter((status) => status === 409)).toHaveLength(8 - again.length)
  expect(again.length + added.length).toBe(1)
  expect((await jobOf('bill-subscription'))?.waiting).toBe(1)
})

test('a scheduled job can run now, and ten clicks run it once', async () => {
  const answers = await Promise.all(Array.from({ length: 8 }, () => run('sweep')))
  expect(statusesOf(answers)).toEqual([200, 409, 409, 409, 409, 409, 409, 409])
  expect((await jobOf('sweep'))?.waiting).toBe(1)
  expect(await entries('job.started')).toMatchObject([{ actorId: admin.user.id, changes: { job: [null, 'sweep'] } }])
  for (const name of ['send-mail', 'nothing', '__proto__', 'constructor'])
    expect([name, (await run(name)).status]).toEqual([name, 404])
  expect((await run('x'.repeat(61))).status).toBe(400)
})

test('however much is kept, nothing is read but what is asked for', async () => {
  await db.execute(sql`
    insert into pgboss.job (name, state, data, started_on, completed_on)
    select 'send-mail', (case when number % 200 = 0 then 'failed' else 'completed' end)::pgboss.job_state,
      json_build_object('emailId', gen_random_uuid())::jsonb, now(), now() - make_interval(secs => number)
    from generate_series(1, 20000) as number`)
  await db.execute(sql`analyze pgboss.job_common`)
  await db.transaction(async (tx) => {
    const names = Object.keys(platform.jobs.table)
    // Includes earlier reads of this connection, until PostgreSQL's statistics catch up.
    const before = await countRead(tx)
    expect((await findJobs(tx, names))[0]).toMatchObject({ name: 'send-mail', failed: 100 })
    expect(await findFailures(tx, names)).toHaveLength(50)
    expect(await countRead(tx)).toBe(before)
  })
})

const countRead = async (tx: Database) => {
  const { rows } = await tx.execute<{ read: number }>(
    sql`select seq_tup_read::int as read from pg_stat_xact_user_tables where relname = 'job_common'`,
  )
  return rows[0]?.read
}

test('a page that watches the jobs does not keep its session from going idle', async () => {
  expect(jobs.read.config.isBackground).toBe(true)
  for (const role of ['agent', 'org_admin', 'customer'] as const)
    expect((await (await signIn({ role })).call(jobs.read)).status).toBe(403)
})
