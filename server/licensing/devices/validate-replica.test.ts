import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import pg from 'pg'
import { expect, onTestFinished, test, vi } from 'vitest'
import { devices } from '#contract/licensing/devices.ts'
import { makeActiveLicense } from '#demo/rows/licenses.ts'
import { makeOrganization } from '#demo/rows/organizations.ts'
import { makeSubscription } from '#demo/rows/subscriptions.ts'
import { buildApp } from '#server/app.ts'
import { migrate } from '#server/database/migrate/migrate.ts'
import { newLicenseKey } from '#server/licensing/licenses/license-key.ts'
import { readConfig } from '#server/platform/config.ts'
import { openPlatform } from '#server/start/open-platform.ts'
import { openDatabaseProxy } from '#server/testing/platform/database-proxy.ts'
import { startWithStandby } from '#server/testing/platform/standby.ts'

vi.setConfig({ testTimeout: 60_000 })

const AWAY = 'The primary cannot be reached, so the replica is read'

/** A portal on a primary that can fall silent, and a standby that has an active license. */
async function openPortal() {
  const folder = mkdtempSync(path.join(tmpdir(), 'validate-replica-'))
  const { primary, standby } = await startWithStandby(folder, (url) => migrate(url))
  const proxy = await openDatabaseProxy(primary.url)
  const failures: string[] = []
  const { platform, close } = await openPlatform(
    readConfig({ LOG_LEVEL: 'silent', DATA_DIR: folder, DATABASE_REPLICA_URL: standby.url }),
    { databaseUrl: proxy.url, onError: ({ message }) => failures.push(message) },
  )
  const app = await buildApp(platform)
  onTestFinished(async () => {
    await proxy.close()
    await app.close()
    await close()
    await standby.stop()
    await primary.stop()
    rmSync(folder, { recursive: true, force: true })
  })
  const licenseKey = newLicenseKey()
  const { id: organizationId } = await makeOrganization(platform.db, { name: 'Acme Mining' })
  await makeSubscription(platform.db, { organizationId })
  const { deviceFingerprint } = await makeActiveLicense(platform.db, { organizationId, licenseKey })
  const call = async ({ method, url }: (typeof devices)['validate' | 'activate'], payload: object) => {
    const { statusCode, body } = await app.inject({ method, url, payload })
    return { status: statusCode, code: (JSON.parse(body) as { code?: string }).code }
  }
  const onStandby = new pg.Client({ connectionString: standby.url })
  await onStandby.connect()
  onStandby.on('error', () => {})
  onTestFinished(() => onStandby.end())
  await vi.waitFor(async () => {
    const { rows } = await onStandby.query('select 1 from licenses where device_fingerprint = $1', [deviceFingerprint])
    expect(rows).toHaveLength(1)
  }, 10_000)
  const device = { licenseKey, deviceFingerprint }
  const health = async (name: 'ready' | 'validate') => (await app.inject({ url: `/health/${name}` })).statusCode
  return { primary, standby, proxy, failures, call, health, device, validate: () => call(devices.validate, device) }
}

test('while the primary is away, the replica answers validations, and nothing else is decided', async () => {
  const { primary, standby, failures, call, health, device, validate } = await openPortal()
  expect(await validate()).toEqual({ status: 200, code: 'VALID' })
  expect(failures).not.toContain(AWAY)
  expect([await health('ready'), await health('validate')]).toEqual([200, 200])
  await primary.stop()
  const answers = await Promise.all(Array.from({ length: 20 }, validate))
  expect(answers).toEqual(answers.map(() => ({ status: 200, code: 'VALID' })))
  expect(failures.filter((message) => message === AWAY)).toHaveLength(1)
  const activation = { ...device, deviceName: 'RECEPTION-01', deviceOs: 'Windows 11' }
  expect(await call(devices.activate, activation)).toEqual({ status: 503, code: 'SERVER_ERROR' })
  expect([await health('ready'), await health('validate')]).toEqual([503, 200])
  await standby.stop()
  expect(await validate()).toEqual({ status: 503, code: 'SERVER_ERROR' })
  expect(await health('validate')).toBe(503)
})

test('a primary that falls silent: the replica answers validations', async () => {
  const { proxy, failures, validate } = await openPortal()
  proxy.fallSilentAt('found')
  expect(await validate()).toEqual({ status: 200, code: 'VALID' })
  const others = await Promise.all(Array.from({ length: 20 }, validate))
  expect(others).toEqual(others.map(() => ({ status: 200, code: 'VALID' })))
  expect(failures.filter((message) => message === AWAY)).toHaveLength(1)
})

test('a locked table is not an absent primary', async () => {
  const { primary, failures, validate } = await openPortal()
  const locker = new pg.Client({ connectionString: primary.url })
  await locker.connect()
  onTestFinished(() => locker.end())
  await locker.query('begin; lock table licenses in access exclusive mode')
  expect(await validate()).toEqual({ status: 503, code: 'SERVER_ERROR' })
  await locker.query('rollback')
  expect(await validate()).toEqual({ status: 200, code: 'VALID' })
  expect(failures).not.toContain(AWAY)
})
