import { vi } from 'vitest'
import { buildApp } from '#server/app.ts'
import { openPool } from '#server/database/database.ts'
import { openPlatform } from '#server/open-platform.ts'
import { config, testDatabaseUrl } from '#server/testing/testing.ts'

/** Shadows the functions by which everything in the database learns the time: new connections look in this schema first. */
const CLOCK = `
  create schema simulated;
  create table simulated.clock (ahead interval not null);
  insert into simulated.clock values ('0');
  create function simulated.now() returns timestamptz language sql stable
    as 'select pg_catalog.now() + ahead from simulated.clock';
  create function simulated.clock_timestamp() returns timestamptz language sql volatile
    as 'select pg_catalog.clock_timestamp() + ahead from simulated.clock';
  do $$ begin
    execute format('alter database %I set search_path = simulated, pg_catalog, public', current_database());
  end $$`

/** The portal, listening, with a clock of its own: database, process and whoever asks `now` are ahead by the same. */
export async function startSimulatedServer() {
  const setup = openPool({ url: testDatabaseUrl, max: 1 })
  await setup.query(CLOCK)
  await setup.end()
  const pool = openPool({ url: testDatabaseUrl, max: 2 })
  const { platform, close } = await openPlatform(config, { databaseUrl: testDatabaseUrl })
  const app = await buildApp(platform)
  const address = await app.listen({ port: 0, host: '127.0.0.1' })

  let ahead = 0
  const performanceNow = performance.now.bind(performance)
  // Budgets and caches count the time of the process.
  const spy = vi.spyOn(performance, 'now').mockImplementation(() => performanceNow() + ahead)

  return {
    address,
    platform,
    db: platform.db,
    now: () => Date.now() + ahead,
    advance: async (milliseconds: number) => {
      ahead += milliseconds
      await pool.query(`update simulated.clock set ahead = make_interval(secs => $1)`, [ahead / 1000])
    },
    stop: async () => {
      spy.mockRestore()
      await app.close()
      await close()
      await pool.end()
    },
  }
}
export type SimulatedServer = Awaited<ReturnType<typeof startSimulatedServer>>
