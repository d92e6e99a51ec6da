import { eq, sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { plusDays } from '#contract/dates.ts'
import { ACTIVITY_DAYS, VERSIONS_KEPT } from '#contract/licensing/device-activity.ts'
import { licenses } from '#contract/licensing/licenses.ts'
import { checkIns } from '#server/database/schema/licensing/licenses.ts'
import { dayOf } from '#server/domain/calendar.ts'
import { createCheckInLog } from '#server/licensing/devices/check-ins.ts'
import { inUse } from '#server/testing/licensing/devices.ts'
import { app, db, platform, signIn } from '#server/testing/testing.ts'

type Device = Awaited<ReturnType<typeof inUse>>

const activityOf = async ({ owner, license }: Device) =>
  (await owner.call(licenses.activity, { params: { id: license.id } })).body

const agoBy = (days: number) => new Date(Date.now() - days * 86_400_000)

const log = createCheckInLog(platform.pools.devices, app.log)

/** Writes a check-in of that time. */
async function checkInAt({ license }: Device, at: Date, appVersion: string | null) {
  log.add({ licenseId: license.id, at, deviceName: 'PC-1', appVersion, foreignFingerprint: null })
  await log.flush()
}

const forget = ({ license }: Device) => db.delete(checkIns).where(eq(checkIns.licenseId, license.id))

test('lists the days and versions of a device, latest first', async () => {
  const device = await inUse()
  await forget(device)
  for (const [days, version] of [
    [9, '4.1'],
    [4, '4.1'],
    [4, '4.2'],
    [0, null],
  ] as const)
    await checkInAt(device, agoBy(days), version)

  const { days, versions, appVersion } = await activityOf(device)
  expect(days).toEqual([0, 4, 9].map((ago) => dayOf(agoBy(ago).toISOString())))
  expect(appVersion).toBe('4.2')
  expect(versions.map(({ version, since }) => [version, since.slice(0, 10)])).toEqual([
    ['4.2', agoBy(4).toISOString().slice(0, 10)],
    ['4.1', agoBy(9).toISOString().slice(0, 10)],
  ])
})

test('forgets days after the window, and keeps the latest versions', async () => {
  const device = await inUse()
  await forget(device)
  await checkInAt(device, agoBy(ACTIVITY_DAYS + 5), '1')
  await checkInAt(device, agoBy(ACTIVITY_DAYS - 1), '2')
  for (let version = 3; version <= VERSIONS_KEPT + 4; version += 1) await checkInAt(device, agoBy(0), String(version))

  const { days, versions } = await activityOf(device)
  const today = dayOf(agoBy(0).toISOString())
  expect(days).toEqual([today, plusDays(today, 1 - ACTIVITY_DAYS)])
  expect(versions).toHaveLength(VERSIONS_KEPT)
  expect(versions[0]?.version).toBe(String(VERSIONS_KEPT + 4))
})

test('a check-in that arrives late changes neither the last day nor the days before', async () => {
  const device = await inUse()
  await forget(device)
  await checkInAt(device, agoBy(0), '2')
  await checkInAt(device, agoBy(3), '2')
  expect((await activityOf(device)).days).toEqual([dayOf(agoBy(0).toISOString())])
})

test('a device known before days were recorded has its last day', async () => {
  const device = await inUse()
  await checkInAt(device, agoBy(0), '4.2')
  await db
    .update(checkIns)
    .set({ days: 0n, versions: sql`'{}'` })
    .where(eq(checkIns.licenseId, device.license.id))
  expect(await activityOf(device)).toMatchObject({ days: [expect.any(String)], versions: [], appVersion: '4.2' })
})

test('is for the organization alone, and empty once the license is free', async () => {
  const device = await inUse()
  const params = { id: device.license.id }
  expect((await (await signIn()).call(licenses.activity, { params })).status).toBe(404)
  await device.owner.call(licenses.move, { params })
  expect(await activityOf(device)).toEqual({ activatedAt: null, appVersion: null, days: [], versions: [] })
})
