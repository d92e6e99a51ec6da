import { randomUUID } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { sql } from 'drizzle-orm'
import pg from 'pg'
import { afterAll, expect, test, vi } from 'vitest'
import { organizations } from '#contract/operations/organizations.ts'
import { makeOrganization } from '#demo/rows/organizations.ts'
import { makeUser } from '#demo/rows/users.ts'
import { buildApp } from '#server/app.ts'
import { migrate } from '#server/database/migrate/migrate.ts'
import { openSession } from '#server/identity/session/sessions.ts'
import { readConfig } from '#server/platform/config.ts'
import { openPlatform } from '#server/start/open-platform.ts'
import { startWithStandby } from '#server/testing/platform/standby.ts'

vi.setConfig({ testTimeout: 60_000 })

const folder = mkdtempSync(path.join(tmpdir(), 'replica-'))
const { primary, standby } = await startWithStandby(folder, (url) => migrate(url))
const config = readConfig({ LOG_LEVEL: 'silent', DATA_DIR: folder, DATABASE_REPLICA_URL: standby.url })
const failures: Error[] = []
const { platform, close } = await openPlatform(config, {
  databaseUrl: primary.url,
  onError: (error) => failures.push(error),
})
const { db, reports } = platform
const app = await buildApp(platform)
const onStandby = new pg.Client({ connectionString: standby.url })
onStandby.on('error', () => {})
await onStandby.connect()

afterAll(async () => {
  await app.close()
  await close()
  await standby.stop()
  await primary.stop()
  rmSync(folder, { recursive: true, force: true })
})

const readPlace = (source: Pick<typeof db, 'execute'>) =>
  source.execute<{ replica: boolean; isolation: string }>(
    sql`select pg_is_in_recovery() as replica, current_setting('transaction_isolation') as isolation`,
  )
const isOnReplica = async () => (await readPlace(reports)).rows[0]?.replica

/** The CSV of a new organization, exported by an admin as soon as it exists. */
async function exportNew() {
  const { name } = await makeOrganization(db, { name: `Organization ${randomUUID()}` })
  const { id: userId } = await makeUser(db, { role: 'admin' })
  const token = await openSession(db, { userId, hours: 1, ip: null, userAgent: null })
  const { method, url } = organizations.export
  const { statusCode, payload } = await app.inject({ method, url, headers: { cookie: `__Host-session=${token}` } })
  expect(statusCode).toBe(200)
  return payload.includes(name)
}

const statementsOnStandby = async () => {
  const { rows } = await onStandby.query<{ query: string }>(
    `select query from pg_stat_activity where application_name = 'latchkey'`,
  )
  return rows.map(({ query }) => query).join('\n')
}

test('reports and exports are read on the replica, with everything that was written before', async () => {
  expect(await isOnReplica()).toBe(true)
  expect(await exportNew()).toBe(true)
  expect(await statementsOnStandby()).toContain('"organizations"')
  expect((await readPlace(db)).rows[0]?.replica).toBe(false)
})

test('a statement of account reads one snapshot of the replica', async () => {
  const { rows } = await reports.transaction(readPlace, { isolationLevel: 'repeatable read', accessMode: 'read only' })
  expect(rows).toEqual([{ replica: true, isolation: 'repeatable read' }])
})

test('while the replica lags behind, the primary answers', async () => {
  await onStandby.query('select pg_wal_replay_pause()')
  expect(await exportNew()).toBe(true)
  expect(await isOnReplica()).toBe(false)
  await onStandby.query('select pg_wal_replay_resume()')
  await vi.waitFor(async () => expect(await isOnReplica()).toBe(true), 10_000)
  expect(failures).toEqual([])
})

test('when the replica ends, the primary answers and the failure is reported', async () => {
  await standby.stop()
  expect(await exportNew()).toBe(true)
  expect(await isOnReplica()).toBe(false)
  expect(failures.map(({ message }) => message)).toContain('The replica cannot be read, so the primary is')
})
