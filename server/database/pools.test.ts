import { eq, sql } from 'drizzle-orm'
import { expect, onTestFinished, test } from 'vitest'
import { newUser, testDatabaseUrl } from '#server/testing/testing.ts'
import { openDatabase } from './database.ts'
import { users } from './schema/identity/users.ts'
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

test('statements see what is committed and the tables of the portal, whatever the database is set to', async () => {
  const database = new URL(url).pathname.slice(1)
  const pools = openPools({ url, connections: 8, onError })
  onTestFinished(async () => void (await closePools(pools)))
  for (const setting of [`default_transaction_isolation = 'serializable'`, 'search_path = elsewhere'])
    await pools.health.query(`alter database ${database} set ${setting}`)
  onTestFinished(async () => void (await pools.health.query(`alter database ${database} reset all`)))
  const asked = `select current_setting('transaction_isolation') as isolation, to_regclass('users') is not null as "hasTables"`
  expect((await pools.people.query(asked)).rows).toEqual([{ isolation: 'read committed', hasTables: true }])
})

test('times are read and days are added alike, whatever the database is set to', async () => {
  const createdAt = '2026-04-02T03:30:00.250Z'
  const { id } = await newUser({ role: 'agent', createdAt })
  const database = new URL(url).pathname.slice(1)
  const pools = openPools({ url, connections: 8, onError })
  onTestFinished(async () => void (await closePools(pools)))
  const set = (setting: string) => pools.health.query(`alter database ${database} set ${setting}`)
  for (const setting of [`datestyle = 'SQL, DMY'`, `timezone = 'America/Santiago'`, `intervalstyle = 'iso_8601'`])
    await set(setting)
  onTestFinished(async () => void (await pools.health.query(`alter database ${database} reset all`)))
  for (const pool of [pools.people, pools.devices, pools.access]) {
    // Clocks in Chile go back on April 5.
    const later = sql<string>`${users.createdAt} + interval '5 days'`.mapWith(users.createdAt)
    const found = await openDatabase(pool)
      .select({ createdAt: users.createdAt, later })
      .from(users)
      .where(eq(users.id, id))
    expect(found).toEqual([{ createdAt, later: '2026-04-07T03:30:00.250Z' }])
  }
})
