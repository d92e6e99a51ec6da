import { randomUUID } from 'node:crypto'
import { and, eq } from 'drizzle-orm'
import { afterEach, expect, test } from 'vitest'
import { files } from '#contract/releases/files.ts'
import { makeVersion } from '#demo/rows/releases.ts'
import { checkIns, licenses } from '#server/database/schema/licensing/licenses.ts'
import { versions } from '#server/database/schema/releases.ts'
import { publish } from '#server/testing/releases/downloads.ts'
import { installed } from '#server/testing/releases/updates.ts'
import { db, signIn } from '#server/testing/testing.ts'

const admin = await signIn({ role: 'admin' })

afterEach(() => db.delete(versions))

const impactOf = async (id: string) => (await admin.call(files.impact, { params: { id } })).body

async function deviceOn(appVersion: string | null) {
  const { pc, deviceToken, license, owner } = await installed()
  const isIts = eq(checkIns.licenseId, license.id)
  const told = appVersion ?? '1.0.0'
  await pc.checkIn(deviceToken, { appVersion: told })
  await expect.poll(() => db.$count(checkIns, and(isIts, eq(checkIns.appVersion, told)))).toBe(1)
  if (appVersion === null) await db.update(checkIns).set({ appVersion }).where(isIts)
  return { license, owner }
}

test('counts the devices that run a version, and those that feeds could offer it to', async () => {
  const version = await publish({ version: '5.0.0', isLatest: true })
  const before = await impactOf(version.id)
  for (const running of ['5.0.0', '4.9.0', '4.10.0', 'Spring', '5.1.0', null]) await deviceOn(running)
  const revoked = await deviceOn('4.9.0')
  await db.update(licenses).set({ status: 'revoked' }).where(eq(licenses.id, revoked.license.id))

  const { organizations, running, older } = await impactOf(version.id)
  expect(organizations - before.organizations).toBe(7)
  expect([running.devices - before.running.devices, running.organizations - before.running.organizations]).toEqual([
    1, 1,
  ])
  expect([older.devices - before.older.devices, older.organizations - before.older.organizations]).toEqual([4, 4])
})

test('reaches no device with a number that feeds cannot order', async () => {
  const { id } = await publish({ version: 'Spring' })
  expect((await impactOf(id)).older).toEqual({ devices: 0, organizations: 0 })
})

test('proposes the highest earlier version that customers can download in place of the latest', async () => {
  const version = await publish({ version: '5.0.0', isLatest: true })
  expect((await impactOf(version.id)).replacement).toBeNull()
  await publish({ version: '5.1.0' })
  await publish({ version: '4.11.0-beta.1', channel: 'beta' })
  await publish({ version: '4.12.0', isActive: false })
  await publish({ version: '4.13.0', platform: 'Server' })
  await makeVersion(db, { version: '4.14.0' })
  const best = await publish({ version: '4.10.0', rolloutPercent: 25 })
  await publish({ version: '4.9.0' })
  const { replacement } = await impactOf(version.id)
  expect(replacement).toMatchObject({ id: best.id, version: '4.10.0', platform: 'Windows', rolloutPercent: 25 })
  expect(replacement).not.toHaveProperty('fileName')
})

test('returns the effective minimum of a version: the highest of the active ones up to it', async () => {
  const old = await publish({ version: '4.0.0', isLatest: true, minimumVersion: '3.5.0' })
  const next = await publish({ version: '5.0.0', minimumVersion: '3.0.0' })
  await publish({ version: '6.0.0', minimumVersion: '5.5.0' })
  const beta = await publish({ version: '5.1.0-beta.1', channel: 'beta' })
  const waiting = await makeVersion(db, { version: '4.9.0', minimumVersion: '2.0.0' })
  const minimums = async () =>
    Promise.all([next, beta, waiting].map(async ({ id }) => (await impactOf(id)).minimumVersion))
  expect(await minimums()).toEqual(['3.5.0', '3.5.0', '3.5.0'])
  await db.update(versions).set({ isActive: false, isLatest: false }).where(eq(versions.id, old.id))
  expect(await minimums()).toEqual(['3.0.0', null, '2.0.0'])
})

test('answers 404 for a version that is not there', async () => {
  expect((await admin.call(files.impact, { params: { id: randomUUID() } })).status).toBe(404)
})
