import { randomUUID } from 'node:crypto'
import { eq } from 'drizzle-orm'
import { afterEach, describe, expect, test } from 'vitest'
import { downloads } from '#contract/releases/downloads.ts'
import { BETA_CANNOT_BE_LATEST, HAS_FILE, NOT_PUBLISHED_YET, files, type Version } from '#contract/releases/files.ts'
import {
  ALREADY_PUBLISHED,
  NO_FILE_TO_PUBLISH,
  ONLY_DRAFTS,
  VERSION_CHANGED,
  WITHDRAWN,
  publications,
} from '#contract/releases/publications.ts'
import { makeVersion } from '#demo/rows/releases.ts'
import { auditLog } from '#server/database/schema/audit.ts'
import { objects } from '#server/database/schema/objects.ts'
import { versions } from '#server/database/schema/releases.ts'
import { fileOf, publishNow, uploadFile } from '#server/testing/releases/files.ts'
import { installed } from '#server/testing/releases/updates.ts'
import { db, signIn, statusesOf } from '#server/testing/testing.ts'

const admin = await signIn({ role: 'admin' })
const customer = await signIn({ role: 'customer' })
const device = await installed()

afterEach(() => db.delete(versions))

async function draft(facts: object = {}): Promise<Version> {
  const fileUrl = await uploadFile(admin)
  const { body } = await admin.call(files.upload, {
    body: { version: '5.0.0', fileName: 'setup.exe', fileUrl, ...facts },
  })
  return body
}

const change = (id: string, body: object) => admin.call(files.change, { params: { id }, body })
const remove = (id: string) => admin.call(publications.remove, { params: { id } })
const actionsOn = async (id: string) => {
  const rows = await db.select().from(auditLog).where(eq(auditLog.subjectId, id)).orderBy(auditLog.id)
  return rows.map(({ action }) => action)
}
const offered = async () => (await customer.call(downloads.list)).body.map(({ version }) => version)

describe('a draft', () => {
  test('reaches no customer and no device, by any address', async () => {
    await makeVersion(db, { version: '4.0.0', isLatest: true })
    const version = await draft()
    expect(version).toMatchObject({ state: 'draft', isActive: false, publishedAt: null })
    expect(await offered()).toEqual(['4.0.0'])
    expect((await customer.call(downloads.file, { params: version })).status).toBe(404)
    expect((await admin.call(downloads.file, { params: version })).status).toBe(404)
    for (const channel of ['stable', 'beta'])
      expect((await device.ask(`files/${version.id}/setup.exe`, { channel })).statusCode).toBe(404)
    expect((await admin.call(files.setLatest, { params: version })).status).toBe(409)
    expect(await change(version.id, { isActive: true })).toMatchObject({ status: 409, message: NOT_PUBLISHED_YET })
    expect(await offered()).toEqual(['4.0.0'])
  })

  test('is published once, for whom the publisher confirmed, and becomes the latest if they said so', async () => {
    const before = await makeVersion(db, { version: '4.0.0', isLatest: true })
    const version = await draft()
    const { status, body } = await publishNow(admin, version, { isLatest: true, rolloutPercent: 25 })
    expect([status, body]).toEqual([
      200,
      expect.objectContaining({ state: 'published', isActive: true, isLatest: true, rolloutPercent: 25 }),
    ])
    expect(body.publishedAt).not.toBeNull()
    expect(await offered()).toEqual(['5.0.0', before.version])
    expect(await actionsOn(version.id)).toEqual([
      'version.created',
      'version.rollout-changed',
      'version.published',
      'version.marked-latest',
    ])
    expect(await publishNow(admin, body, { isLatest: true })).toMatchObject({ status: 409, message: ALREADY_PUBLISHED })
  })

  test('is published by one of eight publishers, and the others see that it has changed', async () => {
    const version = await draft()
    const answers = await Promise.all(Array.from({ length: 8 }, () => publishNow(admin, version)))
    expect(statusesOf(answers)).toEqual([200, 409, 409, 409, 409, 409, 409, 409])
    expect(answers.find(({ status }) => status === 409)?.message).toBe(VERSION_CHANGED)
    expect((await actionsOn(version.id)).filter((action) => action === 'version.published')).toHaveLength(1)
  })

  test('is not published with a file that was replaced after it was shown', async () => {
    const version = await draft()
    const { body } = await change(version.id, { fileUrl: await uploadFile(admin, fileOf('exe', 3000)) })
    expect(body.sha256).not.toBe(version.sha256)
    expect(await publishNow(admin, version)).toMatchObject({ status: 409, message: VERSION_CHANGED })
    expect(await offered()).toEqual([])
    expect((await publishNow(admin, body)).status).toBe(200)
    expect(await actionsOn(version.id)).toEqual(['version.created', 'version.file-replaced', 'version.published'])
    const fileUrl = await uploadFile(admin)
    expect(await change(version.id, { fileUrl })).toMatchObject({ status: 409, message: HAS_FILE })
  })

  test('needs its file, and a beta cannot be the latest', async () => {
    const { body: bare } = await admin.call(files.upload, { body: { version: '5.0.0', fileName: 'setup.exe' } })
    expect(await publishNow(admin, bare)).toMatchObject({ status: 409, message: NO_FILE_TO_PUBLISH })
    const beta = await draft({ version: '5.1.0', channel: 'beta' })
    expect(await publishNow(admin, beta, { isLatest: true })).toMatchObject({
      status: 409,
      message: BETA_CANNOT_BE_LATEST,
    })
    expect(await offered()).toEqual([])
  })

  test('is deleted with its file, but nothing else is', async () => {
    const version = await draft()
    const [{ objectId } = {}] = await db.select().from(versions)
    expect((await remove(version.id)).status).toBe(200)
    expect(await db.$count(versions)).toBe(0)
    expect(await db.select().from(objects).where(eq(objects.id, objectId!))).toMatchObject([{ claimedAt: null }])
    expect((await remove(version.id)).status).toBe(404)
    for (const facts of [{}, { isActive: false }]) {
      const kept = await makeVersion(db, facts)
      expect(await remove(kept.id)).toMatchObject({ status: 409, message: ONLY_DRAFTS })
    }
    expect((await remove(randomUUID())).status).toBe(404)
  })
})

