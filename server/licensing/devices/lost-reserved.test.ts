import { randomUUID } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { DEVICE_TAKEN, NO_DEVICE_KNOWN } from '#contract/licensing/changes.ts'
import { licenses } from '#contract/licensing/licenses.ts'
import { MOVES } from '#contract/licensing/moves.ts'
import { computer, inUse, ownerWithLicense } from '#server/testing/licensing/devices.ts'
import { change, countMoves, makeMoves, move, stored, suspend } from '#server/testing/licensing/licenses.ts'

describe('a license that is restored and reserved for the device it was on', () => {
  test('comes back to it by its old token, without a move, and each act is in its history', async () => {
    const { owner, license, key, pc, deviceToken } = await inUse()
    await change(owner, license, { status: 'revoked' })
    const restored = await change(owner, license, { status: 'unassigned', reserve: true })
    expect(restored).toMatchObject({ status: 200, body: { status: 'assigned', deviceFingerprint: pc.fingerprint } })
    expect((await computer().activate(key)).body).toMatchObject({ code: 'SET_ASIDE' })
    expect(await pc.checkIn(deviceToken)).toMatchObject({ status: 200, body: { code: 'VALID' } })
    expect((await pc.checkIn(deviceToken)).status).toBe(200)
    expect((await pc.activate(key)).status).toBe(200)
    expect(await countMoves(license.id)).toBe(0)
    const { body } = await owner.call(licenses.history, { params: license })
    expect(body.slice(-5).map(({ action }) => action)).toEqual([
      'activated',
      'assigned',
      'restored',
      'revoked',
      'activated',
    ])
  })

  test('comes back to it by its stored key as well', async () => {
    const { owner, license, key, pc } = await inUse()
    await change(owner, license, { status: 'revoked' })
    await change(owner, license, { status: 'unassigned', reserve: true })
    expect((await pc.activate(key)).status).toBe(200)
    expect(await countMoves(license.id)).toBe(0)
  })

  test('comes back in one piece when it asks many times at once', async () => {
    const { owner, license, pc, deviceToken } = await inUse()
    await change(owner, license, { status: 'revoked' })
    await change(owner, license, { status: 'unassigned', reserve: true })
    const answers = await Promise.all(Array.from({ length: 8 }, () => pc.checkIn(deviceToken)))
    expect(answers.map(({ status }) => status)).toEqual(Array(8).fill(200))
  })

  test('does not come to a copy of its disk, nor beyond its moves, nor while its organization is suspended', async () => {
    const { owner, license, key, pc, deviceToken } = await inUse()
    await change(owner, license, { status: 'revoked' })
    await change(owner, license, { status: 'unassigned', reserve: true })
    const copy = { deviceFingerprint: randomUUID(), nonce: 'n-1' }
    expect(await pc.checkIn(deviceToken, copy)).toMatchObject({ status: 409, body: { code: 'HARDWARE_CHANGED' } })
    expect(await computer().transfer(deviceToken)).toMatchObject({ status: 409, body: { code: 'NOT_ACTIVATED' } })
    expect((await stored(license.id))?.status).toBe('assigned')

    const other = computer()
    await change(owner, license, { deviceFingerprint: other.fingerprint })
    expect(await pc.checkIn(deviceToken)).toMatchObject({ status: 403, body: { code: 'MOVED' } })
    await other.activate(key)
    await move(owner, license)
    await change(owner, license, { deviceFingerprint: pc.fingerprint })
    await makeMoves(license, MOVES.limit)
    expect(await pc.checkIn(deviceToken)).toMatchObject({ status: 403, body: { code: 'MOVE_LIMIT_REACHED' } })
    await suspend(owner.organizationId)
    expect((await pc.checkIn(deviceToken)).body.code).toBe('ORGANIZATION_SUSPENDED')
    expect((await stored(license.id))?.status).toBe('assigned')
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

  test('is not restored if it was on no device', async () => {
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

test('a device that ran it before the last one, and for which it was only reserved since, has lost it with the reservation', async () => {
  const { owner, license, key, pc, deviceToken } = await inUse()
  await move(owner, license)
  await computer().activate(key)
  await move(owner, license)
  await change(owner, license, { deviceFingerprint: pc.fingerprint })
  await change(owner, license, { deviceFingerprint: randomUUID() })
  expect(await pc.checkIn(deviceToken)).toMatchObject({ status: 403, body: { code: 'MOVED' } })
})
