import { eq } from 'drizzle-orm'
import { describe, expect, test } from 'vitest'
import { devices } from '#contract/licensing/devices.ts'
import { licenses } from '#contract/licensing/licenses.ts'
import { buildApp } from '#server/app.ts'
import { checkIns } from '#server/database/schema/licensing/licenses.ts'
import { newLicenseKey } from '#server/licensing/licenses/license-key.ts'
import { computer, ownerWithLicense } from '#server/testing/licensing/devices.ts'
import { stored } from '#server/testing/licensing/licenses.ts'
import { app, caller, db, inDays, platform, pool, times } from '#server/testing/testing.ts'
import { createCheckInLog } from './check-ins.ts'

const lastCheckIn = (licenseId: string) =>
  db
    .select()
    .from(checkIns)
    .where(eq(checkIns.licenseId, licenseId))
    .then(([row]) => row)

describe('validating', () => {
  test('answers 200 whatever the decision, and changes nothing', async () => {
    const { license, key } = await ownerWithLicense()
    const pc = computer()
    const before = await stored(license.id)
    expect(await pc.validate(key)).toMatchObject({ status: 200, body: { valid: false, code: 'NOT_ACTIVATED' } })
    expect(await stored(license.id)).toEqual(before)
    await pc.activate(key)
    const active = await stored(license.id)
    expect(await pc.validate(key)).toMatchObject({ status: 200, body: { valid: true, code: 'VALID' } })
    expect(await computer().validate(key)).toMatchObject({
      status: 200,
      body: { valid: false, code: 'DEVICE_MISMATCH' },
    })
    expect(await pc.validate(newLicenseKey())).toMatchObject({
      status: 200,
      body: { code: 'NOT_FOUND', license: null },
    })
    expect(await stored(license.id)).toEqual(active)
    expect(await lastCheckIn(license.id)).toBeUndefined()
  })

  test('many who ask at once get each the own answer', async () => {
    const worlds = await times(12, async (index) => ({
      ...(await ownerWithLicense({ label: `L${index}` })),
      pc: computer(),
    }))
    await Promise.all(worlds.filter((_, index) => index % 2).map(({ pc, key }) => pc.activate(key)))
    const answers = await Promise.all(worlds.map(({ pc, key }, index) => pc.validate(key, { nonce: `n${index}` })))
    for (const [index, { body }] of answers.entries()) {
      expect(body).toMatchObject({ nonce: `n${index}`, license: { label: `L${index}` }, valid: index % 2 === 1 })
    }
  })

  test('a change is in the very next answer', async () => {
    const { owner, license, key } = await ownerWithLicense()
    const pc = computer()
    await pc.activate(key)
    for (let round = 0; round < 5; round++) {
      await owner.call(licenses.change, { params: { id: license.id }, body: { label: `Round ${round}` } })
      expect((await pc.validate(key)).body.license?.label).toBe(`Round ${round}`)
    }
  })

  test('the portal shows what the device said, and the device what the portal knows', async () => {
    const { owner, key } = await ownerWithLicense()
    await computer({ deviceName: 'MINE-7' }).activate(key)
    const [shown] = (await owner.call(licenses.list)).body
    expect(shown).toMatchObject({
      status: 'active',
      deviceName: 'MINE-7',
      deviceOs: 'Windows 11',
      billingStatus: 'paid',
    })
  })
})

