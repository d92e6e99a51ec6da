import { eq } from 'drizzle-orm'
import { describe, expect, test } from 'vitest'
import { licenses, type License } from '#contract/licensing/licenses.ts'
import { MOVES } from '#contract/licensing/moves.ts'
import { makeActiveLicense, makeLicense } from '#demo/rows/licenses.ts'
import { fileRevocations } from '#server/database/schema/licensing/licenses.ts'
import { computer, ownerWithLicense } from '#server/testing/licensing/devices.ts'
import { change, countMoves, makeMoves, move, statuses, stored } from '#server/testing/licensing/licenses.ts'
import { db, signIn, type Person, times } from '#server/testing/testing.ts'

const moveShown = (person: Person, { id, updatedAt }: License) =>
  person.call(licenses.move, { params: { id }, headers: { 'if-match': updatedAt } })

describe('at the same moment', () => {
  test('of eight devices that activate a license with one move left, one does', async () => {
    const { license, key } = await ownerWithLicense({ lastFingerprintKey: 'the last one' })
    await makeMoves(license, MOVES.limit - 1)
    const answers = await times(8, () => computer().activate(key))
    expect(statuses(answers)).toEqual([200, ...Array(7).fill(409)])
    expect(await countMoves(license.id)).toBe(MOVES.limit)
  })

  test('eight devices that take a license from each other never move it more often than it may', async () => {
    const { owner, license, key } = await ownerWithLicense()
    await times(8, async () => {
      for (let round = 0; round < 4; round++) {
        const pc = computer()
        await pc.activate(key)
        await move(owner, license)
        await pc.deactivate(key)
      }
    })
    expect(await countMoves(license.id)).toBe(MOVES.limit)
  })

  test('moving and revoking: one of them, and the files are void', async () => {
    const owner = await signIn({ licenseLimit: 20 })
    await times(8, async () => {
      const license = await makeActiveLicense(db, { organizationId: owner.organizationId })
      const answers = await Promise.all([move(owner, license), change(owner, license, { status: 'revoked' })])
      expect(statuses(answers)).toEqual([200, 409])
      expect((await stored(license.id))?.status).toBe(answers[0].status === 200 ? 'unassigned' : 'revoked')
      expect(await db.$count(fileRevocations, eq(fileRevocations.licenseId, license.id))).toBe(1)
    })
  })

  test('a license is not taken from a device that got it since it was shown', async () => {
    const { owner, license, key } = await ownerWithLicense()
    await computer({ deviceName: 'OLD-PC' }).activate(key)
    const shown = (await owner.call(licenses.read, { params: license })).body
    expect(shown.deviceName).toBe('OLD-PC')
    const [first, second] = await Promise.all([moveShown(owner, shown), moveShown(owner, shown)])
    expect(statuses([first, second])).toEqual([200, 409])
    const pc = computer({ deviceName: 'NEW-PC' })
    const { deviceToken } = (await pc.activate(key)).body
    expect(await moveShown(owner, shown)).toMatchObject({
      status: 409,
      message: 'Someone else changed this license. Check it and try again.',
    })
    expect((await pc.checkIn(deviceToken)).status).toBe(200)
    const seen = (await owner.call(licenses.read, { params: license })).body
    expect((await moveShown(owner, seen)).status).toBe(200)
  })

  test('moving and checking in: the device learns it now or the next time', async () => {
    const { owner } = await ownerWithLicense()
    await times(8, async () => {
      const { licenseKey, ...license } = await makeLicense(db, { organizationId: owner.organizationId })
      const pc = computer()
      const { deviceToken } = (await pc.activate(licenseKey)).body
      const [moved, checked] = await Promise.all([move(owner, license), pc.checkIn(deviceToken)])
      expect([moved.status, [200, 403].includes(checked.status)]).toEqual([200, true])
      expect((await pc.checkIn(deviceToken)).status).toBe(403)
      expect(await stored(license.id)).toMatchObject({ status: 'unassigned', deviceTokenHash: null })
    })
  })
})
