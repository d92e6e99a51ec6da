import { eq, sql } from 'drizzle-orm'
import { afterEach, expect, test } from 'vitest'
import { versions } from '#server/database/schema/releases.ts'
import { publish } from '#server/testing/releases/downloads.ts'
import { installed, publishLatest, readXml } from '#server/testing/releases/updates.ts'
import { db, newOrganization, pool } from '#server/testing/testing.ts'
import { createAvailableUpdates } from './available-update.ts'

afterEach(() => db.delete(versions))

const NONE = { available: false, version: null, mandatory: false }

test('a check-in returns the update for the device’s channel, and whether it is mandatory', async () => {
  const { license } = await installed()
  const availableTo = createAvailableUpdates(db, () => 0)
  await publishLatest({ version: '2.4.1', minimumVersion: '2.0' })
  await publish({ version: '2.5.0-beta.1', channel: 'beta' })
  const ask = (running?: string, channel: 'stable' | 'beta' = 'stable') =>
    availableTo({ licenseId: license.id, channel, running })
  expect(await ask('1.9')).toEqual({ available: true, version: '2.4.1', mandatory: true })
  expect(await ask('2.4.0')).toEqual({ available: true, version: '2.4.1', mandatory: false })
  expect(await ask()).toEqual({ available: true, version: '2.4.1', mandatory: false })
  expect(await ask('2.4.1')).toEqual(NONE)
  expect(await ask('2.4.1', 'beta')).toEqual({ available: true, version: '2.5.0-beta.1', mandatory: false })
})

test('a later version without a minimum, or with a lower one, does not drop that of an earlier one; deactivating that does', async () => {
  const { license, read } = await installed()
  const isMandatory = async (running: string) => {
    const answer = await createAvailableUpdates(db)({ licenseId: license.id, channel: 'stable', running })
    const feed = await read(`update.json?version=${running}`)
    const { mandatory, minimumVersion } = feed.json<{ mandatory: boolean; minimumVersion: string | null }>()
    expect(mandatory).toBe(answer.mandatory)
    return [mandatory, minimumVersion, readXml((await read('autoupdater.xml')).body).item.mandatory['@_minVersion']]
  }
  const asking = await publish({ version: '2.0', minimumVersion: '1.5' })
  await publishLatest({ version: '2.1' })
  expect(await isMandatory('1.4')).toEqual([true, '1.5', '1.5.0.0'])
  expect(await isMandatory('1.5')).toEqual([false, '1.5', '1.5.0.0'])
  await db.update(versions).set({ minimumVersion: '1.2' }).where(eq(versions.isLatest, true))
  expect(await isMandatory('1.4')).toEqual([true, '1.5', '1.5.0.0'])

  await db.update(versions).set({ isActive: false }).where(eq(versions.id, asking.id))
  expect(await isMandatory('1.4')).toEqual([false, '1.2', '1.2.0.0'])
  expect(await isMandatory('1.1')).toEqual([true, '1.2', '1.2.0.0'])
})

test('the answer of a check-in carries it, and refuses an unknown channel', async () => {
  await publishLatest({ version: '2.4.1' })
  const { pc, deviceToken, updateToken } = await installed()
  const { status, body } = await pc.checkIn(deviceToken, { appVersion: '2.4.0' })
  expect([status, body.updateToken, body.update]).toEqual([
    200,
    updateToken,
    { available: true, version: '2.4.1', mandatory: false },
  ])
  expect((await pc.checkIn(deviceToken, { channel: 'beta' })).status).toBe(200)
  expect((await pc.checkIn(deviceToken, { channel: 'alpha' })).status).toBe(400)
})

test('check-ins share one query every five seconds', async () => {
  let time = 0
  const licenseId = await newOrganization()
  const availableTo = createAvailableUpdates(db, () => time)
  const version = async () => (await availableTo({ licenseId, channel: 'stable', running: '1.0' })).version
  expect(await version()).toBeNull()
  await publishLatest({ version: '2.4.1' })
  const before = pool.totalCount
  expect(await Promise.all(Array.from({ length: 8 }, version))).toEqual(Array(8).fill(null))
  time = 4999
  expect([await version(), pool.totalCount]).toEqual([null, before])
  time = 5000
  expect(await Promise.all(Array.from({ length: 8 }, version))).toEqual(Array(8).fill('2.4.1'))
})

test('what the database refuses is asked again by the next check-in', async () => {
  const availableTo = createAvailableUpdates(db, () => 0)
  const ask = () => availableTo({ licenseId: '', channel: 'stable', running: '1.0' })
  await db.execute(sql`alter table versions rename to elsewhere`)
  await expect(ask()).rejects.toThrow(/versions/)
  await db.execute(sql`alter table elsewhere rename to versions`)
  expect(await ask()).toEqual(NONE)
})
