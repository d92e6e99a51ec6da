import { and, eq } from 'drizzle-orm'
import { describe, expect, test } from 'vitest'
import { ORGANIZATION_SUSPENDED } from '#contract/licensing/changes.ts'
import { licenses, type LicenseStatus } from '#contract/licensing/licenses.ts'
import { MOVES, movesUsedUp } from '#contract/licensing/moves.ts'
import { makeCheckIn } from '#demo/rows/licenses.ts'
import { auditLog } from '#server/database/schema/audit.ts'
import { checkIns } from '#server/database/schema/licensing/licenses.ts'
import { computer, ownerWithLicense } from '#server/testing/licensing/devices.ts'
import {
  change,
  countMoves,
  makeMoves,
  makeWith,
  move,
  movesOf,
  stored,
  suspend,
} from '#server/testing/licensing/licenses.ts'
import { db, inDays, signIn, stranger, type Person, times } from '#server/testing/testing.ts'

const reset = (person: Pick<Person, 'call'>, { id }: { id: string }) =>
  person.call(licenses.resetMoves, { params: { id } })

describe('the moves of a license', () => {
  test('count each device other than the last one, but neither the first nor the same one again', async () => {
    const { owner, license, key } = await ownerWithLicense()
    const [first, second] = [computer(), computer()]
    for (const [pc, used] of [
      [first, 0],
      [first, 0],
      [second, 1],
      [second, 1],
      [first, 2],
    ] as const) {
      expect((await pc.activate(key)).status).toBe(200)
      expect((await movesOf(owner, license)).body.used).toBe(used)
      expect((await pc.deactivate(key)).status).toBe(200)
    }
    expect((await movesOf(owner, license)).body).toMatchObject({ used: 2, limit: MOVES.limit, left: 1 })
  })

  test('count neither a repeated activation nor one that is refused', async () => {
    const { owner, license, key } = await ownerWithLicense()
    const pc = computer()
    await times(8, () => pc.activate(key))
    expect((await computer().activate(key)).status).toBe(409)
    expect((await movesOf(owner, license)).body).toMatchObject({ used: 0, nextAt: null })
  })

  test('a license that was revoked and restored still knows its last device', async () => {
    const { owner, license, key } = await ownerWithLicense()
    const pc = computer()
    const revokeAndRestore = async () => {
      await change(owner, license, { status: 'revoked' })
      await change(owner, license, { status: 'unassigned' })
    }
    await pc.activate(key)
    await revokeAndRestore()
    expect((await stored(license.id))?.status).toBe('unassigned')
    await change(owner, license, { deviceFingerprint: pc.fingerprint })
    expect((await pc.activate(key)).status).toBe(200)
    expect(await countMoves(license.id)).toBe(0)
    await revokeAndRestore()
    expect((await computer().activate(key)).status).toBe(200)
    expect(await countMoves(license.id)).toBe(1)
  })

  test('count the return to the device it was moved away from, which a person has to ask for', async () => {
    const { owner, license, key } = await ownerWithLicense()
    const pc = computer()
    await pc.activate(key)
    await move(owner, license)
    expect((await pc.activate(key)).status).toBe(403)
    expect((await pc.activate(key, { reason: 'typed' })).status).toBe(200)
    expect(await countMoves(license.id)).toBe(1)
  })

  test('count for thirty days', async () => {
    const { owner, license, key } = await ownerWithLicense({ lastFingerprintKey: 'the last one' })
    await makeMoves(license, 3, MOVES.days + 1)
    expect((await movesOf(owner, license)).body).toMatchObject({ used: 0, left: 3, nextAt: null })
    await makeMoves(license, 2, MOVES.days - 1)
    const { body } = await movesOf(owner, license)
    expect(body).toMatchObject({ used: 2, left: 1 })
    expect(Math.abs(Date.parse(body.nextAt ?? '') - Date.parse(inDays(1)))).toBeLessThan(5000)
    expect((await computer().activate(key)).status).toBe(200)
  })
})

