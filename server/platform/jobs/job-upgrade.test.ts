import { PgBoss } from 'pg-boss'
import { expect, onTestFinished, test } from 'vitest'
import { RELEASE } from '#server/database/migrate/migration-records.ts'
import { db, pool, testDatabaseUrl } from '#server/testing/testing.ts'
import { createJobs, migrateJobs } from './jobs.ts'

const table = { greet: { description: 'Is tested', retries: 3, retryDelay: 1, longestDelay: 1 } }

test('indexes that an upgrade of the queue leaves to be built later are built before the server starts', async () => {
  await pool.query(`
    insert into pgboss.bam (name, version, table_name, command)
    select name, 1, 'job', format('create index concurrently if not exists %s on pgboss.job_common (id)', name)
    from unnest(array['first', 'second']) as name`)
  await migrateJobs(table)(testDatabaseUrl)
  const { rows } = await pool.query(`
    select name, status, to_regclass('pgboss.' || name) is not null as built from pgboss.bam where version = 1 order by 1`)
  const built = { status: 'completed', built: true }
  expect(rows).toEqual([
    { name: 'first', ...built },
    { name: 'second', ...built },
  ])
}, 60_000)

test('a job that waited for three months, because no server ran, is not deleted by the first one that does', async () => {
  await migrateJobs(table)(testDatabaseUrl)
  const jobs = createJobs({ url: testDatabaseUrl, jobs: table, onError: () => {} })
  onTestFinished(() => jobs.stop())
  await jobs.enqueue(db, 'greet', { to: 'them' })
  await pool.query(`
    update pgboss.job set keep_until = keep_until - interval '90 days', start_after = start_after - interval '90 days',
      created_on = created_on - interval '90 days' where name = 'greet'`)
  const boss = new PgBoss({ connectionString: testDatabaseUrl, supervise: false, schedule: false, max: 1 })
  onTestFinished(() => boss.stop({ graceful: false }))
  await boss.start()
  await boss.supervise('greet')
  const { rows } = await pool.query(`select data, state from pgboss.job where name = 'greet'`)
  expect(rows).toEqual([{ data: { to: 'them' }, state: 'created' }])
}, 60_000)

test('a queue that a newer release has upgraded is refused in a sentence, and stays as it is', async () => {
  await migrateJobs(table)(testDatabaseUrl)
  await pool.query('update pgboss.version set version = version + 1')
  onTestFinished(() => void pool.query('update pgboss.version set version = version - 1'))
  const read = async () => (await pool.query('select name from pgboss.queue order by 1')).rows
  const before = await read()
  await expect(migrateJobs({ ...table, another: table.greet })(testDatabaseUrl)).rejects.toThrow(
    `The job queue in this database was upgraded by a newer release, and Latchkey ${RELEASE} cannot use it: start that release again.`,
  )
  expect(await read()).toEqual(before)
}, 60_000)
