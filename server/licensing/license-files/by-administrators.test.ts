import { eq } from 'drizzle-orm'
import { describe, expect, test } from 'vitest'
import { licenses } from '#contract/licensing/licenses.ts'
import { subscriptions } from '#server/database/schema/billing/subscriptions.ts'
import { fileRevocations } from '#server/database/schema/licensing/licenses.ts'
import { computer, ownerWithLicense } from '#server/testing/licensing/devices.ts'
import {
  ask,
  askFor,
  contentFor,
  daysBetween,
  make,
  openFile,
  openRevocations,
  stories,
} from '#server/testing/licensing/license-files.ts'
import { change, statuses, stored, suspend } from '#server/testing/licensing/licenses.ts'
import { db, inDays, signIn, times } from '#server/testing/testing.ts'

describe('a file that an administrator makes for a machine', () => {
  test('sets the license aside for it, and lets it run', async () => {
    const { owner, license } = await ownerWithLicense({ label: 'Shaft 3 / north' })
    const { fingerprint } = computer()
    const { status, body } = await make(owner, license, { deviceFingerprint: fingerprint, deviceName: 'SHAFT-3' })
    expect(status).toBe(200)
    expect(body.fileName).toBe('Shaft 3 - north.lic')
    const file = await openFile(body.licenseFile)
    expect(file).toMatchObject({
      status: 'active',
      deviceFingerprint: fingerprint,
      deviceName: 'SHAFT-3',
      nonce: null,
      issuedAt: body.issuedAt,
      expiresAt: body.expiresAt,
      graceUntil: body.graceUntil,
    })
    expect(daysBetween(file.issuedAt, file.expiresAt)).toBe(90)
    expect(await stored(license.id)).toMatchObject({
      status: 'assigned',
      deviceFingerprint: fingerprint,
      offlineUntil: file.graceUntil,
    })
    expect(await stories(license.id)).toHaveLength(1)
  })

  test('ends with the subscription, if that is known to end', async () => {
    const { owner, license } = await ownerWithLicense()
    const currentPeriodEnd = inDays(40)
    await db
      .update(subscriptions)
      .set({ status: 'canceled', currentPeriodEnd })
      .where(eq(subscriptions.organizationId, owner.organizationId))
    const { body } = await make(owner, license, { deviceFingerprint: 'PC', ttlDays: 365 })
    expect(body).toMatchObject({ expiresAt: currentPeriodEnd, graceUntil: currentPeriodEnd })
    expect((await stored(license.id))?.offlineUntil).toBe(currentPeriodEnd)
  })

  test('is void as soon as the license is revoked, and the list says so', async () => {
    const { owner, license, key } = await ownerWithLicense()
    const pc = computer()
    const { file } = (await askFor(key, pc.fingerprint)).body
    const before = (await openRevocations()).licenses.find(({ licenseId }) => licenseId === license.id)
    expect(before).toBeUndefined()
    await change(owner, license, { status: 'revoked' })
    const entry = (await openRevocations()).licenses.find(({ licenseId }) => licenseId === license.id)
    expect(Date.parse(entry!.issuedBefore)).toBeGreaterThan(Date.parse(file.issuedAt))
  })

  test('is refused where no device could run, and nothing changes', async () => {
    const { owner, license } = await ownerWithLicense()
    const before = await stored(license.id)
    const set = (facts: Partial<typeof subscriptions.$inferInsert>) =>
      db.update(subscriptions).set(facts).where(eq(subscriptions.organizationId, owner.organizationId))
    const order = { deviceFingerprint: 'PC' }
    await set({ status: 'unpaid' })
    expect(await make(owner, license, order)).toMatchObject({ status: 409, message: expect.stringMatching(/overdue/) })
    await set({ status: 'canceled', currentPeriodEnd: inDays(-1) })
    expect(await make(owner, license, order)).toMatchObject({
      status: 409,
      message: expect.stringMatching(/no active subscription/),
    })
    await suspend(owner.organizationId)
    expect((await make(owner, license, order)).status).toBe(403)
    expect(await stored(license.id)).toEqual(before)
    expect(await stories(license.id)).toHaveLength(0)
  })

  test('is refused for a license that runs elsewhere, is locked, or for a UUID that many computers share', async () => {
    const running = await ownerWithLicense()
    await computer().activate(running.key)
    expect((await make(running.owner, running.license, { deviceFingerprint: 'OTHER' })).status).toBe(409)
    await change(running.owner, running.license, { status: 'revoked' })
    expect((await make(running.owner, running.license, { deviceFingerprint: 'OTHER' })).status).toBe(409)
    const { owner, license } = await ownerWithLicense()
    const zeros = '00000000-0000-0000-0000-000000000000'
    expect((await make(owner, license, { deviceFingerprint: zeros })).status).toBe(400)
    for (const wrong of [{ deviceFingerprint: ' ' }, { ttlDays: 366 }, { ttlDays: 0 }, { ttlDays: '30' }]) {
      expect((await make(owner, license, { deviceFingerprint: 'PC', ...wrong })).status).toBe(400)
    }
  })

  test('is for administrators of the organization and admins, for their own licenses', async () => {
    const { owner, license } = await ownerWithLicense()
    const order = { deviceFingerprint: 'PC' }
    const admin = await signIn({ role: 'admin' })
    const foreign = await signIn()
    expect((await make(foreign, license, order)).status).toBe(404)
    expect((await make(await owner.colleague('customer'), license, order)).status).toBe(403)
    expect((await make(await signIn({ role: 'agent' }), license, order)).status).toBe(403)
    expect((await stored(license.id))?.status).toBe('unassigned')
    expect((await make(await owner.colleague('org_admin'), license, order)).status).toBe(200)
    expect((await make(admin, license, order)).status).toBe(200)
  })

  test('is in the license’s history', async () => {
    const { owner, license } = await ownerWithLicense()
    const { body } = await make(owner, license, { deviceFingerprint: 'PC' })
    const { body: history } = await owner.call(licenses.history, { params: { id: license.id } })
    expect(history.find(({ action }) => action === 'file-created')?.changes).toEqual([
      { field: 'fileDevice', before: null, after: 'PC' },
      { field: 'fileExpiresAt', before: null, after: body.expiresAt },
    ])
  })

  test('is void for good once the license was revoked and restored', async () => {
    const { owner, license } = await ownerWithLicense()
    expect((await ask(JSON.stringify(contentFor(license.licenseKey, computer().fingerprint)))).status).toBe(200)
    for (const status of ['revoked', 'unassigned'] as const)
      expect((await change(owner, license, { status })).status).toBe(200)
    expect(await stored(license.id)).toMatchObject({ status: 'unassigned', offlineUntil: null })
    const revocations = await db.select().from(fileRevocations).where(eq(fileRevocations.licenseId, license.id))
    expect(revocations).toHaveLength(1)
  })

  test('two for different machines at the same moment: one gets it', async () => {
    const { owner, license } = await ownerWithLicense()
    const answers = await times(8, (index) => make(owner, license, { deviceFingerprint: `PC-${index}` }))
    expect(statuses(answers)).toEqual([200, ...Array.from({ length: 7 }, () => 409)])
  })
})