describe('when a license has moved as often as it may', () => {
  async function usedUp() {
    const pc = computer()
    const { owner, license, key } = await ownerWithLicense()
    await pc.activate(key)
    await makeMoves(license, MOVES.limit)
    const { nextAt } = (await movesOf(owner, license)).body
    return { owner, license, key, pc, sentence: movesUsedUp(nextAt ?? '') }
  }

  test('refuses another device with the time when it may move, and writes nothing', async () => {
    const { owner, license, key, pc, sentence } = await usedUp()
    expect((await pc.deactivate(key)).status).toBe(200)
    const before = await stored(license.id)
    const other = computer()
    const refused = await other.activate(key, { nonce: 'n-1' })
    expect(refused).toMatchObject({
      status: 403,
      message: sentence,
      body: { valid: false, code: 'MOVE_LIMIT_REACHED', detail: sentence, conclusive: true, nonce: 'n-1' },
    })
    expect([await stored(license.id), await countMoves(license.id)]).toEqual([before, MOVES.limit])
    expect((await movesOf(owner, license)).body).toMatchObject({ used: MOVES.limit, left: 0 })
    expect((await pc.activate(key)).status).toBe(200)
  })

  test('it cannot be taken from its device either, for no other one could have it', async () => {
    const { owner, license, pc, key, sentence } = await usedUp()
    const before = await stored(license.id)
    expect(await move(owner, license)).toMatchObject({ status: 409, message: sentence })
    const { body } = await owner.call(licenses.bulk, { body: { action: 'move', ids: [license.id] } })
    expect(body).toEqual({ changed: [], skipped: [{ id: license.id, message: sentence }] })
    expect(await stored(license.id)).toEqual(before)
    expect((await pc.activate(key)).status).toBe(200)
  })

  test('support lets it move again, in any organization, and that is in its history', async () => {
    for (const role of ['agent', 'admin'] as const) {
      const { owner, license, key } = await usedUp()
      const staff = await signIn({ role })
      expect(await reset(staff, license)).toMatchObject({ status: 200, body: { used: 0, left: 3, nextAt: null } })
      expect((await movesOf(staff, license)).body.left).toBe(3)
      expect((await move(owner, license)).status).toBe(200)
      expect((await computer().activate(key)).status).toBe(200)
      expect((await movesOf(owner, license)).body).toMatchObject({ used: 1, left: 2 })
      const { body } = await owner.call(licenses.history, { params: { id: license.id } })
      expect(body.map(({ action }) => action)).toEqual(['activated', 'moved', 'moves-reset', 'activated'])
      expect(body[2]).toMatchObject({ who: 'Support team', ip: null })
    }
  })

  test('only staff reset the moves, and only of a license that exists', async () => {
    const { owner, license } = await usedUp()
    for (const person of [owner, await owner.colleague('customer')])
      expect((await reset(person, license)).status).toBe(403)
    expect((await reset(stranger(), license)).status).toBe(401)
    const agent = await signIn({ role: 'agent' })
    expect((await reset(agent, agent.user)).status).toBe(404)
    expect((await movesOf(owner, license)).body.left).toBe(0)
  })
})

describe('moving', () => {
  test('every user of the organization can release a license: token and check-in are gone [R-ROLE-39]', async () => {
    for (const role of ['customer', 'org_admin'] as const) {
      const { owner, license, key } = await ownerWithLicense()
      const pc = computer()
      const { deviceToken } = (await pc.activate(key)).body
      await makeCheckIn(db, {
        organizationId: owner.organizationId,
        licenseId: license.id,
        lastCheckIn: inDays(0),
      })
      const { status, body } = await move(await owner.colleague(role), license)
      expect(status).toBe(200)
      expect(body).toMatchObject({
        status: 'unassigned',
        deviceFingerprint: null,
        deviceName: null,
        deviceOs: null,
        lastCheckIn: null,
        offlineUntil: null,
      })
      expect((await pc.checkIn(deviceToken)).status).toBe(403)
      expect(await db.$count(checkIns, eq(checkIns.licenseId, license.id))).toBe(0)
      expect((await computer().activate(key)).status).toBe(200)
    }
  })

  test('is in the history, with the device it was taken from', async () => {
    const owner = await signIn()
    const license = await makeWith(owner.organizationId, 'active')
    await move(owner, license)
    const [row] = await db
      .select()
      .from(auditLog)
      .where(and(eq(auditLog.subjectId, license.id), eq(auditLog.action, 'license.moved')))
    expect(row).toMatchObject({
      actorId: owner.user.id,
      changes: { status: ['active', 'unassigned'], deviceName: ['RECEPTION-01', null] },
    })
  })

  test.each<LicenseStatus>(['unassigned', 'assigned', 'revoked', 'inactive'])(
    '%s: no device runs on it',
    async (status) => {
      const owner = await signIn()
      const license = await makeWith(owner.organizationId, status)
      const message = `A license that is ${status} cannot be moved: no device runs on it.`
      expect(await move(owner, license)).toMatchObject({ status: 409, message })
      expect((await stored(license.id))?.status).toBe(status)
    },
  )

  test('another organization’s license is as if it was not there [R-ROLE-42]', async () => {
    const [owner, other, agent] = [await signIn(), await signIn(), await signIn({ role: 'agent' })]
    const license = await makeWith(owner.organizationId, 'active')
    for (const person of [other, await other.colleague('customer'), agent])
      expect((await move(person, license)).status).toBe(404)
    for (const person of [other, await other.colleague('customer')])
      expect((await movesOf(person, license)).status).toBe(404)
    expect((await stranger().call(licenses.move, { params: license })).status).toBe(401)
    expect((await stored(license.id))?.status).toBe('active')
    expect((await move(await signIn({ role: 'admin' }), license)).status).toBe(200)
  })

  test('a suspended organization’s license stays where it is', async () => {
    const owner = await signIn()
    const license = await makeWith(owner.organizationId, 'active')
    await suspend(owner.organizationId)
    expect(await move(owner, license)).toMatchObject({ status: 403, message: ORGANIZATION_SUSPENDED })
  })

  test('moves many at once, and skips those that no device runs on', async () => {
    const owner = await signIn()
    const active = await times(3, () => makeWith(owner.organizationId, 'active'))
    const free = await makeWith(owner.organizationId, 'unassigned')
    const ids = [...active, free].map(({ id }) => id)
    const { body } = await owner.call(licenses.bulk, { body: { action: 'move', ids } })
    expect(body.changed.map(({ status }) => status)).toEqual(Array(3).fill('unassigned'))
    expect(body.skipped.map(({ id }) => id)).toEqual([free.id])
  })
})
