import { eq, sql } from 'drizzle-orm'
import pg from 'pg'
import { expect, test } from 'vitest'
import { buildApp } from '#server/app.ts'
import { checkIns } from '#server/database/schema/licensing/licenses.ts'
import { computer, ownerWithLicense } from '#server/testing/licensing/devices.ts'
import { freePort } from '#server/testing/platform/server-process.ts'
import { app, db, platform } from '#server/testing/testing.ts'
import { createCheckInLog } from './check-ins.ts'

const versionOf = (licenseId: string) =>
  db
    .select()
    .from(checkIns)
    .where(eq(checkIns.licenseId, licenseId))
    .then(([row]) => row?.appVersion)

test('a device is answered while its check-in cannot be written, and it is written as soon as it can be', async () => {
  const { license, key } = await ownerWithLicense()
  const pc = computer()
  const { deviceToken } = (await pc.activate(key)).body
  await db.transaction(async (tx) => {
    // Check-ins are not written until this transaction ends.
    await tx.execute(sql`lock table ${checkIns} in share mode`)
    expect(await pc.checkIn(deviceToken, { appVersion: '7.1' })).toMatchObject({ status: 200, body: { code: 'VALID' } })
    expect(await versionOf(license.id)).toBeUndefined()
  })
  await expect.poll(() => versionOf(license.id)).toBe('7.1')
})

test('check-ins that cannot be written are lost, not an error', async () => {
  const { license } = await ownerWithLicense()
  const nowhere = new pg.Pool({ host: '127.0.0.1', port: await freePort() })
  const log = createCheckInLog(nowhere, app.log)
  const caller = { deviceName: 'PC-1', appVersion: '7.2', foreignFingerprint: null }
  log.add({ licenseId: license.id, at: new Date(), ...caller })
  await expect(log.flush()).resolves.toBeUndefined()
  expect(await versionOf(license.id)).toBeUndefined()
  await nowhere.end()
})

test('a server without a database says so to a device, and that nothing was decided', async () => {
  const pool = new pg.Pool({ host: '127.0.0.1', port: await freePort() })
  const { key } = await ownerWithLicense()
  const cut = await buildApp({ ...platform, pools: { ...platform.pools, devices: pool }, validations: pool })
  const body = { licenseKey: key, deviceFingerprint: 'PC-1', nonce: 'n-1' }
  const answer = await cut.inject({ method: 'POST', url: '/api/device/validate', body })
  expect(answer.statusCode).toBe(503)
  expect(answer.json()).toMatchObject({ valid: false, code: 'SERVER_ERROR', conclusive: false, nonce: 'n-1' })
  await cut.close()
  await pool.end()
})