describe('a published version', () => {
  test('is promoted from beta to stable, and becomes the latest in the same step', async () => {
    const version = await draft({ version: '5.1.0', channel: 'beta' })
    const { body: beta } = await publishNow(admin, version)
    expect(await publishNow(admin, beta)).toMatchObject({ status: 409, message: ALREADY_PUBLISHED })
    const { body } = await publishNow(admin, beta, { channel: 'stable', isLatest: true })
    expect(body).toMatchObject({ channel: 'stable', isLatest: true, publishedAt: beta.publishedAt })
    expect((await actionsOn(version.id)).slice(-2)).toEqual(['version.promoted', 'version.marked-latest'])
    expect(await publishNow(admin, body, { channel: 'beta' })).toMatchObject({ status: 409 })
  })

  test('is withdrawn with a reason that only staff see, and offered again by activating it', async () => {
    const version = await makeVersion(db, { version: '5.0.0' })
    const { body } = await change(version.id, { isActive: false, reason: ' Loses settings ' })
    expect(body).toMatchObject({ state: 'withdrawn', withdrawnReason: 'Loses settings' })
    expect(await publishNow(admin, body)).toMatchObject({ status: 409, message: WITHDRAWN })
    const [entry] = await db.select().from(auditLog).where(eq(auditLog.subjectId, version.id))
    expect(entry?.changes).toMatchObject({ reason: [null, 'Loses settings'] })
    expect((await change(version.id, { isActive: true })).body).toMatchObject({
      state: 'published',
      withdrawnReason: null,
    })
    expect((await change(version.id, { isActive: true, reason: 'x' })).status).toBe(400)
  })
})

test('a publication that is not there, or says too little, is refused', async () => {
  const version = await draft()
  expect((await publishNow(admin, { ...version, id: randomUUID() })).status).toBe(404)
  expect((await admin.call(publications.publish, { params: version, body: { isLatest: true } })).status).toBe(400)
  expect((await publishNow(admin, version, { minimumVersion: '6.0.0' })).status).toBe(400)
  expect(await actionsOn(version.id)).toEqual(['version.created'])
})
