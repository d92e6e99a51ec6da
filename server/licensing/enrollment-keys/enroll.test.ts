import { and, eq, sql } from 'drizzle-orm'
import { describe, expect, test } from 'vitest'
import { devices } from '#contract/licensing/devices.ts'
import { licenses } from '#contract/licensing/licenses.ts'
import { makeActiveLicense, makeLicense } from '#demo/rows/licenses.ts'
import { auditLog } from '#server/database/schema/audit.ts'
import {
  deviceMoves,
  enrollmentKeys as keyTable,
  licenses as licenseTable,
} from '#server/database/schema/licensing/licenses.ts'
import {
  change,
  computer,
  create,
  licensesOf,
  ownerWithKey,
  remove,
  storedKey,
} from '#server/testing/licensing/enrollment-keys.ts'
import { caller, db, inDays, statusesOf, times } from '#server/testing/testing.ts'

const usesOf = async (key: { id: string }) => (await storedKey(key)).uses

const codesOf = (answers: { body: { code: string } }[]) => answers.map(({ body }) => body.code).toSorted()

/** Counts enrollments in the audit log. */
const enrollments = (organizationId: string) =>
  db.$count(auditLog, and(eq(auditLog.organizationId, organizationId), eq(auditLog.action, 'license.enrolled')))

describe('enrolling', () => {
  test('gives the device the oldest free license, activated', async () => {
    const { key, licenses: free } = await ownerWithKey({ free: 3 })
    const pc = computer()
    const { status, body } = await pc.enroll(key.enrollmentKey, { nonce: 'abc-123' })
    expect(status).toBe(200)
    expect(body).toMatchObject({ valid: true, code: 'VALID', conclusive: true, nonce: 'abc-123' })
    expect(body.license).toMatchObject({ id: free[0]?.id, status: 'active', deviceFingerprint: pc.fingerprint })
    expect(body.licenseFile).toContain('-----BEGIN LICENSE FILE-----')
    const checkIn = await caller().call(devices.checkIn, {
      body: { deviceName: 'PC-1', deviceOs: 'Windows 11' },
      headers: { authorization: `Device ${body.deviceToken}` },
    })
    expect([checkIn.status, checkIn.body.code]).toEqual([200, 'VALID'])
    expect(await usesOf(key)).toBe(1)
  })

  test.each([
    ['in lower case with blanks', (key: string) => ` ${key.toLowerCase().replaceAll('-', ' ')} `],
    ['without its beginning', (key: string) => key.slice(4)],
    ['with letters for digits', (key: string) => key.replaceAll('0', 'O').replaceAll('1', 'l')],
  ])('works with a key typed %s', async (_how, typed) => {
    const { key } = await ownerWithKey()
    expect((await computer().enroll(typed(key.enrollmentKey))).status).toBe(200)
  })

  test('is in the license’s history, with the key’s name and never the key', async () => {
    const { owner, key, licenses: free } = await ownerWithKey({ label: 'Lab roll-out' })
    await computer({ deviceName: 'PC-7' }).enroll(key.enrollmentKey)
    const { body } = await owner.call(licenses.history, { params: free[0] ?? {} })
    expect(body).toHaveLength(1)
    expect(body[0]).toMatchObject({ action: 'enrolled', actor: 'device', who: 'PC-7' })
    expect(body[0]?.changes).toContainEqual({ field: 'enrollmentKey', before: null, after: 'Lab roll-out' })
    const letters = key.enrollmentKey.slice(4, 24)
    expect(await db.$count(auditLog, sql`${auditLog.changes}::text like ${`%${letters}%`}`)).toBe(0)
  })

  test('prefers a license that never ran or ran here last; with another one a move is counted', async () => {
    const { key, organizationId } = await ownerWithKey({ free: 0 })
    const pc = computer({ fingerprint: 'PC-A' })
    const facts = { organizationId, label: 'Elsewhere' }
    await makeLicense(db, { ...facts, lastFingerprintKey: 'pc-b', createdAt: inDays(-3) })
    const here = await makeLicense(db, { ...facts, lastFingerprintKey: 'pc-a', createdAt: inDays(-2) })
    const fresh = await makeLicense(db, { ...facts, createdAt: inDays(-1) })
    expect((await pc.enroll(key.enrollmentKey)).body.license?.id).toBe(here.id)
    expect((await computer().enroll(key.enrollmentKey)).body.license?.id).toBe(fresh.id)
    expect(await db.$count(deviceMoves, eq(deviceMoves.organizationId, organizationId))).toBe(0)
    expect((await computer().enroll(key.enrollmentKey)).status).toBe(200)
    expect(await db.$count(deviceMoves, eq(deviceMoves.organizationId, organizationId))).toBe(1)
  })

  test('passes over a license that has moved as often as it may', async () => {
    const { key, organizationId } = await ownerWithKey({ free: 0 })
    const moved = await makeLicense(db, { organizationId, lastFingerprintKey: 'pc-b' })
    await db.insert(deviceMoves).values(Array.from({ length: 3 }, () => ({ organizationId, licenseId: moved.id })))
    expect((await computer().enroll(key.enrollmentKey)).body.code).toBe('NO_SEAT_AVAILABLE')
    const spare = await makeLicense(db, { organizationId, lastFingerprintKey: 'pc-c' })
    expect((await computer().enroll(key.enrollmentKey)).body.license?.id).toBe(spare.id)
    expect(await usesOf(key)).toBe(1)
  })
})

