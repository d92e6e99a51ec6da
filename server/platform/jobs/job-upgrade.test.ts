import { expect, test } from 'vitest'
import { pool, testDatabaseUrl } from '#server/testing/testing.ts'
import { migrateJobs } from './jobs.ts'

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
