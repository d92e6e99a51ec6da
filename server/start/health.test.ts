import { expect, test } from 'vitest'
import { app, pool } from '#server/testing/testing.ts'

const readiness = async () => {
  const { statusCode, body } = await app.inject({ url: '/health/ready' })
  return [statusCode, JSON.parse(body)]
}

test('a process is not ready once the schema serves only newer releases', async () => {
  expect(await readiness()).toEqual([200, { status: 'ready' }])
  await pool.query(`insert into drizzle.migration_progress values (4102444800000, '9000_newer', '9.0.0', 1, true)`)
  expect(await readiness()).toEqual([
    503,
    {
      message: expect.stringMatching(
        /cannot run on this database: .* 9000_newer .* Start Latchkey 9\.0\.0 or newer\.$/,
      ),
    },
  ])
  await pool.query(`update drizzle.migration_progress set is_contract = false where tag = '9000_newer'`)
  expect(await readiness()).toEqual([200, { status: 'ready' }])
})

test('a process is not ready on a schema that lacks what it needs', async () => {
  await pool.query(
    'delete from drizzle.__drizzle_migrations where id = (select max(id) from drizzle.__drizzle_migrations)',
  )
  expect(await readiness()).toEqual([
    503,
    { message: expect.stringMatching(/^The database has no .* needs: run "npm run migrate"\.$/) },
  ])
})