describe('a device that asks again', () => {
  test('gets its license and its token again, and no use is counted', async () => {
    const { key, organizationId } = await ownerWithKey({ free: 3 })
    const pc = computer()
    const once = await pc.enroll(key.enrollmentKey)
    const again = await pc.enroll(key.enrollmentKey)
    expect([again.status, again.body.license?.id]).toEqual([200, once.body.license?.id])
    expect(again.body.deviceToken).toBe(once.body.deviceToken)
    expect([await usesOf(key), await enrollments(organizationId)]).toEqual([1, 1])
  })

  test('gets it also when the key is paused, expired and used up by now, but not when it is deleted', async () => {
    const { owner, key } = await ownerWithKey({ maxUses: 1 })
    const pc = computer()
    await pc.enroll(key.enrollmentKey)
    await change(owner, key, { isPaused: true })
    await db
      .update(keyTable)
      .set({ expiresAt: inDays(-1) })
      .where(eq(keyTable.id, key.id))
    expect((await pc.enroll(key.enrollmentKey)).status).toBe(200)
    await remove(owner, key)
    expect(await pc.enroll(key.enrollmentKey)).toMatchObject({ status: 404, body: { code: 'NOT_FOUND' } })
  })

  test('twenty times at once has one license and has used the key once, also when both are the last', async () => {
    const { key, organizationId } = await ownerWithKey({ free: 1, maxUses: 1 })
    const pc = computer()
    const answers = await times(20, () => pc.enroll(key.enrollmentKey))
    expect(codesOf(answers)).toEqual(Array.from({ length: 20 }, () => 'VALID'))
    expect(new Set(answers.map(({ body }) => body.deviceToken)).size).toBe(1)
    expect([await usesOf(key), await enrollments(organizationId)]).toEqual([1, 1])
  })

  test('twenty times at once takes one license of many', async () => {
    const { key, organizationId } = await ownerWithKey({ free: 20 })
    const pc = computer()
    const answers = await times(20, () => pc.enroll(key.enrollmentKey))
    expect(new Set(answers.map(({ body }) => body.license?.id)).size).toBe(1)
    const active = (await licensesOf(organizationId)).filter(({ status }) => status === 'active')
    expect([active.length, await usesOf(key)]).toEqual([1, 1])
  })

  test('gets the license that has been set aside for it, which is no use of the key', async () => {
    const { owner, key, organizationId } = await ownerWithKey()
    const pc = computer()
    const aside = await makeLicense(db, { organizationId, deviceFingerprint: pc.fingerprint.toLowerCase() })
    await change(owner, key, { isPaused: true })
    expect((await pc.enroll(key.enrollmentKey)).body.code).toBe('ENROLLMENT_CLOSED')
    await change(owner, key, { isPaused: false })
    expect((await pc.enroll(key.enrollmentKey)).body.license).toMatchObject({ id: aside.id, status: 'active' })
    expect([await usesOf(key), await enrollments(organizationId)]).toEqual([0, 1])
  })

  test('keeps a license that it got by its license key since', async () => {
    const { key, organizationId } = await ownerWithKey()
    const pc = computer()
    const own = await makeActiveLicense(db, { organizationId, deviceFingerprint: pc.fingerprint })
    expect((await pc.enroll(key.enrollmentKey)).body.license?.id).toBe(own.id)
    expect(await usesOf(key)).toBe(0)
  })

  test('after its license was revoked, is given another one', async () => {
    const { owner, key, licenses: free } = await ownerWithKey({ free: 2 })
    const pc = computer()
    await pc.enroll(key.enrollmentKey)
    await owner.call(licenses.change, { params: free[0] ?? {}, body: { status: 'revoked' } })
    expect((await pc.enroll(key.enrollmentKey)).body.license?.id).toBe(free[1]?.id)
    expect(await usesOf(key)).toBe(2)
  })
})

