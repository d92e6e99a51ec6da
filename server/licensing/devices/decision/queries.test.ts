import { expect, onTestFinished, test } from 'vitest'
import { platform } from '#server/testing/testing.ts'
import { factsStatement } from './queries.ts'

test('the lookup of one license is planned once for a connection', async () => {
  const client = await platform.pools.devices.connect()
  onTestFinished(() => client.release(true))
  const name = 'facts_of_one'
  for (let call = 0; call < 10; call++)
    await client.query({ name, text: factsStatement('key'), values: [[Buffer.alloc(32, call)]] })
  const { rows } = await client.query(
    `select custom_plans::int, generic_plans::int from pg_prepared_statements where name = $1`,
    [name],
  )
  expect(rows).toEqual([{ custom_plans: 0, generic_plans: 10 }])
})
