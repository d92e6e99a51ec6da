import { eq } from 'drizzle-orm'
import { describe, expect, test } from 'vitest'
import { licenseFiles } from '#contract/licensing/license-files.ts'
import { makeLicense } from '#demo/rows/licenses.ts'
import { subscriptions } from '#server/database/schema/billing/subscriptions.ts'
import { organizations } from '#server/database/schema/identity/organizations.ts'
import { hashLicenseKey, newLicenseKey } from '#server/licensing/licenses/license-key.ts'
import { organizationPseudonym } from '#server/licensing/signing/organization-pseudonym.ts'
import { computer, ownerWithLicense } from '#server/testing/licensing/devices.ts'
import { daysBetween, envelopeOf, openFile } from '#server/testing/licensing/license-files.ts'
import { change, suspend } from '#server/testing/licensing/licenses.ts'
import { db, inDays, platform, stranger } from '#server/testing/testing.ts'

const pseudonymSecret = await platform.secrets.open('organization-names')

const setSubscription = (organizationId: string, facts: Partial<typeof subscriptions.$inferInsert>) =>
  db.update(subscriptions).set(facts).where(eq(subscriptions.organizationId, organizationId))

/** A license active on a computer. */
async function running() {
  const world = await ownerWithLicense()
  const pc = computer()
  const { body } = await pc.activate(world.key)
  return { ...world, pc, token: body.deviceToken, activation: body }
}

/** The file of a device that may not run is expired from the start. */
const timeless = (file: { issuedAt: string }) => ({
  checkInBy: file.issuedAt,
  expiresAt: file.issuedAt,
  graceUntil: file.issuedAt,
})

describe('a device that may run', () => {
  test('gets a file that says what the decision says, in the published order', async () => {
    const { license, key, pc, owner } = await running()
    const { body } = await pc.activate(key, { nonce: 'n-1' })
    const file = await openFile(body.licenseFile)
    expect(file).toEqual({
      licenseId: license.id,
      organizationId: organizationPseudonym(pseudonymSecret, owner.organizationId),
      licenseKeyHash: hashLicenseKey(key).toString('hex'),
      label: license.label,
      status: 'active',
      deviceFingerprint: pc.fingerprint,
      deviceName: 'PC-1',
      issuedAt: body.serverTime,
      checkInBy: body.checkIn?.nextCheckInAt,
      expiresAt: file.expiresAt,
      graceUntil: body.checkIn?.graceUntil,
      nonce: 'n-1',
    })
    const said = Buffer.from(envelopeOf(body.licenseFile).enc, 'base64').toString()
    expect(Object.keys(JSON.parse(said) as object).join(' ')).toBe(
      'licenseId organizationId licenseKeyHash label status deviceFingerprint deviceName issuedAt checkInBy expiresAt graceUntil nonce',
    )
    expect(daysBetween(file.issuedAt, file.checkInBy)).toBe(1)
    expect(daysBetween(file.issuedAt, file.expiresAt)).toBe(7)
    expect(daysBetween(file.issuedAt, file.graceUntil)).toBe(14)
  })

  test('gets a fresh one with each check-in, under the name it has now', async () => {
    const { pc, token, activation } = await running()
    const { body } = await pc.checkIn(token, { deviceName: 'RENAMED', nonce: 'n-2' })
    const file = await openFile(body.licenseFile)
    expect(file).toMatchObject({ status: 'active', deviceName: 'RENAMED', nonce: 'n-2', issuedAt: body.serverTime })
    expect(file.deviceFingerprint).toBe(pc.fingerprint)
    expect(file.graceUntil).toBe(body.checkIn?.graceUntil)
    expect(Date.parse(file.issuedAt)).toBeGreaterThan(Date.parse(activation.serverTime))
  })

  test('gets none where nothing was asked but a question', async () => {
    const { pc, key } = await running()
    expect((await pc.validate(key)).body).not.toHaveProperty('licenseFile')
  })

  test('a late payment and a canceled subscription end the file with the license', async () => {
    const { owner, pc, token } = await running()
    const graceUntil = async () => {
      const { body } = await pc.checkIn(token)
      const file = await openFile(body.licenseFile)
      expect(file.graceUntil).toBe(body.checkIn?.graceUntil)
      return file
    }
    const pastDueAt = inDays(-10)
    await setSubscription(owner.organizationId, { status: 'past_due', pastDueAt })
    const late = await graceUntil()
    expect(daysBetween(pastDueAt, late.graceUntil)).toBe(14)
    expect(late.expiresAt).toBe(late.graceUntil)
    expect(daysBetween(late.issuedAt, late.checkInBy)).toBe(1)

    const currentPeriodEnd = inDays(0.5)
    await setSubscription(owner.organizationId, { status: 'canceled', pastDueAt: null, currentPeriodEnd })
    expect(await graceUntil()).toMatchObject({
      checkInBy: currentPeriodEnd,
      expiresAt: currentPeriodEnd,
      graceUntil: currentPeriodEnd,
    })
  })
})

