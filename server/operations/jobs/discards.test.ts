import { randomUUID } from 'node:crypto'
import { eq, sql } from 'drizzle-orm'
import { beforeEach, expect, test } from 'vitest'
import { jobs, RUNS_AGAIN } from '#contract/operations/jobs.ts'
import { only } from '#server/database/database.ts'
import { auditLog } from '#server/database/schema/audit.ts'
import { emails } from '#server/database/schema/emails.ts'
import { db, signIn, statusesOf, stranger } from '#server/testing/testing.ts'

const admin = await signIn({ role: 'admin' })
const discard = (id: string, by = admin) => by.call(jobs.discard, { params: { id } })
const listed = async () => (await admin.call(jobs.read)).body.failures.map(({ id }) => id)

beforeEach(() => db.execute(sql`delete from pgboss.job`))

async function failMail(state = 'failed') {
  const to = `${randomUUID().slice(0, 8)}@example.com`
  const mail = await db
    .insert(emails)
    .values({ kind: 'test', to, subject: 'Delivery note', text: 'Hello', html: '<p>Hello</p>' })
    .returning()
    .then(only)
  const { rows } = await db.execute<{ id: string }>(sql`
    insert into pgboss.job (name, state, data, output, retry_count, completed_on)
    values ('send-mail', ${state}::pgboss.job_state, ${JSON.stringify({ emailId: mail.id })}::jsonb,
      '{"message": "No such mailbox"}', 30, now()) returning id`)
  return { to, id: only(rows).id }
}

test('a failed job that is discarded leaves the list for good, once, with an entry that names its email', async () => {
  const [one, other] = [await failMail(), await failMail()]
  const answers = await Promise.all(Array.from({ length: 4 }, () => discard(one.id)))
  expect(statusesOf(answers)).toEqual([200, 404, 404, 404])
  expect(await listed()).toEqual([other.id])
  const [mail] = await db.select().from(emails).where(eq(emails.to, one.to))
  expect(mail).toMatchObject({ sentAt: null, lastError: `Discarded by ${admin.user.firstName} ${admin.user.lastName}` })
  const trail = await db.select().from(auditLog).where(eq(auditLog.subjectId, one.id))
  expect(trail).toMatchObject([
    {
      action: 'job.discarded',
      actorId: admin.user.id,
      changes: { job: ['send-mail', null], to: [one.to, null] },
    },
  ])
})

test('a job that is being tried again is not discarded, nor one that does not exist', async () => {
  const { id } = await failMail('retry')
  expect(await discard(id)).toMatchObject({ status: 409, message: 'This job is being tried again already.' })
  expect(await db.$count(sql`pgboss.job`, sql`id = ${id}`)).toBe(1)
  expect((await discard(randomUUID())).status).toBe(404)
  expect((await discard('nonsense')).status).toBe(400)
})

test('a scheduled job is not discarded: it runs again at its next time', async () => {
  const { rows } = await db.execute<{ id: string }>(sql`
    insert into pgboss.job (name, state, data, completed_on) values ('back-up', 'failed', '{}', now()) returning id`)
  expect(await discard(only(rows).id)).toMatchObject({ status: 409, message: RUNS_AGAIN })
  expect(await listed()).toHaveLength(1)
})

test('only admins may discard', async () => {
  const { id } = await failMail()
  for (const role of ['agent', 'org_admin', 'customer'] as const)
    expect((await discard(id, await signIn({ role }))).status).toBe(403)
  expect((await stranger().call(jobs.discard, { params: { id } })).status).toBe(401)
  expect(await listed()).toEqual([id])
})
