import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { licenses } from '#contract/licensing/licenses.ts'
import { lostDevices } from '#server/database/schema/licensing/licenses.ts'
import { sweep } from '#server/operations/upkeep/sweep.ts'
import { inUse } from '#server/testing/licensing/devices.ts'
import { ownerWithKey, computer as rolledOut } from '#server/testing/licensing/enrollment-keys.ts'
import { change, move, remove } from '#server/testing/licensing/licenses.ts'
import { db, inDays, platform } from '#server/testing/testing.ts'
import { LOSS_KEPT_DAYS } from './lost-device-queries.ts'

type License = { id: string }

const lossesOf = ({ id }: License) => db.$count(lostDevices, eq(lostDevices.licenseId, id))

/** Lost that many days ago, after all jobs ran. */
async function sweepAfter(license: License, days: number) {
  await db
    .update(lostDevices)
    .set({ lostAt: inDays(-days) })
    .where(eq(lostDevices.licenseId, license.id))
  await sweep(platform)
  return lossesOf(license)
}

test.each(['MOVED', 'RELEASED', 'REVOKED'])(
  'the loss of a license that was %s is kept forever: its old device learns of it and cannot reactivate it',
  async (code) => {
    const { owner, license, key, pc, deviceToken } = await inUse()
    if (code === 'MOVED') await move(owner, license)
    if (code === 'RELEASED') await owner.call(licenses.bulk, { body: { action: 'move', ids: [license.id] } })
    if (code === 'REVOKED') {
      await change(owner, license, { status: 'revoked' })
      await change(owner, license, { status: 'unassigned' })
    }
    expect(await sweepAfter(license, 10 * LOSS_KEPT_DAYS)).toBe(1)
    expect(await pc.checkIn(deviceToken)).toMatchObject({ status: 403, body: { code } })
    expect(await pc.activate(key)).toMatchObject({ status: 403, body: { code } })
  },
)

test('what a device gave back itself is forgotten when no file of it can still be good: it may take it again as before', async () => {
  const { license, key, pc, deviceToken } = await inUse()
  await pc.deactivateByToken(deviceToken)
  expect(await sweepAfter(license, LOSS_KEPT_DAYS - 1)).toBe(1)
  expect(await pc.checkIn(deviceToken)).toMatchObject({ status: 403, body: { code: 'RELEASED' } })
  expect(await sweepAfter(license, LOSS_KEPT_DAYS + 1)).toBe(0)
  expect((await pc.checkIn(deviceToken)).status).toBe(401)
  expect((await pc.activate(key)).status).toBe(200)
})

test('the loss of a deleted license is kept while it blocks automatic enrollment', async () => {
  const { owner, key, licenses: rows } = await ownerWithKey({ free: 2 })
  const pc = rolledOut()
  const { body } = await pc.enroll(key.enrollmentKey)
  const license = { id: body.license?.id ?? '' }
  await move(owner, license)
  await remove(owner, license)
  expect(await sweepAfter(license, LOSS_KEPT_DAYS + 1)).toBe(1)
  expect((await pc.enroll(key.enrollmentKey)).body.code).toBe('MOVED')
  const other = rows.find(({ id }) => id !== license.id)!
  await change(owner, other, { deviceFingerprint: pc.fingerprint })
  expect(await sweepAfter(license, LOSS_KEPT_DAYS - 1)).toBe(1)
  expect(await sweepAfter(license, LOSS_KEPT_DAYS + 1)).toBe(0)
  expect((await pc.enroll(key.enrollmentKey)).status).toBe(200)
})
