import { describe, expect, test } from 'vitest'
import { NOT_A_REQUEST } from '#contract/licensing/license-files.ts'
import { newLicenseKey } from '#server/licensing/licenses/license-key.ts'
import { armour } from '#server/licensing/signing/armour.ts'
import { computer, ownerWithLicense } from '#server/testing/licensing/devices.ts'
import { ask, askFor, contentFor, daysBetween, openFile, stories } from '#server/testing/licensing/license-files.ts'
import { statuses, stored } from '#server/testing/licensing/licenses.ts'
import { inDays, times } from '#server/testing/testing.ts'

describe('a request that was carried from a machine without internet', () => {
  test('activates its license and brings a file of thirty days for that machine', async () => {
    const { license, key } = await ownerWithLicense({ label: 'Pit 7' })
    const pc = computer()
    const { status, body } = await askFor(key, pc.fingerprint)
    expect([status, body.valid, body.nonce]).toEqual([200, true, 'carried'])
    const file = await openFile(body.file.licenseFile)
    expect(file).toMatchObject({
      status: 'active',
      licenseId: license.id,
      deviceFingerprint: pc.fingerprint,
      deviceName: 'PIT-7',
      nonce: 'carried',
      checkInBy: file.expiresAt,
    })
    expect(daysBetween(file.issuedAt, file.expiresAt)).toBe(30)
    expect(daysBetween(file.expiresAt, file.graceUntil)).toBe(7)
    const { issuedAt, expiresAt, graceUntil } = file
    expect(body.file).toMatchObject({ fileName: 'Pit 7.lic', label: 'Pit 7', issuedAt, expiresAt, graceUntil })
    expect(body.checkIn?.graceUntil).toBe(graceUntil)
    expect(await stored(license.id)).toMatchObject({ status: 'active', deviceName: 'PIT-7', offlineUntil: graceUntil })
    const [story] = await stories(license.id)
    expect(story).toMatchObject({
      actorKind: 'device',
      actorName: 'PIT-7',
      changes: { fileDevice: [null, pc.fingerprint], fileExpiresAt: [null, expiresAt] },
    })
  })

  test('may be the file, or only what is inside of it, with the line breaks of any mail program', async () => {
    const { key } = await ownerWithLicense()
    const pc = computer()
    const json = JSON.stringify(contentFor(key, pc.fingerprint))
    const base64 = Buffer.from(json).toString('base64')
    const text = armour('LICENSE REQUEST', contentFor(key, pc.fingerprint))
    const shapes = [
      text,
      text.replaceAll('\n', '\r\n'),
      `\uFEFF \n${text}\n\n`,
      base64,
      ` ${base64.match(/.{1,20}/g)?.join('\n ')}`,
      json,
    ]
    for (const shape of shapes) expect((await ask(shape)).status).toBe(200)
  })

  test('repeated by the same machine it succeeds again, also at the same moment', async () => {
    const { license, key } = await ownerWithLicense()
    const pc = computer()
    expect(statuses(await times(8, () => askFor(key, pc.fingerprint)))).toEqual(Array.from({ length: 8 }, () => 200))
    expect((await askFor(key, pc.fingerprint, { ttlDays: 1 })).status).toBe(200)
    const { offlineUntil } = (await stored(license.id))!
    expect(daysBetween(inDays(0), offlineUntil!)).toBeGreaterThan(36)
  })

  test('of eight devices that race with one key, one gets a file; the others get a signed refusal', async () => {
    const { key } = await ownerWithLicense()
    const answers = await times(8, () => askFor(key, computer().fingerprint))
    expect(statuses(answers)).toEqual([200, ...Array.from({ length: 7 }, () => 409)])
    for (const { status, body } of answers.filter((answer) => answer.status !== 200)) {
      const { licenseFile } = body as { licenseFile?: string }
      expect([status, (await openFile(licenseFile)).status]).toEqual([409, 'unassigned'])
    }
  })

  test('lasts as long as asked, up to what a key alone may ask for', async () => {
    const { key } = await ownerWithLicense()
    const pc = computer()
    const short = await openFile((await askFor(key, pc.fingerprint, { ttlDays: 3 })).body.file.licenseFile)
    expect(daysBetween(short.issuedAt, short.expiresAt)).toBe(3)
    for (const ttlDays of [31, 0, -1, 1.5, 'x', null]) {
      const answer = await askFor(key, pc.fingerprint, { ttlDays })
      expect([ttlDays, answer.status]).toEqual([ttlDays, 400])
      expect(answer.message).toBe('Days must be a whole number from 1 to 30')
    }
  })

  test.each<[what: string, request: string]>([
    ['another text', 'Dear vendor, please send me a license.'],
    ['base64 of nothing in particular', Buffer.from('hello').toString('base64')],
    ['a license file', armour('LICENSE FILE', contentFor('KEY', 'PC'))],
    ['a request without a key', armour('LICENSE REQUEST', contentFor('', 'PC'))],
    ['a later version', armour('LICENSE REQUEST', contentFor('KEY', 'PC', { v: 2 }))],
    ['a list', '[]'],
    ['null', 'null'],
    ['a line break in a name', armour('LICENSE REQUEST', contentFor('KEY', 'PC', { deviceName: 'a\nb' }))],
    ['far too much', 'A'.repeat(9000)],
  ])('%s is no request, and the answer says what to do', async (_what, request) => {
    const answer = await ask(request)
    expect(answer).toMatchObject({ status: 400, message: NOT_A_REQUEST, body: { code: 'VALIDATION_ERROR' } })
  })

  test('guessing keys is as dear as at an activation', async () => {
    const ip = '10.78.1.1'
    const guess = () => ask(JSON.stringify(contentFor(newLicenseKey(), 'PC-1')), {}, ip)
    for (let call = 0; call < 10; call++) expect((await guess()).status).toBe(404)
    expect(await guess()).toMatchObject({ status: 429, body: { code: 'RATE_LIMITED', conclusive: false } })
  })
})
