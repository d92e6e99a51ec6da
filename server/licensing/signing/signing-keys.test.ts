import { eq, sql } from 'drizzle-orm'
import { describe, expect, test } from 'vitest'
import { LICENSE_FILE, licenseFiles } from '#contract/licensing/license-files.ts'
import { buildApp } from '#server/app.ts'
import { auditLog } from '#server/database/schema/audit.ts'
import { signingKeys } from '#server/database/schema/licensing/signing-keys.ts'
import { systemActor } from '#server/platform/actor.ts'
import { describeError } from '#server/platform/http/logging.ts'
import { createSeal } from '#server/platform/secrets/sealing.ts'
import { computer, ownerWithLicense } from '#server/testing/licensing/devices.ts'
import { daysBetween, envelopeOf, openFile, publicKeys } from '#server/testing/licensing/license-files.ts'
import { app, db, platform, stranger, times } from '#server/testing/testing.ts'
import { createFileSigner } from './sign.ts'
import { rotateKeys } from './signing-keys.ts'

const stored = () => db.select().from(signingKeys)
const statusesOf = (keys: { status: string }[]) => keys.map(({ status }) => status).filter((one) => one !== 'retired')

test('processes that start at the same moment agree on two keys', async () => {
  await db.delete(signingKeys)
  const signers = await times(8, async () => createFileSigner(platform).sign(LICENSE_FILE, {}))
  expect(new Set(signers.map(({ kid }) => kid)).size).toBe(1)
  expect(statusesOf(await stored())).toHaveLength(2)
  const keys = await publicKeys()
  expect(keys.map(({ status }) => status)).toEqual(['current', 'next'])
  expect(keys[0]?.kid).toBe(signers[0]?.kid)
})

test('the published keys are 32 bytes each, also as PEM, and nothing of their private halves gets out', async () => {
  const { body } = await stranger().call(licenseFiles.keys)
  for (const { kid, alg, publicKey, pem, notAfter } of body.keys) {
    expect([alg, notAfter]).toEqual(['Ed25519', null])
    expect(kid).toMatch(/^k[0-9a-f]{8}$/)
    const raw = Buffer.from(publicKey, 'base64')
    expect(raw).toHaveLength(32)
    expect(Buffer.from(pem.split('\n')[1] ?? '', 'base64').subarray(-32)).toEqual(raw)
  }
  for (const { privateKey } of await stored()) expect(JSON.stringify(body)).not.toContain(privateKey)
})

test('answers 304 until the keys change', async () => {
  const ask = (etag: string) =>
    app.inject({ url: licenseFiles.keys.url, ...(etag && { headers: { 'if-none-match': etag } }) })
  const { headers, statusCode } = await ask('')
  expect([statusCode, headers['cache-control']]).toEqual([200, 'no-store'])
  const etag = String(headers.etag)
  for (const known of [etag, `W/${etag}`, `"other", ${etag}`])
    expect(await ask(known)).toMatchObject({ statusCode: 304, body: '' })
  await rotateKeys(platform, systemActor)
  expect((await ask(etag)).statusCode).toBe(200)
})

test('a lost current key is replaced by the next one, which applications trust', async () => {
  const { next } = await rotateKeys(platform, systemActor)
  await db.delete(signingKeys).where(eq(signingKeys.status, 'current'))
  const signers = await times(8, async () => createFileSigner(platform).sign(LICENSE_FILE, {}))
  expect(new Set(signers.map(({ kid }) => kid))).toEqual(new Set([next.kid]))
  expect(statusesOf(await stored()).toSorted()).toEqual(['current', 'next'])
})

test('a rotation after the current key is lost makes the next one current', async () => {
  const { next } = await rotateKeys(platform, systemActor)
  await db.delete(signingKeys).where(eq(signingKeys.status, 'current'))
  const { current } = await rotateKeys(platform, systemActor)
  expect(current.kid).toBe(next.kid)
})

