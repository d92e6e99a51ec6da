import { eq, sql } from 'drizzle-orm'
import { afterEach, expect, test } from 'vitest'
import { files, type Version } from '#contract/releases/files.ts'
import { SIGNATURE_REQUIRED, SIGNATURE_UNREADABLE, type Publication } from '#contract/releases/publications.ts'
import { sessions } from '#server/database/schema/identity/users.ts'
import { versions } from '#server/database/schema/releases.ts'
import { systemActor } from '#server/platform/actor.ts'
import { fileOf, publishNow, uploadFile } from '#server/testing/releases/files.ts'
import { SIGNED_PROGRAM, makeProgram } from '#server/testing/releases/programs.ts'
import { db, inDays, platform, signIn } from '#server/testing/testing.ts'
import { publishVersion } from './actions.ts'
import { publishScheduled } from './publish-scheduled.ts'

const admin = await signIn({ role: 'admin' })

afterEach(() => db.delete(versions))

const strict = { ...platform, config: { ...platform.config, signedReleasesRequired: true } }

async function draft(bytes: Buffer<ArrayBuffer>, fileName = 'setup.exe') {
  const fileUrl = await uploadFile(admin, bytes, fileName)
  return (await admin.call(files.upload, { body: { version: '5.0.0', fileName, fileUrl } })).body
}

/** As the operator's setting decides. */
async function publishStrictly({ id, updatedAt, channel, rolloutPercent, minimumVersion }: Version, late = false) {
  const publication: Publication = {
    channel,
    rolloutPercent,
    minimumVersion,
    updatedAt,
    isLatest: false,
    publishAt: late ? inDays(1) : null,
  }
  const [session] = await db.select().from(sessions).where(eq(sessions.userId, admin.user.id))
  return publishVersion(strict, systemActor, { id: admin.user.id, sessionId: session!.id }, { id, ...publication })
}

test('a draft has the facts of its file, and those of the file that replaces it', async () => {
  const version = await draft(makeProgram())
  expect(version.fileFacts).toMatchObject({ machine: 'arm64', productVersion: '4.3.2.0', signature: null })
  const fileUrl = await uploadFile(admin, SIGNED_PROGRAM)
  const { body } = await admin.call(files.change, { params: version, body: { fileUrl } })
  expect(body.fileFacts?.signature).toMatchObject({ isValid: true })
})

test('a file that cannot be read is a draft without facts', async () => {
  expect((await draft(fileOf('exe'))).fileFacts).toBeNull()
})

test('without the setting, a version without a signature is published', async () => {
  expect((await publishNow(admin, await draft(makeProgram()))).status).toBe(200)
})

test('with the setting, only a program with a valid signature is published or scheduled', async () => {
  const version = await draft(makeProgram())
  for (const late of [false, true])
    await expect(publishStrictly(version, late)).rejects.toMatchObject({ statusCode: 409, message: SIGNATURE_REQUIRED })
  const broken = Buffer.from(SIGNED_PROGRAM)
  broken[600]! ^= 1
  const { body: tampered } = await admin.call(files.change, {
    params: version,
    body: { fileUrl: await uploadFile(admin, broken) },
  })
  await expect(publishStrictly(tampered)).rejects.toMatchObject({ message: SIGNATURE_REQUIRED })
  const { body: signed } = await admin.call(files.change, {
    params: version,
    body: { fileUrl: await uploadFile(admin, SIGNED_PROGRAM) },
  })
  expect(await publishStrictly(signed)).toMatchObject({ state: 'published' })
})

test('with the setting, files whose signature the portal cannot read are refused', async () => {
  const version = await draft(fileOf('msi'), 'setup.msi')
  await expect(publishStrictly(version)).rejects.toMatchObject({ statusCode: 409, message: SIGNATURE_UNREADABLE })
})

test('a version that was scheduled before the setting is a draft again at its time', async () => {
  const version = await draft(makeProgram())
  await publishNow(admin, version, { publishAt: inDays(1) })
  await db.update(versions).set({ publishAt: sql`now() - interval '1 second'` })
  await publishScheduled(strict, version.id)
  expect((await admin.call(files.versions)).body).toMatchObject([{ state: 'draft', publishAt: null }])
})
