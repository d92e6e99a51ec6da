import { sql } from 'drizzle-orm'
import { execFile } from 'node:child_process'
import path from 'node:path'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'
import { emails } from './database/schema/emails.ts'
import { describeError, reasonOf } from './platform/http/logging.ts'
import { migrateJobs } from './platform/jobs/jobs.ts'
import { jobTable } from './start/job-table.ts'
import { freePort, spawnServer, until } from './testing/platform/server-process.ts'
import { db, newUser, pool, testDatabaseUrl } from './testing/testing.ts'

const CANARY = 'canary-4f1d9c'
const TOKEN = 'q'.repeat(43)

const failureOf = (work: PromiseLike<unknown>) =>
  Promise.resolve(work).then(
    () => new Error('It did not fail'),
    (error: Error) => error,
  )

test.each([
  ['22P02', () => db.execute(sql`select ${CANARY}::text::uuid`)],
  ['22P02', () => db.execute(sql`select ${`{"${CANARY}`}::text::jsonb`)],
  ['22007', () => db.execute(sql`select ${CANARY}::text::date`)],
  [
    '23505',
    async () =>
      newUser({ role: 'admin', email: (await newUser({ role: 'admin', email: `${CANARY}@example.com` })).email }),
  ],
  [
    '23502',
    () =>
      db.execute(
        sql`insert into emails (kind, "to", subject, text) values (${CANARY}, '', '', ${`\n    at noon: ${CANARY}`})`,
      ),
  ],
  ['22021', () => pool.query(`select $1::text`, [`${CANARY}\0`])],
])('what a statement was given is not in what is said of its failure: %s', async (code, work) => {
  const failure = await failureOf(work())
  expect(describeError(failure)).toMatchObject({
    code,
    message: expect.any(String),
    stack: expect.stringContaining('at '),
  })
  expect(JSON.stringify(describeError(failure))).not.toContain(CANARY)
})

test('a mail server that quotes a link is not quoted', () => {
  const failure = new Error(`550 Refused: https://portal.test/auth?reset=${TOKEN} is listed`)
  expect(reasonOf(failure).message).toBe('550 Refused: https://portal.test/auth?reset=(removed) is listed')
})

test('jobs that fail leave no values in the log and none with the failed job', async () => {
  await db
    .insert(emails)
    .values({ kind: 'x', to: CANARY, subject: CANARY, text: `${CANARY} reset=${TOKEN}`, html: CANARY })
  await migrateJobs(jobTable)(testDatabaseUrl)
  await pool.query(
    `insert into pgboss.job (name, data, retry_limit) values
       ('send-mail', jsonb_build_object('emailId', $1::text), 0),
       ('mail-ticket', jsonb_build_object('ticketId', $1::text, 'userId', $1::text), 0),
       ('bill-subscription', jsonb_build_object('subscriptionId', $1::text), 0),
       ('send-mail', jsonb_build_object('emailId', (select id from emails where "to" = $1)), 0)`,
    [CANARY],
  )
  const server = spawnServer({ PORT: String(await freePort()), DATABASE_URL: testDatabaseUrl })
  const failed = async () =>
    (
      await pool.query<{ output: object }>(
        `select output from pgboss.job where data::text like '%' || $1 || '%' and state = 'failed'`,
        [CANARY],
      )
    ).rows
  await until(async () => (await failed()).length === 3)
  await until(
    async () => (await pool.query(`select from emails where "to" = $1 and attempts > 0`, [CANARY])).rowCount === 1,
  )
  const { output } = await server.kill('SIGTERM')
  const kept = JSON.stringify([await failed(), (await pool.query('select last_error from emails')).rows])
  expect(kept).toContain('invalid input syntax for type uuid')
  expect(output).toContain('"code":"22P02"')
  for (const text of [kept, output]) {
    expect(text).not.toContain(CANARY)
    expect(text).not.toContain(TOKEN)
  }
})

test('a start or a command that fails on a statement prints no values of it', async () => {
  await pool.query('delete from secrets; alter table secrets add constraint no_more check (false)')
  const start = spawnServer({ PORT: String(await freePort()), DATABASE_URL: testDatabaseUrl })
  const { code, output } = await start.exited
  const command = path.join(import.meta.dirname, 'commands/secrets-rotate.ts')
  const { stderr } = await promisify(execFile)(process.execPath, [command], {
    env: { ...process.env, DATABASE_URL: testDatabaseUrl },
  }).catch((error: { stderr: string }) => error)
  expect(code).toBe(1)
  for (const text of [output, stderr]) {
    expect(text).toContain('violates check constraint "no_more"')
    expect(text).not.toMatch(/params|Failing row|[\w-]{43}/)
  }
})
