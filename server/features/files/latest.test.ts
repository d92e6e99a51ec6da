import { eq } from 'drizzle-orm'
import { afterEach, expect, test } from 'vitest'
import { downloads } from '#contract/downloads.ts'
import { INACTIVE_CANNOT_BE_LATEST, files } from '#contract/files.ts'
import { auditLog } from '#server/database/schema/audit.ts'
import { versions } from '#server/database/schema/releases.ts'
import { makeVersion } from '#server/database/seed/releases.ts'
import { db, signIn } from '#server/testing/testing.ts'

const admin = await signIn({ role: 'admin' })
const customer = await signIn({ role: 'customer' })

afterEach(() => db.delete(versions))

const setLatest = (id: string) => admin.call(files.setLatest, { params: { id } })
const setActive = (id: string, isActive: boolean) => admin.call(files.change, { params: { id }, body: { isActive } })
const latest = () => db.select().from(versions).where(eq(versions.isLatest, true))
const actionsOn = (id: string) =>
  db.select({ action: auditLog.action }).from(auditLog).where(eq(auditLog.subjectId, id)).orderBy(auditLog.id)

test('R-API-82 R-STATE-61 a version becomes the latest in place of the one that was, on any platform', async () => {
  const before = await makeVersion(db, { version: '4.0.0', isLatest: true })
  const next = await makeVersion(db, { version: '5.0.0', platform: 'Server' })
  expect(await setLatest(next.id)).toMatchObject({ status: 200, body: { id: next.id, isLatest: true } })
  expect((await latest()).map(({ id }) => id)).toEqual([next.id])
  expect((await customer.call(downloads.list)).body.filter(({ isLatest }) => isLatest)).toMatchObject([{ id: next.id }])

  const [entry] = await db.select().from(auditLog).where(eq(auditLog.subjectId, next.id))
  expect(entry).toMatchObject({ action: 'version.set-latest', changes: { latest: ['4.0.0', '5.0.0'] } })
  expect((await setLatest(next.id)).status).toBe(200)
  expect(await actionsOn(next.id)).toHaveLength(1)
  expect((await setLatest(before.id)).body.isLatest).toBe(true)
})

test('R-STATE-62 a withdrawn version cannot become the latest; one without a file can', async () => {
  const withdrawn = await makeVersion(db, { isActive: false })
  expect(await setLatest(withdrawn.id)).toMatchObject({ status: 409, message: INACTIVE_CANNOT_BE_LATEST })
  expect(await latest()).toEqual([])
  const bare = await makeVersion(db)
  expect((await setLatest(bare.id)).body).toMatchObject({ isLatest: true, hasFile: false })
})

test('R-API-81 R-STATE-60 withdrawing the latest leaves none, and bringing it back does not make it the latest', async () => {
  const version = await makeVersion(db, { isLatest: true })
  expect((await setActive(version.id, false)).body).toMatchObject({ isActive: false, isLatest: false })
  expect((await customer.call(downloads.list)).body).toEqual([])
  expect((await setActive(version.id, false)).status).toBe(200)
  expect((await setActive(version.id, true)).body).toMatchObject({ isActive: true, isLatest: false })
  expect(await actionsOn(version.id)).toEqual([{ action: 'version.withdrawn' }, { action: 'version.restored' }])
})

test('whoever publishes, withdraws and sets the latest at once, there is one or none, and it is active', async () => {
  const all = await Promise.all(Array.from({ length: 4 }, () => makeVersion(db)))
  for (let round = 0; round < 5; round++) {
    const calls = all.flatMap(({ id }, place) => [setLatest(id), setActive(id, (place + round) % 2 === 0)])
    const publish = admin.call(files.upload, { body: { version: `9.${round}.0`, fileName: 'setup.exe' } })
    const answers = await Promise.all([...calls, publish])
    for (const { status } of answers) expect([200, 201, 409]).toContain(status)
    const found = await latest()
    expect(found.length).toBeLessThanOrEqual(1)
    expect(found.every(({ isActive }) => isActive)).toBe(true)
  }
})

test('of eight versions that are set as the latest at once, one is', async () => {
  const all = await Promise.all(Array.from({ length: 8 }, () => makeVersion(db)))
  const answers = await Promise.all(all.map(({ id }) => setLatest(id)))
  expect(answers.map(({ status }) => status)).toEqual(Array.from({ length: 8 }, () => 200))
  expect(await latest()).toHaveLength(1)
})
