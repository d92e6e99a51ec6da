import { expect, test } from 'vitest'
import { licenseFiles } from '#contract/licensing/license-files.ts'
import { computer, inUse, ownerWithLicense } from '#server/testing/licensing/devices.ts'
import { computer as installer, ownerWithKey } from '#server/testing/licensing/enrollment-keys.ts'
import { publicKeys } from '#server/testing/licensing/license-files.ts'
import { stored } from '#server/testing/licensing/licenses.ts'
import { caller } from '#server/testing/testing.ts'

const OUTDATED = ['k00000000', 'k11111111']
const refusal = { status: 409, body: { code: 'UNKNOWN_KEY', valid: false, conclusive: true } }

test('an application that trusts none of today’s keys gets no license, and learns what to do', async () => {
  const { license, key } = await ownerWithLicense()
  const refused = await computer().activate(key, { kids: OUTDATED, nonce: 'n-1' })
  expect(refused).toMatchObject({
    ...refusal,
    message: 'This version is too old for the license server. Update the application.',
  })
  expect(refused.body).toMatchObject({ nonce: 'n-1', license: null })
  expect((await stored(license.id))?.status).toBe('unassigned')
  expect((await computer().activate(key, { kids: [] })).status).toBe(409)
})

test('one that trusts the current key among others does, and so does one that does not say', async () => {
  const current = (await publicKeys()).find(({ status }) => status === 'current')?.kid
  const { key } = await ownerWithLicense()
  const pc = computer()
  expect((await pc.activate(key, { kids: [...OUTDATED, current] })).status).toBe(200)
  expect((await pc.activate(key)).status).toBe(200)
})

test('enrolling, transferring and carried requests are refused as well, before anything is bound', async () => {
  const { key, licenses } = await ownerWithKey()
  expect(await installer().enroll(key.enrollmentKey, { kids: OUTDATED })).toMatchObject(refusal)
  expect((await stored(licenses[0]?.id ?? ''))?.status).toBe('unassigned')

  const { license, deviceToken } = await inUse()
  const before = await stored(license.id)
  expect(await computer().transfer(deviceToken, { kids: OUTDATED })).toMatchObject(refusal)
  expect(await stored(license.id)).toEqual(before)

  const free = await ownerWithLicense()
  const about = { deviceFingerprint: 'PIT-7', deviceName: 'PIT-7', deviceOs: 'Windows 10' }
  const content = { v: 1, licenseKey: free.key, ...about, kids: OUTDATED }
  const request = Buffer.from(JSON.stringify(content)).toString('base64')
  expect(await caller().call(licenseFiles.offlineRequest, { body: { request } })).toMatchObject(refusal)
  expect((await stored(free.license.id))?.status).toBe('unassigned')
})

test.each([
  ['text', 'k1'],
  ['a number in it', [1]],
  ['too many', Array(33).fill('k1')],
  ['a name with blanks', ['k 1']],
])('kids that are %s: 400', async (_what, kids) => {
  const { key } = await ownerWithLicense()
  expect((await computer().activate(key, { kids })).status).toBe(400)
})
