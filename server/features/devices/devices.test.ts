import { eq, sql } from 'drizzle-orm'
import { describe, expect, test } from 'vitest'
import { Decision, DeviceRefusal, devices } from '#contract/devices.ts'
import { licenses } from '#contract/licenses.ts'
import { checkIns } from '#server/database/schema/licenses.ts'
import { newLicenseKey } from '#server/features/licenses/license-key.ts'
import { stored, times } from '#server/features/licenses/testing.ts'
import { app, caller, db, inDays, pool } from '#server/testing/testing.ts'
import { createCheckInLog } from './check-ins.ts'
import { computer, ownerWithLicense } from './testing.ts'

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
    log.add({ licenseId: free.license.id, at: at(0), appVersion: null })
    log.add({ licenseId: active.license.id, at: at(-2), appVersion: '1.0' })
    log.add({ licenseId: active.license.id, at: at(-1), appVersion: null })
    await log.flush()
    expect((await lastCheckIn(active.license.id))?.lastCheckIn.slice(0, 10)).toBe(inDays(-1).slice(0, 10))
    expect(await lastCheckIn(free.license.id)).toBeUndefined()
    log.add({ licenseId: active.license.id, at: at(-3), appVersion: null })
    await log.flush()
    expect((await lastCheckIn(active.license.id))?.lastCheckIn.slice(0, 10)).toBe(inDays(-1).slice(0, 10))
  })
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
    expect((await pc.checkIn(deviceToken)).status).toBe(401)
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

describe('limits', () => {
  test('ten unknown keys a minute from one address; a good key is answered all the same', async () => {
    const { key } = await ownerWithLicense()
    const pc = computer({ ip: '10.77.1.1' })
    for (let call = 0; call < 10; call++) expect((await pc.validate(newLicenseKey())).body.code).toBe('NOT_FOUND')
    const refused = await pc.activate(newLicenseKey())
    expect(refused).toMatchObject({ status: 429, body: { code: 'RATE_LIMITED', conclusive: false, valid: false } })
    expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0)
    expect((await pc.activate(key)).status).toBe(200)
    expect((await computer().validate(newLicenseKey())).body.code).toBe('NOT_FOUND')
  })

  test('sixty calls a minute for one key; the neighbour’s key is not touched', async () => {
    const [first, second] = [await ownerWithLicense(), await ownerWithLicense()]
    const pc = computer()
    const answers = await times(61, () => pc.validate(first.key))
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(60)
    expect(answers.find(({ status }) => status === 429)?.body).toMatchObject({
      code: 'RATE_LIMITED',
      conclusive: false,
    })
    expect((await pc.validate(second.key)).status).toBe(200)
  })
})

describe('bad input', () => {
  const good = { licenseKey: newLicenseKey(), deviceFingerprint: 'PC-1', deviceName: 'PC', deviceOs: 'Windows 11' }
  const polluted = JSON.parse('{"__proto__": {"licenseKey": "x"}}') as object
  const wrong: [string, object][] = [
    ['nothing', {}],
    ['a list', [good]],
    ['a key that is a number', { ...good, licenseKey: 7 }],
    ['a long key', { ...good, licenseKey: 'A'.repeat(65) }],
    ['a long UUID', { ...good, deviceFingerprint: 'A'.repeat(129) }],
    ['an empty UUID', { ...good, deviceFingerprint: ' ' }],
    ['a zero character', { ...good, deviceFingerprint: 'a\0b' }],
    ['half an emoji', { ...good, deviceFingerprint: '\ud83d' }],
    ['a nonce with a line break', { ...good, nonce: 'a\nb' }],
    ['prototype keys', polluted],
  ]

  test.each(wrong)('%s is refused with a decision', async (_what, body) => {
    for (const endpoint of [devices.validate, devices.activate]) {
      const answer = await caller().call(endpoint, { body })
      expect(answer).toMatchObject({ status: 400, body: { code: 'VALIDATION_ERROR', valid: false, conclusive: true } })
      expect(DeviceRefusal.parse(answer.body).message).not.toBe('')
    }
  })

  test('what is no JSON is refused with a decision too', async () => {
    const send = (payload: string, type: string) =>
      app.inject({ method: 'POST', url: devices.validate.url, payload, headers: { 'content-type': type } })
    for (const [payload, type, status] of [
      ['{"licenseKey":', 'application/json', 400],
      ['<license/>', 'application/xml', 415],
    ] as const) {
      const response = await send(payload, type)
      expect(response.statusCode).toBe(status)
      expect(Decision.parse(response.json()).code).toBe('VALIDATION_ERROR')
    }
  })

  test('names in any script are kept', async () => {
    const { license, key } = await ownerWithLicense()
    await computer({ deviceName: 'Ontvangs 🖥️ 受付' }).activate(key)
    expect((await stored(license.id))?.deviceName).toBe('Ontvangs 🖥️ 受付')
  })
})

test('a database in trouble is no verdict: the device keeps what it knew', async () => {
  const { key } = await ownerWithLicense()
  const pc = computer()
  await pc.activate(key)
  await db.execute(sql`alter table check_ins rename to check_ins_away`)
  const answer = await pc.validate(key, { nonce: 'n' })
  await db.execute(sql`alter table check_ins_away rename to check_ins`)
  expect(answer).toMatchObject({
    status: 500,
    body: { code: 'SERVER_ERROR', conclusive: false, valid: false, nonce: 'n' },
  })
  expect((await pc.validate(key)).body.valid).toBe(true)
})
