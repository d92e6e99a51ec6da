import { and, eq } from 'drizzle-orm'
import { describe, expect, test } from 'vitest'
import { makeLicense } from '#demo/rows/licenses.ts'
import { auditLog } from '#server/database/schema/audit.ts'
import { subscriptions } from '#server/database/schema/billing/subscriptions.ts'
import { organizations } from '#server/database/schema/identity/organizations.ts'
import { computer, ownerWithLicense } from '#server/testing/licensing/devices.ts'
import { change, remove, statuses, stored } from '#server/testing/licensing/licenses.ts'
import { db, inDays, times } from '#server/testing/testing.ts'

const activations = (subjectId: string) =>
  db.$count(auditLog, and(eq(auditLog.subjectId, subjectId), eq(auditLog.action, 'license.activated')))

describe('activating', () => {
  test('a free license becomes active on the device', async () => {
    const { license, key } = await ownerWithLicense()
    const pc = computer()
    const { status, body } = await pc.activate(key, { nonce: 'abc-123' })
    expect(status).toBe(200)
    expect(body).toMatchObject({ valid: true, code: 'VALID', conclusive: true, warnings: [], nonce: 'abc-123' })
    expect(body.license).toMatchObject({
      id: license.id,
      status: 'active',
      deviceFingerprint: pc.fingerprint,
      deviceName: 'PC-1',
    })
    expect(body.checkIn?.intervalSeconds).toBe(86_400)
    expect(Math.abs(Date.parse(body.serverTime) - Date.now())).toBeLessThan(5000)
    expect(body.deviceToken).toMatch(/^[\w-]{43}$/)
    expect(JSON.stringify(await stored(license.id))).not.toContain(body.deviceToken)
    expect((await pc.validate(key)).body).toMatchObject({ valid: true, code: 'VALID' })
  })

  test('a reserved license becomes active on its device only', async () => {
    const { key } = await ownerWithLicense({ deviceFingerprint: '4C4C4544-0039-4B10-8031-B7C04F4A4432' })
    const refused = await computer().activate(key)
    expect(refused).toMatchObject({ status: 409, body: { code: 'SET_ASIDE', valid: false, conclusive: true } })
    expect(refused.message).toBe(refused.body.detail)
    const pc = computer({ fingerprint: '{4c4c4544-0039-4b10-8031-b7c04f4a4432}' })
    expect((await pc.activate(key)).status).toBe(200)
  })

  test('a key works however it is typed', async () => {
    const { key } = await ownerWithLicense()
    expect((await computer().activate(` ${key.toLowerCase().replaceAll('-', ' ')} `)).status).toBe(200)
  })

  test('of twenty devices that race for a license, one gets it', async () => {
    const { license, key } = await ownerWithLicense()
    const answers = await times(20, () => computer().activate(key))
    expect(statuses(answers)).toEqual([200, ...Array.from({ length: 19 }, () => 409)])
    const winner = answers.find(({ status }) => status === 200)
    expect((await stored(license.id))?.deviceFingerprint).toBe(winner?.body.license?.deviceFingerprint)
    for (const { status, body } of answers) expect(body.code).toBe(status === 200 ? 'VALID' : 'DEVICE_MISMATCH')
    expect(await activations(license.id)).toBe(1)
  })

  test('of 64 devices that race for five licenses, five get one each', async () => {
    const { owner, license } = await ownerWithLicense()
    const { organizationId } = owner
    const licenses = [license, ...(await times(4, () => makeLicense(db, { organizationId })))]
    const answers = await times(64, (device) => computer().activate(licenses[device % 5]?.licenseKey ?? ''))
    const given = answers.filter(({ status }) => status === 200)
    expect(new Set(given.map(({ body }) => body.license?.id))).toEqual(new Set(licenses.map(({ id }) => id)))
    expect(given).toHaveLength(5)
    expect(answers.filter(({ status }) => status === 409)).toHaveLength(59)
  })

  test('one device that repeats itself twenty times succeeds twenty times, with tokens that all work', async () => {
    const { license, key } = await ownerWithLicense()
    const pc = computer()
    const answers = await times(20, () => pc.activate(key))
    expect(statuses(answers)).toEqual(Array.from({ length: 20 }, () => 200))
    for (const { body } of answers) expect((await pc.checkIn(body.deviceToken)).status).toBe(200)
    expect(await activations(license.id)).toBe(1)
    expect((await pc.activate(key)).body.deviceToken).toBe(answers[0]?.body.deviceToken)
  })

  test('a new activation has another token, and the old one is dead', async () => {
    const { key } = await ownerWithLicense()
    const pc = computer()
    const first = (await pc.activate(key)).body.deviceToken
    await pc.deactivate(key)
    const second = (await pc.activate(key)).body.deviceToken
    expect(second).not.toBe(first)
    expect((await pc.checkIn(first)).status).toBe(401)
    expect((await pc.checkIn(second)).status).toBe(200)
  })

  test('names the license that the device already has in the organization', async () => {
    const { owner, key } = await ownerWithLicense({ label: 'Front desk' })
    const { licenseKey } = await makeLicense(db, { organizationId: owner.organizationId })
    const pc = computer()
    await pc.activate(key)
    const refused = await pc.activate(licenseKey)
    expect(refused).toMatchObject({ status: 409, body: { valid: false, code: 'DEVICE_HAS_LICENSE' } })
    expect(refused.message).toContain('“Front desk”')
    expect((await pc.validate(licenseKey)).body.code).toBe('NOT_ACTIVATED')
    const elsewhere = await ownerWithLicense()
    expect((await pc.activate(elsewhere.key)).status).toBe(200)
  })

  test('of two licenses that one device tries at once, it gets one', async () => {
    for (let round = 0; round < 5; round++) {
      const { owner, key } = await ownerWithLicense()
      const { licenseKey } = await makeLicense(db, { organizationId: owner.organizationId })
      const pc = computer()
      const answers = await Promise.all([pc.activate(key), pc.activate(licenseKey)])
      expect(statuses(answers)).toEqual([200, 409])
      await Promise.all([pc.deactivate(key), pc.deactivate(licenseKey)])
    }
  })

  test('activating and deleting at the same moment never both succeed', async () => {
    const { owner } = await ownerWithLicense()
    await times(10, async () => {
      const license = await makeLicense(db, { organizationId: owner.organizationId })
      const [activated, removed] = await Promise.all([computer().activate(license.licenseKey), remove(owner, license)])
      expect([activated.status === 200, removed.status === 200].filter(Boolean)).toHaveLength(1)
    })
  })
})

