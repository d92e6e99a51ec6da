import { and, eq } from 'drizzle-orm'
import { describe, expect, test } from 'vitest'
import { NOT_A_REQUEST, licenseFiles } from '#contract/licensing/license-files.ts'
import { licenses } from '#contract/licensing/licenses.ts'
import { auditLog } from '#server/database/schema/audit.ts'
import { subscriptions } from '#server/database/schema/billing/subscriptions.ts'
import { fileRevocations } from '#server/database/schema/licensing/licenses.ts'
import { newLicenseKey } from '#server/licensing/licenses/license-key.ts'
import { armour } from '#server/licensing/signing/armour.ts'
import { computer, ownerWithLicense } from '#server/testing/licensing/devices.ts'
import { daysBetween, openFile, openRevocations } from '#server/testing/licensing/license-files.ts'
import { change, statuses, stored, suspend, times } from '#server/testing/licensing/licenses.ts'
import { caller, db, inDays, signIn, type Person } from '#server/testing/testing.ts'

type Order = { deviceFingerprint?: string; deviceName?: string; ttlDays?: unknown }

const make = (person: Person, { id }: { id: string }, order: Order) =>
  person.call(licenseFiles.make, { params: { id }, body: { ttlDays: 90, ...order } })

const contentFor = (licenseKey: string, deviceFingerprint: string, more: object = {}) => ({
  v: 1,
  licenseKey,
  deviceFingerprint,
  deviceName: 'PIT-7',
  deviceOs: 'Windows 11',
  nonce: 'carried',
  ...more,
})

const ask = (request: string, more: object = {}, ip?: string) =>
  caller(ip ? { ip } : {}).call(licenseFiles.offlineRequest, { body: { request, ...more } })

const askFor = (licenseKey: string, fingerprint: string, more: object = {}) =>
  ask(armour('LICENSE REQUEST', contentFor(licenseKey, fingerprint)), more)

const stories = (subjectId: string) =>
  db
    .select()
    .from(auditLog)
    .where(and(eq(auditLog.subjectId, subjectId), eq(auditLog.action, 'license.file-created')))

describe('a request that was carried from a machine without internet', () => {
  test('activates its license and brings a file of thirty days for that machine', async () => {
    const { license, key } = await ownerWithLicense({ label: 'Pit 7' })
    const pc = computer()
    const { status, body } = await askFor(key, pc.fingerprint)
    expect([status, body.valid, body.nonce]).toEqual([200, true, 'carried'])
    const file = await openFile(body.file.licenseFile)
    expect(file).toMatchObject({
      status: 'active',
      licenseId: license.id,
      deviceFingerprint: pc.fingerprint,
      deviceName: 'PIT-7',
      nonce: 'carried',
      checkInBy: file.expiresAt,
    })
    expect(daysBetween(file.issuedAt, file.expiresAt)).toBe(30)
    expect(daysBetween(file.expiresAt, file.graceUntil)).toBe(7)
    const { issuedAt, expiresAt, graceUntil } = file
    expect(body.file).toMatchObject({ fileName: 'Pit 7.lic', label: 'Pit 7', issuedAt, expiresAt, graceUntil })
    expect(body.checkIn?.graceUntil).toBe(graceUntil)
    expect(await stored(license.id)).toMatchObject({ status: 'active', deviceName: 'PIT-7', offlineUntil: graceUntil })
    const [story] = await stories(license.id)
    expect(story).toMatchObject({
      actorKind: 'device',
      actorName: 'PIT-7',
      changes: { fileDevice: [null, pc.fingerprint], fileExpiresAt: [null, expiresAt] },
    })
  })

  test('may be the file, or only what is inside of it, with the line breaks of any mail program', async () => {
    const { key } = await ownerWithLicense()
    const pc = computer()
    const json = JSON.stringify(contentFor(key, pc.fingerprint))
    const base64 = Buffer.from(json).toString('base64')
    const text = armour('LICENSE REQUEST', contentFor(key, pc.fingerprint))
    const shapes = [
      text,
      text.replaceAll('\n', '\r\n'),
      `\uFEFF \n${text}\n\n`,
      base64,
      ` ${base64.match(/.{1,20}/g)?.join('\n ')}`,
      json,
    ]
    for (const shape of shapes) expect((await ask(shape)).status).toBe(200)
  })

  test('repeated by the same machine it succeeds again, also at the same moment', async () => {
    const { license, key } = await ownerWithLicense()
    const pc = computer()
    expect(statuses(await times(8, () => askFor(key, pc.fingerprint)))).toEqual(Array.from({ length: 8 }, () => 200))
    expect((await askFor(key, pc.fingerprint, { ttlDays: 1 })).status).toBe(200)
    const { offlineUntil } = (await stored(license.id))!
    expect(daysBetween(inDays(0), offlineUntil!)).toBeGreaterThan(36)
  })

  test('of eight machines that race with one key, one gets a file; the others are told who they are not, signed', async () => {
    const { key } = await ownerWithLicense()
    const answers = await times(8, () => askFor(key, computer().fingerprint))
    expect(statuses(answers)).toEqual([200, ...Array.from({ length: 7 }, () => 409)])
    for (const { status, body } of answers.filter((answer) => answer.status !== 200)) {
      const { licenseFile } = body as { licenseFile?: string }
      expect([status, (await openFile(licenseFile)).status]).toEqual([409, 'unassigned'])
    }
  })

  test('lasts as long as asked, up to what a key alone may ask for', async () => {
    const { key } = await ownerWithLicense()
    const pc = computer()
    const short = await openFile((await askFor(key, pc.fingerprint, { ttlDays: 3 })).body.file.licenseFile)
    expect(daysBetween(short.issuedAt, short.expiresAt)).toBe(3)
    for (const ttlDays of [31, 0, -1, 1.5, 'x', null]) {
      const answer = await askFor(key, pc.fingerprint, { ttlDays })
      expect([ttlDays, answer.status]).toEqual([ttlDays, 400])
      expect(answer.message).toBe('Days must be a whole number from 1 to 30')
    }
  })

  test.each<[what: string, request: string]>([
    ['another text', 'Dear vendor, please send me a license.'],
    ['base64 of nothing in particular', Buffer.from('hello').toString('base64')],
    ['a license file', armour('LICENSE FILE', contentFor('KEY', 'PC'))],
    ['a request without a key', armour('LICENSE REQUEST', contentFor('', 'PC'))],
    ['a later version', armour('LICENSE REQUEST', contentFor('KEY', 'PC', { v: 2 }))],
    ['a list', '[]'],
    ['null', 'null'],
    ['a line break in a name', armour('LICENSE REQUEST', contentFor('KEY', 'PC', { deviceName: 'a\nb' }))],
    ['far too much', 'A'.repeat(9000)],
  ])('%s is no request, and the answer says what to do', async (_what, request) => {
    const answer = await ask(request)
    expect(answer).toMatchObject({ status: 400, message: NOT_A_REQUEST, body: { code: 'VALIDATION_ERROR' } })
  })

  test('guessing keys is as dear as at an activation', async () => {
    const ip = '10.78.1.1'
    const guess = () => ask(JSON.stringify(contentFor(newLicenseKey(), 'PC-1')), {}, ip)
    for (let call = 0; call < 10; call++) expect((await guess()).status).toBe(404)
    expect(await guess()).toMatchObject({ status: 429, body: { code: 'RATE_LIMITED', conclusive: false } })
  })
})

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

  test('is for the organization’s admins and the portal’s, and of their own licenses', async () => {
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
