import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { openDatabase, openPool, type Database } from '#server/database/database.ts'
import { socketUrl } from '#server/platform/embedded-postgres/address.ts'
import { freePort, spawnServer } from '#server/testing/platform/server-process.ts'
import { demoDatabaseUrl, test as base } from './fixtures.ts'

/** For a busy machine to create a database with example data. */
export const START_SECONDS = 60

/** Starts another process of the portal and waits until it is ready. */
export async function startPortal(environment: Record<string, string>) {
  const server = spawnServer({ PORT: String(await freePort()), ...environment })
  await server.answers('/health/ready', 200, START_SECONDS)
  return server
}

/** Another process on the demo's database, with other settings. Cookies of a computer do not know its ports. */
export const startSecondProcess = (folder: string, settings: Record<string, string>) =>
  startPortal({
    HOST: 'localhost',
    DATABASE_URL: demoDatabaseUrl(),
    DATABASE_POOL: '4',
    DATA_DIR: path.join(process.env.E2E_DATA_DIR ?? '', folder),
    WORKER: 'off',
    ...settings,
  })

type Portal = { url: string; db: Database }

/** A separate portal, for specs that change data of all customers. */
export const test = base.extend<object, { portal: Portal }>({
  portal: [
    // Playwright reads a fixture's dependencies from the destructuring pattern.
    async ({ browserName: _unused }, use) => {
      const folder = mkdtempSync(path.join(tmpdir(), 'latchkey-e2e-own-'))
      const server = await startPortal({ DATA_DIR: folder })
      const pool = openPool({ url: socketUrl(path.join(folder, 'database')), max: 3 })
      await use({ url: server.url, db: openDatabase(pool) })
      await pool.end()
      await server.kill('SIGTERM')
      rmSync(folder, { recursive: true, force: true })
    },
    { scope: 'worker', timeout: START_SECONDS * 1000 },
  ],
  db: [({ portal }, use) => use(portal.db), { scope: 'worker' }],
  baseURL: ({ portal }, use) => use(portal.url),
})
