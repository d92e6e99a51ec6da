import { eq, sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { licenses } from '#server/database/schema/licensing/licenses.ts'
import { countMatching, selectLicenses } from '#server/licensing/licenses/list/queries.ts'
import { analyzeDevices, insertDevices, makeDevice, type DeviceFacts } from '#server/testing/licensing/check-ins.ts'
import { readsOf } from '#server/testing/operations/plans.ts'
import { db, inDays, insertMany, newOrganization } from '#server/testing/testing.ts'
import { noteHeardDevices } from './heard-queries.ts'
import { reportSilence } from './queries.ts'

const NOTHING_KNOWN = '1970-01-01T00:00:00.000Z'

/** An organization with these devices, by their labels. */
async function makeDevices(devices: Record<string, DeviceFacts>) {
  const organizationId = await newOrganization()
  for (const [label, device] of Object.entries(devices)) await makeDevice(organizationId, { label, ...device })
  return organizationId
}

async function heardAfter(organizationId: string) {
  const rows = await db
    .select({ label: licenses.label, at: licenses.heardAfter })
    .from(licenses)
    .where(eq(licenses.organizationId, organizationId))
  return Object.fromEntries(rows.map(({ label, at }) => [label, at]))
}

const daysAgo = (at: string | undefined) => Math.round((Date.now() - Date.parse(at ?? '')) / 86_400_000)

const silent = async (organizationId: string) =>
  (await reportSilence(db, { organizationId })).silent.map(({ count }) => count)

test('each running device is noted as heard at its last check-in or activation, in batches', async () => {
  const organizationId = await makeDevices({
    yesterday: { heard: 1 },
    'long ago': { heard: 61 },
    never: {},
    'activated again': { heard: 91, activatedAt: inDays(-2) },
    revoked: { heard: 1, status: 'revoked' },
  })
  const before = await silent(organizationId)
  expect(before).toEqual([2, 2, 1])
  await noteHeardDevices(db, 2)
  const { revoked, ...noted } = await heardAfter(organizationId)
  expect(Object.fromEntries(Object.entries(noted).map(([label, at]) => [label, daysAgo(at)]))).toEqual({
    yesterday: 1,
    'long ago': 61,
    never: 365,
    'activated again': 2,
  })
  expect(revoked).toBe(NOTHING_KNOWN)
  expect(await silent(organizationId)).toEqual(before)
})

test('a device that checks in is not silent any more, before it is noted and after', async () => {
  const organizationId = await makeDevices({ silent: {}, device: { heard: 40 } })
  await noteHeardDevices(db, 1)
  expect(await silent(organizationId)).toEqual([2, 1, 1])
  await db.execute(sql`
    update check_ins set last_check_in = now() where organization_id = ${organizationId}`)
  expect(await silent(organizationId)).toEqual([1, 1, 1])
  await noteHeardDevices(db, 1)
  expect(daysAgo((await heardAfter(organizationId)).device)).toBe(0)
  expect(await silent(organizationId)).toEqual([1, 1, 1])
})

test('a device noted in the last two weeks is not changed', async () => {
  const organizationId = await makeDevices({ device: { heard: 0, heardAfter: inDays(-13) } })
  const before = await heardAfter(organizationId)
  await noteHeardDevices(db)
  expect(await heardAfter(organizationId)).toEqual(before)
})

test('a license that is being changed is noted by a later run, which waits for none', async () => {
  const organizationId = await makeDevices({ changed: { heard: 1 }, other: { heard: 1 } })
  await db.transaction(async (tx) => {
    await tx.update(licenses).set({ description: 'x' }).where(eq(licenses.label, 'changed'))
    await noteHeardDevices(db)
    expect((await heardAfter(organizationId)).changed).toBe(NOTHING_KNOWN)
  })
  expect(daysAgo((await heardAfter(organizationId)).other)).toBe(1)
  await noteHeardDevices(db)
  expect(daysAgo((await heardAfter(organizationId)).changed)).toBe(1)
})

test('of many devices, only the silent ones are read', async () => {
  const organizationId = await makeDevices({ silent: { heard: 40 }, 'more silent': { heard: 91 } })
  await insertDevices(organizationId, sql`now()`)
  await noteHeardDevices(db, 5000)
  await insertMany(sql`vacuum licenses, check_ins`)
  await analyzeDevices()
  const list = selectLicenses(db, 'all', { silent: '30', limit: 50 })
  const reads = (await readsOf(db, list.getSQL())).filter(({ table }) => ['licenses', 'check_ins'].includes(table))
  expect(reads).toHaveLength(2)
  for (const { rows, dropped } of reads) expect(rows + dropped).toBeLessThan(100)
  expect(await countMatching(db, { organizationId }, { silent: '30' })).toBe(2)
})
