import { eq, sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { updates } from '#contract/releases/updates.ts'
import { makeLicense } from '#demo/rows/licenses.ts'
import { only } from '#server/database/database.ts'
import { auditLog } from '#server/database/schema/audit.ts'
import { secrets as secretTable } from '#server/database/schema/platform.ts'
import { db, newUser, platform, stranger } from '#server/testing/testing.ts'
import { mfaSecrets } from './database/schema/identity/mfa.ts'
import { signingKeys } from './database/schema/licensing/signing-keys.ts'
import { startSecondFactor } from './identity/session/mfa/second-factor.ts'
import { readCurrentKey, rotateKeys } from './licensing/signing/signing-keys.ts'
import { sealStored } from './operations/upkeep/seal-stored.ts'
import { systemActor } from './platform/actor.ts'
import { createSeal } from './platform/secrets/sealing.ts'
import { createSecrets, rotateSecrets } from './platform/secrets/secrets.ts'
import { isGenuine, uploadPath } from './platform/storage/signed-link.ts'
import { computer, ownerWithLicense } from './testing/licensing/devices.ts'

const FIRST = 'a secret of the operator, thirty-two characters or more'
const SECOND = 'another secret of the operator, as long as it has to be'

const stored = () => db.select().from(secretTable).orderBy(secretTable.name)

const feedStatus = async (updateToken: string) => {
  const input = { params: { updateToken, channel: 'stable' }, query: { version: '1.0.0' } }
  return (await stranger().call(updates.manifest, input)).status
}

test('after a rotation devices keep their tokens and update addresses, and new activations get theirs from the new secret', async () => {
  const { owner, key } = await ownerWithLicense()
  const pc = computer()
  const before = (await pc.activate(key)).body
  const links = await platform.secrets.open('upload-links')
  const link = new URL(uploadPath(links, { key: 'file', expires: 1, max: 10 }), 'http://portal').searchParams
  const tokens = await platform.secrets.open('device-tokens')
  const earlier = tokens.newest()

  await rotateSecrets(platform, { afterSeconds: 0 })
  await platform.secrets.refresh()

  const again = (await pc.activate(key)).body
  expect(again.deviceToken).toBe(before.deviceToken)
  expect(again.updateToken).not.toBe(before.updateToken)
  expect((await pc.checkIn(before.deviceToken)).status).toBe(200)
  for (const { updateToken } of [before, again]) expect([200, 204]).toContain(await feedStatus(updateToken))
  expect(isGenuine(links, { key: 'file', expires: 1, max: 10, signature: link.get('signature') ?? '' })).toBe(true)
  expect(tokens.newest()).not.toBe(earlier)
  const { licenseKey } = await makeLicense(db, { organizationId: owner.organizationId })
  const other = computer()
  const { deviceToken } = (await other.activate(licenseKey)).body
  expect((await other.checkIn(deviceToken)).status).toBe(200)
  expect((await other.activate(licenseKey)).body.deviceToken).toBe(deviceToken)
})

test('a rotated secret is used once every process has had the time to read it', async () => {
  const tokens = await platform.secrets.open('device-tokens')
  const [newest, known] = [tokens.newest(), tokens.all().length]
  await rotateSecrets(platform)
  await platform.secrets.refresh()
  expect(tokens.newest()).toBe(newest)
  expect(tokens.all()).toHaveLength(known + 1)
  await db.delete(secretTable).where(sql`${secretTable.validFrom} > now()`)
  await platform.secrets.refresh()
})

test('forgotten secrets make no link good, and devices that are activated stay so', async () => {
  const { key } = await ownerWithLicense()
  const pc = computer()
  const { deviceToken, updateToken } = (await pc.activate(key)).body
  await rotateSecrets(platform, { afterSeconds: 0, forget: true })
  await platform.secrets.refresh()
  expect(await feedStatus(updateToken)).toBe(404)
  expect((await pc.checkIn(deviceToken)).status).toBe(200)
  const again = (await pc.activate(key)).body
  expect((await pc.checkIn(again.deviceToken)).status).toBe(200)
})

test('a rotation is audited without the secrets', async () => {
  await rotateSecrets(platform)
  await rotateSecrets(platform, { afterSeconds: 0, forget: true })
  const entries = await db
    .select({ changes: auditLog.changes, by: auditLog.actorKind })
    .from(auditLog)
    .where(eq(auditLog.action, 'secret.rotated'))
    .orderBy(auditLog.id)
  const names = 'device-tokens, update-tokens, upload-links, organization-names, reply-addresses'
  expect(entries.slice(-2)).toEqual([
    { by: 'system', changes: { secrets: [null, names] } },
    { by: 'system', changes: { secrets: [null, names], earlierSecrets: ['valid', 'deleted'] } },
  ])
  await platform.secrets.refresh()
})

test('what was stored in clear is sealed, is sealed again with a new secret, and reads the same', async () => {
  const { id } = await newUser({ role: 'agent' })
  const appSecret = await startSecondFactor({ tx: db, seal: createSeal() }, id)
  const { kid, privateKey } = await readCurrentKey(platform)
  const clear = (await stored()).map(({ value }) => value)
  const [first, both, second] = [{ secret: FIRST }, { secret: SECOND, previous: FIRST }, { secret: SECOND }].map(
    createSeal,
  )
  const kept = () => db.select().from(mfaSecrets).where(eq(mfaSecrets.userId, id)).then(only)

  for (const seal of [first, both]) {
    await sealStored({ db, seal: seal ?? createSeal() })
    const sealed = (await stored()).map(({ value }) => value)
    for (const value of sealed) expect(value).toMatch(/^sealed:v1:/)
    expect(sealed.map((value) => seal?.open(value))).toEqual(clear)
    await sealStored({ db, seal: seal ?? createSeal() }, seal?.keyId)
    expect((await stored()).map(({ value }) => value)).toEqual(sealed)
    const job = sealStored(
      { db, seal: createSeal({ secret: SECOND, previous: FIRST }) },
      createSeal({ secret: FIRST }).keyId,
    )
    await expect(job).rejects.toThrow('another SEALING_SECRET')
    expect((await stored()).map(({ value }) => value)).toEqual(sealed)
  }
  const seal = second ?? createSeal()
  expect(seal.open((await kept()).secret)).toBe(appSecret)
  const signing = await db.select().from(signingKeys).where(eq(signingKeys.kid, kid)).then(only)
  expect(signing.privateKey).toMatch(/^sealed:v1:/)
  expect((await readCurrentKey({ db, seal })).privateKey.equals(privateKey)).toBe(true)
  await expect(
    createSecrets({ db, seal: createSeal(first && { secret: FIRST }) }).open('upload-links'),
  ).rejects.toThrow('SEALING_SECRET is not the value')
  const opened = createSecrets({ db, seal })
  expect(clear).toContain((await opened.open('upload-links')).newest())
  opened.stop()
})

test('a value that no secret opens keeps no other unencrypted, and is named', async () => {
  const [lost, later] = [createSeal({ secret: `${FIRST} (lost)` }), createSeal({ secret: FIRST, previous: SECOND })]
  const { id: first } = await newUser({ role: 'agent' })
  const { id: second } = await newUser({ role: 'agent' })
  await startSecondFactor({ tx: db, seal: lost }, first)
  await startSecondFactor({ tx: db, seal: lost }, second)
  await db.insert(secretTable).values({ name: 'unopened', value: lost.seal('value') })
  const { id: third } = await newUser({ role: 'agent' })
  await startSecondFactor({ tx: db, seal: createSeal() }, third)
  const refusal = 'SEALING_SECRET is not the value that the secrets in the database were sealed with.'
  const names = ['secrets.value of unopened', `mfa_secrets.secret of ${first}`, `mfa_secrets.secret of ${second}`]

  const error: unknown = await sealStored({ db, seal: later }).catch((thrown: unknown) => thrown)
  for (const name of names) expect(error).toHaveProperty('message', expect.stringContaining(`${name}: ${refusal}`))
  const { secret } = await db.select().from(mfaSecrets).where(eq(mfaSecrets.userId, third)).then(only)
  expect(later.isCurrent(secret)).toBe(true)

  await db.delete(secretTable).where(eq(secretTable.name, 'unopened'))
  for (const id of [first, second]) await db.delete(mfaSecrets).where(eq(mfaSecrets.userId, id))
})

test.for([
  ['another', SECOND],
  ['no', undefined],
] as const)(
  'refuses to rotate sealed keys and secrets with %s sealing secret, and changes nothing',
  async ([, secret]) => {
    await sealStored({ db, seal: createSeal({ secret: FIRST, previous: SECOND }) })
    const all = async () => [await stored(), await db.select().from(signingKeys).orderBy(signingKeys.kid)]
    const before = await all()
    const wrong = { db, seal: createSeal({ secret }) }
    await expect(rotateKeys(wrong, systemActor)).rejects.toThrow('SEALING_SECRET')
    await expect(rotateSecrets(wrong)).rejects.toThrow('SEALING_SECRET')
    await expect(rotateSecrets(wrong, { afterSeconds: 0, forget: true })).rejects.toThrow('SEALING_SECRET')
    expect(await all()).toEqual(before)
  },
)