describe('a device that may not run', () => {
  test('revoking is in the next answer, signed', async () => {
    const { owner, license, pc, token } = await running()
    await change(owner, license, { status: 'revoked' })
    const { status, body } = await pc.checkIn(token, { nonce: 'n' })
    expect([status, body.code]).toEqual([403, 'REVOKED'])
    const file = await openFile(body.licenseFile)
    expect(file).toMatchObject({ status: 'revoked', licenseId: license.id, nonce: 'n', ...timeless(file) })
  })

  test('no refusal says that the license is active', async () => {
    const { owner, key, pc, token } = await running()
    const refused = async (code: string) => {
      for (const { body } of [await pc.checkIn(token), await pc.activate(key)]) {
        expect(body.code).toBe(code)
        const file = await openFile(body.licenseFile)
        expect(file).toMatchObject({ status: 'inactive', deviceFingerprint: pc.fingerprint, ...timeless(file) })
      }
    }
    await setSubscription(owner.organizationId, { status: 'unpaid' })
    await refused('SUBSCRIPTION_OVERDUE')
    await setSubscription(owner.organizationId, { status: 'canceled', currentPeriodEnd: inDays(-1) })
    await refused('SUBSCRIPTION_ENDED')
    await suspend(owner.organizationId)
    await refused('ORGANIZATION_SUSPENDED')
    await db.update(organizations).set({ suspendedAt: null }).where(eq(organizations.id, owner.organizationId))
  })

  test('another device learns that it has no license, and nothing about the one that has', async () => {
    const { key, pc } = await running()
    const other = computer()
    const { body } = await other.activate(key, { nonce: 'mine', deviceName: 'OTHER' })
    const file = await openFile(body.licenseFile)
    expect(body.code).toBe('DEVICE_MISMATCH')
    expect(file).toMatchObject({
      status: 'unassigned',
      deviceFingerprint: other.fingerprint,
      deviceName: null,
      nonce: 'mine',
      ...timeless(file),
    })
    expect(JSON.stringify(file)).not.toContain(pc.fingerprint)
  })

  test('a device with another license is refused the one it asks for', async () => {
    const { owner, pc } = await running()
    const { licenseKey, id } = await makeLicense(db, { organizationId: owner.organizationId })
    const { body } = await pc.activate(licenseKey)
    expect(await openFile(body.licenseFile)).toMatchObject({ licenseId: id, status: 'unassigned' })
  })

  test('a license that another device may not give back says so', async () => {
    const { key } = await running()
    const refused = (await computer().deactivate(key)) as { body: { licenseFile?: string } }
    expect(await openFile(refused.body.licenseFile)).toMatchObject({ status: 'unassigned', nonce: null })
  })

  test('nothing is signed about no license, or for a UUID that many computers share', async () => {
    const { key } = await running()
    const nobody = computer({ fingerprint: '00000000-0000-0000-0000-000000000000' })
    for (const { body, status } of [await computer().activate(newLicenseKey()), await nobody.activate(key)]) {
      expect(status).toBeGreaterThanOrEqual(404)
      expect(body).not.toHaveProperty('licenseFile')
    }
    expect((await computer().checkIn('a'.repeat(43))).body).not.toHaveProperty('licenseFile')
  })
})

test('every change of a signed file breaks its signature', async () => {
  const { activation } = await running()
  const envelope = envelopeOf(activation.licenseFile)
  const content = JSON.parse(Buffer.from(envelope.enc, 'base64').toString()) as Record<string, unknown>
  const { kid: nextKid } = (await stranger().call(licenseFiles.keys)).body.keys[1]!
  const forged = Object.keys(content).map((field) => ({
    ...envelope,
    enc: Buffer.from(JSON.stringify({ ...content, [field]: '2099-01-01T00:00:00.000Z' })).toString('base64'),
  }))
  const sig = `${envelope.sig.startsWith('A') ? 'B' : 'A'}${envelope.sig.slice(1)}`
  for (const file of [...forged, { ...envelope, kid: nextKid }, { ...envelope, sig }]) {
    const text = Buffer.from(JSON.stringify(file)).toString('base64')
    await expect(openFile(text)).rejects.toThrow()
  }
  const whole = Buffer.from(JSON.stringify(envelope)).toString('base64')
  expect(await openFile(whole)).toMatchObject({ status: 'active' })
})

test('a file that was carried home by hand reads the same: 64 columns between two lines', async () => {
  const { activation } = await running()
  const lines = activation.licenseFile.trimEnd().split('\n')
  expect(lines.at(0)).toBe('-----BEGIN LICENSE FILE-----')
  expect(lines.at(-1)).toBe('-----END LICENSE FILE-----')
  for (const line of lines.slice(1, -2)) expect(line).toHaveLength(64)
  expect(await openFile(activation.licenseFile.replaceAll('\n', '\r\n'))).toEqual(
    await openFile(activation.licenseFile),
  )
})

test('a license that is restored and activated again has a file that was issued after the old ones were declared void', async () => {
  const { owner, license, key, pc, token } = await running()
  await change(owner, license, { status: 'revoked' })
  await change(owner, license, { status: 'unassigned', reserve: true })
  const { body: resumed } = await pc.checkIn(token)
  expect(await openFile(resumed.licenseFile)).toMatchObject({ status: 'active' })
  const { body } = await pc.activate(key)
  expect(await openFile(body.licenseFile)).toMatchObject({ status: 'active' })
})
