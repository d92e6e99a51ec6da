import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { LICENSE_FILE, licenseFiles } from '#contract/licensing/license-files.ts'
import { subscriptions } from '#server/database/schema/billing/subscriptions.ts'
import { armour } from '#server/licensing/signing/armour.ts'
import { createFileSigner } from '#server/licensing/signing/sign.ts'
import { rotateKeys } from '#server/licensing/signing/signing-keys.ts'
import { systemActor } from '#server/platform/actor.ts'
import { computer, ownerWithLicense } from '#server/testing/licensing/devices.ts'
import { change, suspend } from '#server/testing/licensing/licenses.ts'
import { caller, db, platform } from '#server/testing/testing.ts'
import { verifyLicenseFile, type Check } from './license-file.ts'

/** The current and the next key, as compiled into an application. */
async function compiledKeys() {
  const { keys } = (await caller().call(licenseFiles.keys)).body
  const live = keys.filter(({ status }) => status !== 'retired')
  return Object.fromEntries(live.map(({ kid, publicKey }) => [kid, publicKey]))
}

const revocations = async () => JSON.stringify((await caller().call(licenseFiles.revocations)).body)

async function running() {
  const world = await ownerWithLicense()
  const pc = computer()
  const activation = (await pc.activate(world.key, { nonce: 'first' })).body
  const check: Check = { keys: await compiledKeys(), deviceFingerprint: pc.fingerprint, licenseKey: world.key }
  const verify = (text: string | undefined, more: Partial<Check> = {}) =>
    verifyLicenseFile(text ?? '', { ...check, ...more })
  return { ...world, pc, activation, verify }
}

const signedRefusal = ({ body }: { body: { licenseFile?: string } }) => body.licenseFile

test('files from an activation and from check-ins are valid on their device only', async () => {
  const { pc, activation, verify } = await running()
  expect(verify(activation.licenseFile, { nonce: 'first' })).toMatchObject({ valid: true, warnings: [] })
  expect(verify(activation.licenseFile, { nonce: 'another' }).code).toBe('REPLAY')
  expect(verify(activation.licenseFile, { deviceFingerprint: 'OTHER' }).code).toBe('WRONG_DEVICE')
  const { body } = await pc.checkIn(activation.deviceToken, { nonce: 'second' })
  expect(verify(body.licenseFile, { nonce: 'second' }).valid).toBe(true)
})

test('a change of the subscription’s features arrives with the next check-in, and a refusal has none', async () => {
  const { owner, pc, activation, verify } = await running()
  const featuresOf = async () => verify((await pc.checkIn(activation.deviceToken)).body.licenseFile).file?.features
  expect(verify(activation.licenseFile).file?.features).toBeUndefined()
  await db
    .update(subscriptions)
    .set({ features: ['cad-export', 'reports'] })
    .where(eq(subscriptions.organizationId, owner.organizationId))
  expect(await featuresOf()).toEqual(['cad-export', 'reports'])
  await suspend(owner.organizationId)
  expect(await featuresOf()).toBeUndefined()
})

test('a signed refusal locks the application', async () => {
  const { owner, license, key, pc, activation, verify } = await running()
  const refusal = async () => verify(signedRefusal(await pc.checkIn(activation.deviceToken))).code
  const other = computer()
  const elsewhere = signedRefusal(await other.activate(key))
  expect(verify(elsewhere, { deviceFingerprint: other.fingerprint }).code).toBe('NOT_ACTIVATED')
  expect(verify(elsewhere).code).toBe('WRONG_DEVICE')
  await change(owner, license, { status: 'revoked' })
  expect(await refusal()).toBe('REVOKED')
  await suspend(owner.organizationId)
  expect(await refusal()).toBe('REVOKED')
})

test('the list revokes files of a revoked license and of a suspended organization, and no others', async () => {
  const [revoked, suspended, fine] = [await running(), await running(), await running()]
  await change(revoked.owner, revoked.license, { status: 'revoked' })
  await suspend(suspended.owner.organizationId)
  const list = await revocations()
  const codes = [revoked, suspended, fine].map(({ verify, activation }) =>
    verify(activation.licenseFile, { revocations: list }),
  )
  expect(codes.map(({ code }) => code)).toEqual(['REVOKED_BY_LIST', 'REVOKED_BY_LIST', 'VALID'])
})

test('an application built before a key rotation trusts files signed before and after it', async () => {
  const { activation, verify } = await running()
  const { file } = verify(activation.licenseFile)
  const { current } = await rotateKeys(platform, systemActor)
  const signed = await createFileSigner(platform).sign(LICENSE_FILE, file ?? {})
  expect(signed.kid).toBe(current.kid)
  expect(verify(armour('LICENSE FILE', signed))).toMatchObject({ valid: true, file })
  expect(verify(activation.licenseFile).valid).toBe(true)
})