describe('checking in', () => {
  test('records the time, the version and a new name', async () => {
    const { license, key } = await ownerWithLicense()
    const pc = computer()
    const { deviceToken } = (await pc.activate(key)).body
    const { body } = await pc.checkIn(deviceToken, { deviceName: 'RENAMED', appVersion: '2.4.1', nonce: 'x' })
    expect(body).toMatchObject({ valid: true, nonce: 'x', license: { deviceName: 'RENAMED' } })
    expect(body.license?.lastCheckIn).toBe(body.serverTime)
    await expect
      .poll(() => lastCheckIn(license.id))
      .toMatchObject({ lastCheckIn: body.serverTime, appVersion: '2.4.1' })
    expect(await stored(license.id)).toMatchObject({ deviceName: 'RENAMED', deviceOs: 'Windows 11' })
  })

  test('the same name again writes no license', async () => {
    const { license, key } = await ownerWithLicense()
    const pc = computer()
    const { deviceToken } = (await pc.activate(key)).body
    const before = await stored(license.id)
    await pc.checkIn(deviceToken)
    expect(await stored(license.id)).toEqual(before)
  })

  test('a token that is missing, made up or of another scheme is refused', async () => {
    const { call } = caller()
    const body = { deviceName: 'PC', deviceOs: 'Windows 11' }
    for (const authorization of [
      '',
      'Device',
      'Device ',
      `Bearer ${'a'.repeat(43)}`,
      `Device ${'a'.repeat(43)}`,
      'Device a b',
    ]) {
      const answer = await call(devices.checkIn, { body, headers: { authorization } })
      expect(answer).toMatchObject({ status: 401, body: { code: 'NOT_ACTIVATED', valid: false, conclusive: true } })
      expect(answer.headers['www-authenticate']).toBe('Device')
    }
  })

  test('check-ins are folded: the latest of a device, none of a released one, no harm to the others', async () => {
    const active = await ownerWithLicense()
    const free = await ownerWithLicense()
    await computer().activate(active.key)
    const log = createCheckInLog(pool, app.log)
    const at = (days: number) => new Date(inDays(days))
    const caller = { deviceName: 'PC-1', foreignFingerprint: null }
    log.add({ licenseId: free.license.id, at: at(0), appVersion: null, ...caller })
    log.add({ licenseId: active.license.id, at: at(-2), appVersion: '1.0', ...caller })
    log.add({ licenseId: active.license.id, at: at(-1), appVersion: null, ...caller })
    await log.flush()
    expect((await lastCheckIn(active.license.id))?.lastCheckIn.slice(0, 10)).toBe(inDays(-1).slice(0, 10))
    expect(await lastCheckIn(free.license.id)).toBeUndefined()
    log.add({ licenseId: active.license.id, at: at(-3), appVersion: null, ...caller })
    await log.flush()
    expect((await lastCheckIn(active.license.id))?.lastCheckIn.slice(0, 10)).toBe(inDays(-1).slice(0, 10))
  })
})

test('writes queued check-ins when the server stops', async () => {
  const { license, key } = await ownerWithLicense()
  const { deviceToken } = (await computer().activate(key)).body
  const stopping = await buildApp(platform)
  const { statusCode } = await stopping.inject({
    method: 'POST',
    url: devices.checkIn.url,
    headers: { authorization: `Device ${deviceToken}` },
    payload: { deviceName: 'PC-1', deviceOs: 'Windows 11' },
  })
  await stopping.close()
  expect(statusCode).toBe(200)
  expect(await lastCheckIn(license.id)).toBeDefined()
})

describe('deactivating', () => {
  test('frees the license, forgets the device and can be repeated', async () => {
    const { license, key } = await ownerWithLicense()
    const pc = computer()
    const { deviceToken } = (await pc.activate(key)).body
    await pc.checkIn(deviceToken)
    await expect.poll(() => lastCheckIn(license.id)).toBeDefined()
    for (const _again of [1, 2]) expect((await pc.deactivateByToken(deviceToken)).status).toBe(200)
    for (const _again of [1, 2]) expect((await pc.deactivate(key)).status).toBe(200)
    expect(await stored(license.id)).toMatchObject({
      status: 'unassigned',
      deviceFingerprint: null,
      deviceTokenHash: null,
    })
    expect(await lastCheckIn(license.id)).toBeUndefined()
    expect((await pc.checkIn(deviceToken)).status).toBe(403)
    expect((await computer().activate(key)).status).toBe(200)
  })

  test('another device cannot, and a locked license stays locked', async () => {
    const { owner, license, key } = await ownerWithLicense()
    const pc = computer()
    await pc.activate(key)
    expect(await computer().deactivate(key)).toMatchObject({ status: 409, body: { code: 'DEVICE_MISMATCH' } })
    await owner.call(licenses.change, { params: { id: license.id }, body: { status: 'revoked' } })
    expect(await pc.deactivate(key)).toMatchObject({ status: 403, body: { code: 'REVOKED' } })
    expect((await stored(license.id))?.status).toBe('revoked')
    expect((await pc.deactivate(newLicenseKey())).status).toBe(404)
  })
})
