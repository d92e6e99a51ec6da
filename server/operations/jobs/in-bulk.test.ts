import { eq, sql } from 'drizzle-orm'
import { beforeEach, expect, test } from 'vitest'
import { jobs, NOTHING_TO_RETRY } from '#contract/operations/jobs.ts'
import { only } from '#server/database/database.ts'
import { auditLog } from '#server/database/schema/audit.ts'
import { emails } from '#server/database/schema/emails.ts'
import { keepFailures } from '#server/platform/jobs/queries.ts'
import { db, signIn, statusesOf, stranger } from '#server/testing/testing.ts'

const admin = await signIn({ role: 'admin' })
const preview = async (name?: string) =>
  (await admin.call(jobs.previewRetry, name === undefined ? {} : { query: { name } })).body
const press = (body: { name?: string; until: string }, by = admin) => by.call(jobs.retryAll, { body })
const failedOf = async (name: string) =>
  (await admin.call(jobs.read)).body.jobs.find((job) => job.name === name)?.failed

const entries = () => db.select().from(auditLog).where(eq(auditLog.action, 'job.all-retried'))

beforeEach(async () => {
  await db.execute(sql`delete from pgboss.job`)
  await db.delete(emails)
})

/** Emails to a thousand people whose jobs have failed for good. */
async function failMails(count: number, kind = 'invoice-issued') {
  await db.execute(sql`
    with letters as (
      insert into emails (kind, "to", subject, text, html, last_error, attempts, created_at)
      select ${kind}, number % 1000 || '@example.com', 'Subject', 'Text', 'Html', 'refused', 31, now() - interval '3 days'
      from generate_series(1, ${count}::int) as number returning id
    )
    insert into pgboss.job (name, state, data, retry_limit, retry_count, policy, deletion_seconds, start_after, completed_on)
    select queue.name, 'failed', json_build_object('emailId', letters.id)::jsonb, 30, 30, queue.policy, queue.deletion_seconds,
      now() - interval '1 day', now() - interval '1 day'
    from letters cross join pgboss.queue where queue.name = 'send-mail'`)
}

const fail = (
  name: string,
  { key = null, daysAgo = 0, state = 'failed' }: { key?: string | null; daysAgo?: number; state?: string } = {},
) =>
  db
    .execute<{ id: string }>(
      sql`
        insert into pgboss.job (name, state, data, singleton_key, policy, deletion_seconds, completed_on)
        select name, ${state}::pgboss.job_state, '{}', ${key}, policy, deletion_seconds, now() - make_interval(days => ${daysAgo})
        from pgboss.queue where name = ${name} returning id`,
    )
    .then(({ rows }) => only(rows).id)

const states = async () => {
  const { rows } = await db.execute<{ state: string; count: number }>(
    sql`select state::text, count(*)::int as count from pgboss.job group by state order by state`,
  )
  return Object.fromEntries(rows.map(({ state, count }) => [state, count]))
}

test('ten thousand failed emails are counted, shown first and retried once by two admins, with one entry', async () => {
  const other = await signIn({ role: 'admin' })
  await failMails(10_000)
  expect(await failedOf('send-mail')).toBe(10_000)
  const shown = await preview('send-mail')
  expect(shown).toMatchObject({ jobs: 10_000, emails: 10_000, recipients: 1000, expired: 0 })
  expect(Date.parse(shown.oldestAt ?? '')).toBeLessThan(Date.now() - 71 * 3_600_000)
  const asked = { name: 'send-mail', until: shown.until }
  const answers = await Promise.all([press(asked), press(asked, other), press({ until: shown.until }, other)])
  expect(statusesOf(answers)).toEqual([200, 409, 409])
  expect(answers.find(({ status }) => status === 200)?.body).toEqual({ retried: 10_000 })
  expect(answers.find(({ status }) => status === 409)?.message).toBe(NOTHING_TO_RETRY)
  expect(await states()).toEqual({ retry: 10_000 })
  expect(await entries()).toMatchObject([{ outcome: 'success', changes: { count: [null, 10_000] } }])
  expect(await failedOf('send-mail')).toBe(0)
}, 60_000)

test('what fails again comes back, and is not retried by who saw it before', async () => {
  await failMails(3)
  const { until } = await preview()
  expect((await press({ until })).body).toEqual({ retried: 3 })
  await db.execute(sql`update pgboss.job set state = 'failed', completed_on = now()`)
  expect(await failedOf('send-mail')).toBe(3)
  expect(await press({ until })).toMatchObject({ status: 409, message: NOTHING_TO_RETRY })
  expect((await press(await preview())).body).toEqual({ retried: 3 })
})

