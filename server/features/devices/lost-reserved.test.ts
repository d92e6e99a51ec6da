import { randomUUID } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { DEVICE_TAKEN, NO_DEVICE_KNOWN, licenses } from '#contract/licenses.ts'
import { change, countMoves, stored } from '#server/features/licenses/testing.ts'
import { computer, inUse, ownerWithLicense } from './testing.ts'

describe('a license that is restored and reserved for the device it was on', () => {
  test('comes back to it by its old token and stored key, without a move, and both acts are in its history', async () => {
    const { owner, license, key, pc, deviceToken } = await inUse()
    await change(owner, license, { status: 'revoked' })
    const restored = await change(owner, license, { status: 'unassigned', reserve: true })
    expect(restored).toMatchObject({ status: 200, body: { status: 'assigned', deviceFingerprint: pc.fingerprint } })
    expect((await pc.checkIn(deviceToken)).status).toBe(401)
    expect((await computer().activate(key)).body).toMatchObject({ code: 'SET_ASIDE' })
    expect((await pc.activate(key)).status).toBe(200)
    expect(await countMoves(license.id)).toBe(0)
    const { body } = await owner.call(licenses.history, { params: license })
    expect(body.slice(0, 4).map(({ action }) => action)).toEqual(['activated', 'assigned', 'restored', 'revoked'])
  })

  test('is an administrator’s decision, and nothing but a restore', async () => {
    const { owner, license } = await inUse()
    expect((await change(owner, license, { status: 'revoked', reserve: true })).status).toBe(400)
    await change(owner, license, { status: 'revoked' })
    const member = await owner.colleague('customer')
    expect((await change(member, license, { status: 'unassigned', reserve: true })).status).toBe(403)
    expect((await stored(license.id))?.status).toBe('revoked')
    expect((await change(member, license, { status: 'unassigned' })).status).toBe(200)
  })

  test('must have been on one', async () => {
    const { owner, license } = await ownerWithLicense({ status: 'revoked' })
    expect(await change(owner, license, { status: 'unassigned', reserve: true })).toMatchObject({
      status: 409,
      message: NO_DEVICE_KNOWN,
    })
    expect((await stored(license.id))?.status).toBe('revoked')
  })

  test('stays revoked when that device has another license by now', async () => {
    const { owner, license, pc } = await inUse()
    await change(owner, license, { status: 'revoked' })
    const second = await owner.call(licenses.create, { body: { label: 'Second' } })
    await pc.activate(second.body.licenseKey)
    expect(await change(owner, license, { status: 'unassigned', reserve: true })).toMatchObject({
      status: 409,
      message: DEVICE_TAKEN,
    })
    expect((await stored(license.id))?.status).toBe('revoked')
  })
})

test('a device for which the license was reserved again, and then another UUID instead, has lost it', async () => {
  const { owner, license, key, pc } = await inUse()
  await change(owner, license, { status: 'revoked' })
  await change(owner, license, { status: 'unassigned' })
  await change(owner, license, { deviceFingerprint: pc.fingerprint })
  await change(owner, license, { deviceFingerprint: randomUUID() })
  expect(await pc.activate(key)).toMatchObject({ status: 403, body: { code: 'MOVED', reason: 'MOVED_IN_PORTAL' } })
  expect(await pc.activate(key, { reason: 'typed' })).toMatchObject({ status: 409, body: { code: 'SET_ASIDE' } })
})
