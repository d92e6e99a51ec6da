import { randomUUID } from 'node:crypto'
import { eq } from 'drizzle-orm'
import { afterEach, expect, test } from 'vitest'
import { downloads } from '#contract/releases/downloads.ts'
import {
  BETA_CANNOT_BE_LATEST,
  INACTIVE_CANNOT_BE_LATEST,
  LATEST_HAS_CHANGED,
  NEXT_LATEST_MISSING,
  files,
} from '#contract/releases/files.ts'
import { makeVersion } from '#demo/rows/releases.ts'
import { auditLog } from '#server/database/schema/audit.ts'
import { versions } from '#server/database/schema/releases.ts'
import { db, signIn } from '#server/testing/testing.ts'

const admin = await signIn({ role: 'admin' })
const customer = await signIn({ role: 'customer' })

afterEach(() => db.delete(versions))

const setLatest = (id: string) => admin.call(files.setLatest, { params: { id } })
const change = (id: string, body: object) => admin.call(files.change, { params: { id }, body })
const restore = (id: string) => change(id, { isActive: true })
const withdraw = (id: string, nextLatestId?: string | null) => change(id, { isActive: false, nextLatestId })
const latest = () => db.select().from(versions).where(eq(versions.isLatest, true))
const latestIds = async () => (await latest()).map(({ id }) => id)
const actionsOn = (id: string) =>
  db.select({ action: auditLog.action }).from(auditLog).where(eq(auditLog.subjectId, id)).orderBy(auditLog.id)

test('a version becomes the latest in place of the one that was, on any platform [R-API-82 R-STATE-61]', async () => {
  const before = await makeVersion(db, { version: '4.0.0', isLatest: true })
  const next = await makeVersion(db, { version: '5.0.0', platform: 'Server' })
  expect(await setLatest(next.id)).toMatchObject({ status: 200, body: { id: next.id, isLatest: true } })
  expect((await latest()).map(({ id }) => id)).toEqual([next.id])
  expect((await customer.call(downloads.list)).body.filter(({ isLatest }) => isLatest)).toMatchObject([{ id: next.id }])

  const [entry] = await db.select().from(auditLog).where(eq(auditLog.subjectId, next.id))
  expect(entry).toMatchObject({ action: 'version.marked-latest', changes: { latest: ['4.0.0', '5.0.0'] } })
  expect((await setLatest(next.id)).status).toBe(200)
  expect(await actionsOn(next.id)).toHaveLength(1)
  expect((await setLatest(before.id)).body.isLatest).toBe(true)
})

test('a withdrawn version cannot become the latest; one without a file can [R-STATE-62]', async () => {
  const withdrawn = await makeVersion(db, { isActive: false })
  expect(await setLatest(withdrawn.id)).toMatchObject({ status: 409, message: INACTIVE_CANNOT_BE_LATEST })
  expect(await latest()).toEqual([])
  const bare = await makeVersion(db)
  expect((await setLatest(bare.id)).body).toMatchObject({ isLatest: true, hasFile: false })
})

test('withdraws the latest version only with a word about the next one [R-API-81 R-STATE-60]', async () => {
  const version = await makeVersion(db, { version: '5.0.0', isLatest: true })
  const next = await makeVersion(db, { version: '4.0.0' })
  expect(await withdraw(version.id)).toMatchObject({ status: 409, message: NEXT_LATEST_MISSING })
  expect(await latestIds()).toEqual([version.id])
  expect(await actionsOn(version.id)).toEqual([])

  expect((await withdraw(version.id, next.id)).body).toMatchObject({ isActive: false, isLatest: false })
  expect(await latestIds()).toEqual([next.id])
  const [entry] = await db.select().from(auditLog).where(eq(auditLog.subjectId, next.id))
  expect(entry).toMatchObject({ action: 'version.marked-latest', changes: { latest: ['5.0.0', '4.0.0'] } })

  expect((await withdraw(next.id, null)).body).toMatchObject({ isActive: false, isLatest: false })
  expect(await latestIds()).toEqual([])
  expect((await customer.call(downloads.list)).body).toEqual([])
  expect((await restore(version.id)).body).toMatchObject({ isActive: true, isLatest: false })
  expect(await actionsOn(version.id)).toEqual([{ action: 'version.withdrawn' }, { action: 'version.restored' }])
})

test('repeats a withdrawal without a word and without a second entry', async () => {
  const version = await makeVersion(db, { isLatest: true })
  const next = await makeVersion(db)
  for (const body of [next.id, next.id, undefined]) expect((await withdraw(version.id, body)).status).toBe(200)
  expect(await actionsOn(version.id)).toHaveLength(1)
  expect(await latestIds()).toEqual([next.id])
})

test('refuses a next version that cannot be the latest, and withdraws nothing', async () => {
  const version = await makeVersion(db, { isLatest: true })
  const beta = await makeVersion(db, { channel: 'beta' })
  const withdrawn = await makeVersion(db, { isActive: false })
  expect(await withdraw(version.id, beta.id)).toMatchObject({ status: 409, message: BETA_CANNOT_BE_LATEST })
  expect(await withdraw(version.id, withdrawn.id)).toMatchObject({ status: 409, message: INACTIVE_CANNOT_BE_LATEST })
  expect(await withdraw(version.id, version.id)).toMatchObject({ status: 409, message: INACTIVE_CANNOT_BE_LATEST })
  expect((await withdraw(version.id, randomUUID())).status).toBe(404)
  expect((await change(version.id, { isActive: true, nextLatestId: null })).status).toBe(400)
  expect((await change(version.id, { nextLatestId: null })).status).toBe(400)
  expect(await latestIds()).toEqual([version.id])
  expect(await actionsOn(version.id)).toEqual([])
})

test('refuses a next version for one that is not the latest any more', async () => {
  const version = await makeVersion(db, { isLatest: true })
  const chosen = await makeVersion(db)
  const other = await makeVersion(db)
  await setLatest(other.id)
  expect(await withdraw(version.id, chosen.id)).toMatchObject({ status: 409, message: LATEST_HAS_CHANGED })
  expect(await withdraw(version.id, null)).toMatchObject({ status: 409, message: LATEST_HAS_CHANGED })
  expect((await withdraw(version.id)).status).toBe(200)
  expect(await latestIds()).toEqual([other.id])
})

test('always has one active latest while versions are published, withdrawn with a successor and set at once', async () => {
  const all = await Promise.all(Array.from({ length: 4 }, () => makeVersion(db)))
  await setLatest(all[0]!.id)
  for (let round = 0; round < 5; round++) {
    const calls = all.flatMap(({ id }, place) => [
      setLatest(id),
      (place + round) % 2 === 0 ? restore(id) : withdraw(id, all[(place + round) % all.length]!.id),
      withdraw(id),
    ])
    const publish = admin.call(files.upload, { body: { version: `9.${round}.0`, fileName: 'setup.exe' } })
    const answers = await Promise.all([...calls, publish])
    for (const { status } of answers) expect([200, 201, 409]).toContain(status)
    expect(await latest()).toMatchObject([{ isActive: true }])
  }
})

test('of eight versions that are set as the latest at once, one is', async () => {
  const all = await Promise.all(Array.from({ length: 8 }, () => makeVersion(db)))
  const answers = await Promise.all(all.map(({ id }) => setLatest(id)))
  expect(answers.map(({ status }) => status)).toEqual(Array.from({ length: 8 }, () => 200))
  expect(await latest()).toHaveLength(1)
})
