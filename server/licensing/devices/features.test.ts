import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { diagnosis } from '#contract/licensing/diagnosis.ts'
import { subscriptions } from '#server/database/schema/billing/subscriptions.ts'
import { computer, inUse, ownerWithLicense } from '#server/testing/licensing/devices.ts'
import { computer as enrolled, ownerWithKey } from '#server/testing/licensing/enrollment-keys.ts'
import { askFor, make, openFile } from '#server/testing/licensing/license-files.ts'
import { suspend } from '#server/testing/licensing/licenses.ts'
import { db } from '#server/testing/testing.ts'

const FEATURES = ['cad-export', 'reports']

const setFeatures = ({ organizationId }: { organizationId: string | null }, features: string[]) =>
  db
    .update(subscriptions)
    .set({ features })
    .where(eq(subscriptions.organizationId, organizationId ?? ''))

const featuresIn = async (licenseFile: string | undefined) => (await openFile(licenseFile)).features

test('the features of the subscription are in every answer that lets a device run, and in its file', async () => {
  const { owner, license, key } = await ownerWithLicense()
  await setFeatures(owner, FEATURES)
  const pc = computer()
  const activated = (await pc.activate(key)).body
  const checkedIn = (await pc.checkIn(activated.deviceToken, { deviceFingerprint: pc.fingerprint })).body
  const transferred = (await computer().transfer(activated.deviceToken)).body
  for (const answer of [activated, checkedIn, transferred]) {
    expect(answer.license?.features).toEqual(FEATURES)
    expect(await featuresIn(answer.licenseFile)).toEqual(FEATURES)
  }
  const own = await owner.call(diagnosis.diagnose, { params: license, body: {} })
  expect(own.body.decision.license?.features).toEqual(FEATURES)
})

test('an enrolled device and one without internet get them too', async () => {
  const { owner, key } = await ownerWithKey()
  await setFeatures(owner, FEATURES)
  const { body } = await enrolled().enroll(key.enrollmentKey)
  expect([body.license?.features, await featuresIn(body.licenseFile)]).toEqual([FEATURES, FEATURES])

  const offline = await ownerWithLicense()
  await setFeatures(offline.owner, FEATURES)
  const pc = computer()
  const asked = (await askFor(offline.key, pc.fingerprint)).body
  expect([asked.license?.features, await featuresIn(asked.file.licenseFile)]).toEqual([FEATURES, FEATURES])
  const ordered = await make(offline.owner, offline.license, { deviceFingerprint: pc.fingerprint })
  expect(await featuresIn(ordered.body.licenseFile)).toEqual(FEATURES)
})

test('a change arrives with the next check-in', async () => {
  const { owner, pc, key, deviceToken } = await inUse()
  expect(await featuresIn((await pc.checkIn(deviceToken)).body.licenseFile)).toBeUndefined()
  await setFeatures(owner, FEATURES)
  expect(await featuresIn((await pc.checkIn(deviceToken)).body.licenseFile)).toEqual(FEATURES)
  await setFeatures(owner, ['reports'])
  expect((await pc.validate(key)).body.license?.features).toEqual(['reports'])
  expect(await featuresIn((await pc.checkIn(deviceToken)).body.licenseFile)).toEqual(['reports'])
})

test('a device that may not run unlocks nothing', async () => {
  const { owner, pc, key, deviceToken } = await inUse()
  await setFeatures(owner, FEATURES)
  expect((await computer().validate(key)).body.license).toMatchObject({ features: [] })
  await suspend(owner.organizationId)
  const { status, body } = await pc.checkIn(deviceToken)
  expect([status, body.code, body.license?.features]).toEqual([403, 'ORGANIZATION_SUSPENDED', []])
  expect(await featuresIn(body.licenseFile)).toBeUndefined()
})
