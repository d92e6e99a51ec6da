import { vi } from 'vitest'
import { buildApp } from '#server/app.ts'
import { openPlatform } from '#server/start/open-platform.ts'
import { startClock } from '#server/testing/clock.ts'
import { config, testDatabaseUrl } from '#server/testing/testing.ts'

/** Starts the portal with an adjustable clock for the database, the process and callers. */
export async function startSimulatedServer() {
  const clock = await startClock(testDatabaseUrl)
  const { platform, close } = await openPlatform(config, { databaseUrl: testDatabaseUrl })
  const app = await buildApp(platform)
  const address = await app.listen({ port: 0, host: '127.0.0.1' })

  let ahead = 0
  const performanceNow = performance.now.bind(performance)
  // Rate limits and caches use performance.now().
  const spy = vi.spyOn(performance, 'now').mockImplementation(() => performanceNow() + ahead)

  return {
    address,
    platform,
    db: platform.db,
    now: () => Date.now() + ahead,
    advance: async (milliseconds: number) => {
      ahead += milliseconds
      await clock.advance(milliseconds)
    },
    stop: async () => {
      spy.mockRestore()
      await app.close()
      await close()
      await clock.stop()
    },
  }
}
export type SimulatedServer = Awaited<ReturnType<typeof startSimulatedServer>>