describe('a rotation', () => {
  test('makes the next key the current one, publishes another, and erases what it retires', async () => {
    const [current, next] = await publicKeys()
    const rotated = await rotateKeys(platform, systemActor)
    expect([rotated.retired.kid, rotated.current.kid]).toEqual([current?.kid, next?.kid])
    const keys = await publicKeys()
    expect(keys.slice(0, 2).map(({ kid }) => kid)).toEqual([rotated.current.kid, rotated.next.kid])
    const retired = keys.find(({ kid }) => kid === current?.kid)
    expect(retired?.status).toBe('retired')
    expect(daysBetween(new Date().toISOString(), retired?.notAfter ?? '')).toBeGreaterThan(372)
    for (const { status, privateKey } of await stored()) expect(privateKey === null).toBe(status === 'retired')
    const [told] = await db
      .select()
      .from(auditLog)
      .where(eq(auditLog.action, 'signing-key.rotated'))
      .orderBy(sql`id desc`)
    expect(told?.changes).toMatchObject({ current: [current?.kid, next?.kid] })
  })

  test('eight at once are eight, one after the other', async () => {
    const before = (await stored()).length
    const rotations = await times(8, () => rotateKeys(platform, systemActor))
    expect(new Set(rotations.map(({ retired }) => retired.kid)).size).toBe(8)
    const keys = await stored()
    expect(keys).toHaveLength(before + 8)
    expect(statusesOf(keys).toSorted()).toEqual(['current', 'next'])
  })

  test('while devices activate: every file is signed with a published key', async () => {
    const worlds = await times(8, () => ownerWithLicense())
    const rotating = rotateKeys(platform, systemActor)
    const answers = await Promise.all(worlds.map(({ key }) => computer().activate(key)))
    await rotating
    const later = await Promise.all(answers.map(({ body }) => computer().checkIn(body.deviceToken)))
    for (const { body } of [...answers, ...later]) expect((await openFile(body.licenseFile)).status).toBe('active')
  })

  test('reaches a running process within seconds, and no file of the old key comes from one that starts later', async () => {
    let now = 0
    const signer = createFileSigner(platform, () => now)
    const kid = async () => (await signer.sign(LICENSE_FILE, {})).kid
    const old = await kid()
    const { current } = await rotateKeys(platform, systemActor)
    now = 4999
    expect(await kid()).toBe(old)
    now = 5000
    expect(await kid()).toBe(current.kid)
    const started = await buildApp(platform)
    const { key } = await ownerWithLicense()
    const { licenseFile } = (await computer().activate(key)).body
    expect(await openFile(licenseFile)).toMatchObject({ status: 'active' })
    await started.close()
  })

  test('a retired key is published until its last file has ended, and no longer', async () => {
    const { retired } = await rotateKeys(platform, systemActor)
    const isPublished = async () => (await publicKeys()).some(({ kid }) => kid === retired.kid)
    expect(await isPublished()).toBe(true)
    await db
      .update(signingKeys)
      .set({ notAfter: sql`now() - interval '1 second'` })
      .where(eq(signingKeys.kid, retired.kid))
    expect(await isPublished()).toBe(false)
  })
})

test('a database that does not answer spoils no later file', async () => {
  let isAway = true
  const flaky = new Proxy(db, {
    get: (target, name) => {
      if (isAway) throw new Error('away')
      return Reflect.get(target, name) as unknown
    },
  })
  const signer = createFileSigner({ ...platform, db: flaky })
  await expect(signer.sign(LICENSE_FILE, {})).rejects.toThrow('away')
  isAway = false
  const { key } = await ownerWithLicense()
  expect(envelopeOf((await computer().activate(key)).body.licenseFile).alg).toBe('ed25519')
  expect((await signer.sign(LICENSE_FILE, {})).v).toBe(1)
})

test('what a failed write of a key leaves in the log is not the key', async () => {
  const write = db.insert(signingKeys).values({ kid: 'k0', status: 'current', publicKey: 'x', privateKey: 'SECRET' })
  const failure: unknown = await write.then(
    () => undefined,
    (error: unknown) => error,
  )
  expect(failure).toBeInstanceOf(Error)
  expect(JSON.stringify(describeError(failure as Error))).not.toContain('SECRET')
})

test('encrypted private keys are useless with only the database, and still sign', async () => {
  await db.delete(signingKeys)
  const sealed = { db, seal: createSeal({ secret: 'the operator’s own secret, 32 characters' }) }
  const { kid } = await createFileSigner(sealed).sign(LICENSE_FILE, {})
  expect((await publicKeys()).map((key) => key.kid)).toContain(kid)
  for (const { privateKey } of await stored()) expect(privateKey).toMatch(/^sealed:v1:/)
  await expect(createFileSigner(platform).sign(LICENSE_FILE, {})).rejects.toThrow('SEALING_SECRET')
  const { current, next } = await rotateKeys(sealed, systemActor)
  expect((await createFileSigner(sealed).sign(LICENSE_FILE, {})).kid).toBe(current.kid)
  expect((await stored()).find((key) => key.kid === next.kid)?.privateKey).toMatch(/^sealed:v1:/)
})
