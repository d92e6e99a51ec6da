import { describe, expect, test } from 'vitest'
import { makeLicense } from '#demo/rows/licenses.ts'
import { computer } from '#server/testing/licensing/devices.ts'
import { change, countMoves, move, statuses, stored } from '#server/testing/licensing/licenses.ts'
import { db, signIn, type Person, times } from '#server/testing/testing.ts'

async function inUse(owner: Person) {
  const license = await makeLicense(db, { organizationId: owner.organizationId })
  const pc = computer()
  const { deviceToken } = (await pc.activate(license.licenseKey)).body
  return { license, key: license.licenseKey, pc, deviceToken }
}

describe('at the same moment', () => {
  test('a device that checks in while its license is moved never activates it again', async () => {
    const owner = await signIn({ licenseLimit: 20 })
    await times(8, async () => {
      const { license, key, pc, deviceToken } = await inUse(owner)
      const [moved, checked, activated] = await Promise.all([
        move(owner, license),
        pc.checkIn(deviceToken),
        pc.activate(key),
      ])
      expect(moved.status).toBe(200)
      expect([200, 403]).toContain(checked.status)
      expect([200, 403]).toContain(activated.status)
      expect(await stored(license.id)).toMatchObject({ status: 'unassigned', deviceTokenHash: null })
      expect(await pc.checkIn(deviceToken)).toMatchObject({ status: 403, body: { code: 'MOVED' } })
    })
  })

  test('twenty activations by stored key after a move: none', async () => {
    const owner = await signIn({ licenseLimit: 20 })
    const { license, key, pc } = await inUse(owner)
    await move(owner, license)
    expect(statuses(await times(20, () => pc.activate(key)))).toEqual(Array(20).fill(403))
    expect(await countMoves(license.id)).toBe(0)
  })

  test('the old device twice by typed key, and the new one: one device has it, and one move is counted', async () => {
    const owner = await signIn({ licenseLimit: 20 })
    await times(6, async () => {
      const { license, key, pc } = await inUse(owner)
      await move(owner, license)
      const other = computer()
      const [first, second, theirs] = await Promise.all([
        pc.activate(key, { reason: 'typed' }),
        pc.activate(key, { reason: 'typed' }),
        other.activate(key),
      ])
      const holder = (await stored(license.id))?.deviceFingerprint
      const isBack = holder === pc.fingerprint
      expect([first.status, second.status, theirs.status]).toEqual(isBack ? [200, 200, 409] : [409, 409, 200])
      expect(await countMoves(license.id)).toBe(1)
    })
  })

  test('typed while it is being revoked and restored: it never runs on after a restore', async () => {
    const owner = await signIn({ licenseLimit: 20 })
    await times(6, async () => {
      const { license, key, pc } = await inUse(owner)
      await change(owner, license, { status: 'revoked' })
      await Promise.all([
        change(owner, license, { status: 'unassigned' }),
        ...[1, 2, 3].map(() => pc.activate(key, { reason: 'typed' })),
      ])
      expect((await stored(license.id))?.status).toBe('unassigned')
      expect(await pc.activate(key, { reason: 'typed' })).toMatchObject({ status: 403, body: { code: 'REVOKED' } })
    })
  })
})
