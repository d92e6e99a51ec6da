import { expect, onTestFinished, test } from 'vitest'
import { testDatabaseUrl } from '#server/testing/testing.ts'
import { closePools, openPools, openReplicaPools } from './pools.ts'

const url = testDatabaseUrl
const onError = () => {}

test('no connection compiles statements, and those of devices keep one plan for all values', async () => {
  const pools = {
    ...openPools({ url, connections: 8, onError }),
    ...openReplicaPools({ url, connections: 8, onError }),
  }
  onTestFinished(async () => void (await closePools(pools)))
  const settings = `select current_setting('jit') as jit, current_setting('plan_cache_mode') as plans`
  for (const [name, pool] of Object.entries(pools)) {
    const plans = /devices/i.test(name) ? 'force_generic_plan' : 'auto'
    expect([name, (await pool.query(settings)).rows[0]]).toEqual([name, { jit: 'off', plans }])
  }
})