describe('a race of many devices', () => {
  test('for ten licenses by a key with eight uses serves exactly eight', async () => {
    const { key, organizationId } = await ownerWithKey({ free: 10, maxUses: 8 })
    const answers = await times(30, () => computer().enroll(key.enrollmentKey))
    const served = answers.filter(({ status }) => status === 200)
    expect([served.length, new Set(served.map(({ body }) => body.license?.id)).size]).toEqual([8, 8])
    expect(codesOf(answers.filter(({ status }) => status !== 200))).toEqual(
      Array.from({ length: 22 }, () => 'ENROLLMENT_CLOSED'),
    )
    const rows = await licensesOf(organizationId)
    expect(rows.filter(({ status }) => status === 'active')).toHaveLength(8)
    expect(rows.filter(({ status }) => status === 'unassigned')).toHaveLength(2)
    expect([await usesOf(key), await enrollments(organizationId)]).toEqual([8, 8])
  })

  test('for ten licenses without a limit serves exactly ten', async () => {
    const { key } = await ownerWithKey({ free: 10 })
    const answers = await times(30, () => computer().enroll(key.enrollmentKey))
    expect(statusesOf(answers)).toEqual([...Array<number>(10).fill(200), ...Array<number>(20).fill(403)])
    expect(codesOf(answers).filter((code) => code === 'NO_SEAT_AVAILABLE')).toHaveLength(20)
    expect(await usesOf(key)).toBe(10)
  })

  test('through two keys gives no license twice', async () => {
    const { owner, key } = await ownerWithKey({ free: 6 })
    const { body: other } = await create(owner, { label: 'Second', createsLicenses: false })
    const answers = await times(16, (index) => computer().enroll((index % 2 ? key : other).enrollmentKey))
    const served = answers.filter(({ status }) => status === 200)
    expect([served.length, new Set(served.map(({ body }) => body.license?.id)).size]).toEqual([6, 6])
    expect((await usesOf(key)) + (await usesOf(other))).toBe(6)
  })

  test('while an administrator pauses the key serves as many as it has counted', async () => {
    const { owner, key, organizationId } = await ownerWithKey({ free: 8 })
    const [paused, ...answers] = await Promise.all([
      change(owner, key, { isPaused: true }),
      ...Array.from({ length: 8 }, () => computer().enroll(key.enrollmentKey)),
    ])
    expect(paused.status).toBe(200)
    const served = answers.filter(({ status }) => status === 200).length
    expect([await usesOf(key), await enrollments(organizationId)]).toEqual([served, served])
    expect((await computer().enroll(key.enrollmentKey)).body.code).toBe('ENROLLMENT_CLOSED')
  })
})

test('no device gets a license of another organization [R-ROLE-42]', async () => {
  const { key } = await ownerWithKey({ free: 0 })
  const other = await ownerWithKey({ free: 1 })
  expect((await computer().enroll(key.enrollmentKey)).body.code).toBe('NO_SEAT_AVAILABLE')
  const rows = await db.select().from(licenseTable).where(eq(licenseTable.organizationId, other.organizationId))
  expect(rows.map(({ status }) => status)).toEqual(['unassigned'])
})