describe('an activation', () => {
  test('is refused with 403 for a revoked license', async () => {
    const { owner, license, key } = await ownerWithLicense()
    const pc = computer()
    const { deviceToken } = (await pc.activate(key)).body
    await change(owner, license, { status: 'revoked' })
    expect(await pc.activate(key)).toMatchObject({
      status: 403,
      body: { code: 'REVOKED', license: { status: 'revoked' } },
    })
    expect((await pc.validate(key)).body).toMatchObject({ valid: false, code: 'REVOKED' })
    expect(await pc.checkIn(deviceToken)).toMatchObject({ status: 403, body: { code: 'REVOKED' } })
    await change(owner, license, { status: 'unassigned', reserve: true })
    expect(await pc.checkIn(deviceToken)).toMatchObject({ status: 200, body: { license: { status: 'active' } } })
    expect((await pc.activate(key)).status).toBe(200)
  })

  test('is refused with 403 for an inactive license', async () => {
    const { key } = await ownerWithLicense({ status: 'inactive' })
    expect(await computer().activate(key)).toMatchObject({ status: 403, body: { code: 'INACTIVE' } })
  })

  test('is refused with 403 once the organization is suspended, and so is a running device', async () => {
    const { owner, key } = await ownerWithLicense()
    const pc = computer()
    const { deviceToken } = (await pc.activate(key)).body
    await db
      .update(organizations)
      .set({ suspendedAt: inDays(0) })
      .where(eq(organizations.id, owner.organizationId))
    const code = 'ORGANIZATION_SUSPENDED'
    expect(await pc.activate(key)).toMatchObject({ status: 403, body: { code } })
    expect(await pc.validate(key)).toMatchObject({ status: 200, body: { code, valid: false } })
    expect(await pc.checkIn(deviceToken)).toMatchObject({ status: 403, body: { code } })
    expect(await pc.deactivate(key)).toMatchObject({ status: 403, body: { code } })
  })

  test('is refused with 403 if the subscription has ended or is overdue beyond the grace', async () => {
    const { owner, key } = await ownerWithLicense()
    const pc = computer()
    const { deviceToken } = (await pc.activate(key)).body
    const set = (facts: Partial<typeof subscriptions.$inferInsert>) =>
      db.update(subscriptions).set(facts).where(eq(subscriptions.organizationId, owner.organizationId))
    await set({ status: 'past_due', pastDueAt: inDays(-13.9) })
    expect((await pc.validate(key)).body).toMatchObject({ code: 'VALID', warnings: ['SUBSCRIPTION_PAST_DUE'] })
    await set({ pastDueAt: inDays(-14.1) })
    expect(await pc.activate(key)).toMatchObject({ status: 403, body: { code: 'SUBSCRIPTION_OVERDUE' } })
    expect(await pc.checkIn(deviceToken)).toMatchObject({ status: 403, body: { code: 'SUBSCRIPTION_OVERDUE' } })
    await set({ status: 'canceled', pastDueAt: null, currentPeriodEnd: inDays(1) })
    expect((await pc.validate(key)).body).toMatchObject({ code: 'VALID', warnings: [] })
    await set({ currentPeriodEnd: inDays(-0.001) })
    expect(await pc.activate(key)).toMatchObject({ status: 403, body: { code: 'SUBSCRIPTION_ENDED', checkIn: null } })
    expect((await pc.deactivate(key)).status).toBe(200)
  })

  test('is refused with 422 for a UUID that many computers share', async () => {
    const { license, key } = await ownerWithLicense()
    for (const fingerprint of ['00000000-0000-0000-0000-000000000000', '03000200-0400-0500-0006-000700080009']) {
      const pc = computer({ fingerprint })
      expect(await pc.activate(key)).toMatchObject({ status: 422, body: { code: 'FINGERPRINT_PLACEHOLDER' } })
      expect(await pc.validate(key)).toMatchObject({ status: 200, body: { code: 'FINGERPRINT_PLACEHOLDER' } })
    }
    expect((await stored(license.id))?.status).toBe('unassigned')
  })
})