test('an email whose link has expired, that was sent or is gone is not counted as one to send', async () => {
  await failMails(6, 'password-reset')
  await db.execute(sql`
    with chosen as (select id, row_number() over () as place from emails)
    update emails set created_at = case when place in (1, 3) then created_at else now() end,
      link_until = case when place = 1 then now() - interval '1 second' when place = 2 then now() + interval '1 hour' end,
      sent_at = case when place = 4 then now() end, "to" = case when place = 5 then '' else 'Ann@example.com' end
    from chosen where chosen.id = emails.id`)
  expect(await preview('send-mail')).toMatchObject({ jobs: 6, emails: 2, recipients: 1, expired: 2 })
})

test('retries one kind alone, or all, and of an exclusive key the newest unless one waits', async () => {
  await failMails(2)
  const [older, newer] = [
    await fail('deliver-webhook', { key: 'a', daysAgo: 2 }),
    await fail('deliver-webhook', { key: 'a' }),
  ]
  const blocked = await fail('deliver-webhook', { key: 'b' })
  await fail('deliver-webhook', { key: 'b', state: 'created' })
  const shown = await preview('deliver-webhook')
  expect(shown).toMatchObject({ jobs: 3, emails: 0, recipients: 0, oldestAt: null })
  expect((await press({ name: 'deliver-webhook', until: shown.until })).body).toEqual({ retried: 1 })
  const { rows } = await db.execute<{ id: string; state: string }>(sql`select id, state::text from pgboss.job`)
  const stateOf = new Map(rows.map(({ id, state }) => [id, state]))
  expect([older, newer, blocked].map((id) => stateOf.get(id))).toEqual(['failed', 'retry', 'failed'])
  expect((await press(await preview())).body).toEqual({ retried: 2 })
})

test('with nothing to retry, it says so', async () => {
  const shown = await preview()
  expect(shown).toMatchObject({ jobs: 0, emails: 0, recipients: 0, expired: 0, oldestAt: null })
  expect(await press(shown)).toMatchObject({ status: 409, message: NOTHING_TO_RETRY })
  for (const name of ['nothing', '__proto__']) {
    expect((await admin.call(jobs.previewRetry, { query: { name } })).status).toBe(404)
    expect((await press({ name, until: shown.until })).status).toBe(404)
  }
  expect((await press({ until: 'soon' })).status).toBe(400)
})

test('only admins may', async () => {
  await failMails(1)
  const { until } = await preview()
  for (const role of ['agent', 'org_admin', 'customer'] as const) {
    const person = await signIn({ role })
    expect((await person.call(jobs.previewRetry)).status).toBe(403)
    expect((await press({ until }, person)).status).toBe(403)
  }
  expect((await stranger().call(jobs.previewRetry)).status).toBe(401)
  expect((await stranger().call(jobs.retryAll, { body: { until } })).status).toBe(401)
  expect(await states()).toEqual({ failed: 1 })
})

test('a failed job is kept for thirty days, and one that was done later no longer than that run', async () => {
  await failMails(1)
  await fail('deliver-webhook', { key: 'a' })
  const days = async (name: string) => {
    const { rows } = await db.execute<{ days: number }>(
      sql`select deletion_seconds / 86400 as days from pgboss.job where name = ${name} and state = 'failed'`,
    )
    return rows[0]?.days
  }
  expect([await days('send-mail'), await days('deliver-webhook')]).toEqual([7, 7])
  await keepFailures(db)
  expect([await days('send-mail'), await days('deliver-webhook')]).toEqual([30, 30])
  await fail('deliver-webhook', { state: 'completed' })
  await keepFailures(db)
  expect([await days('send-mail'), await days('deliver-webhook')]).toEqual([30, 7])
  await db.execute(sql`update pgboss.job set completed_on = now() - interval '29 days' where name = 'send-mail'`)
  expect(await failedOf('send-mail')).toBe(1)
})

test('emails that someone waits for stay ahead of the others', async () => {
  await failMails(2)
  await db.execute(sql`update pgboss.job set priority = 1 where id = (select id from pgboss.job limit 1)`)
  expect((await press({ until: (await preview()).until })).status).toBe(200)
  const { rows } = await db.execute(sql`select priority from pgboss.job order by priority desc`)
  expect(rows).toEqual([{ priority: 1 }, { priority: -1 }])
})
