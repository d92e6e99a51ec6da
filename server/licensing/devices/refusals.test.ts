import { sql } from 'drizzle-orm'
import { describe, expect, test } from 'vitest'
import { Decision, DeviceRefusal, devices } from '#contract/licensing/devices.ts'
import { newLicenseKey } from '#server/licensing/licenses/license-key.ts'
import { computer, ownerWithLicense } from '#server/testing/licensing/devices.ts'
import { stored } from '#server/testing/licensing/licenses.ts'
import { app, caller, db, times } from '#server/testing/testing.ts'

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

  test('sixty calls a minute for one key; the neighbor’s key is not touched', async () => {
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
