import { count, eq, sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { licenseCounts } from '#server/database/schema/licensing/license-counts.ts'
import { licenses } from '#server/database/schema/licensing/licenses.ts'
import { makeWith } from '#server/testing/licensing/licenses.ts'
import { db, newOrganization } from '#server/testing/testing.ts'
import { addUpCounts, countByStatus } from './count-queries.ts'

const ofOrganization = (organizationId: string) => eq(licenses.organizationId, organizationId)

/** The licenses themselves, by status. */
async function counted(organizationId: string) {
  const rows = await db
    .select({ status: licenses.status, total: count() })
    .from(licenses)
    .where(ofOrganization(organizationId))
    .groupBy(licenses.status)
  return Object.fromEntries(rows.map(({ status, total }) => [status, total]))
}

/** Only statuses that licenses have. */
async function known(organizationId: string) {
  const found = Object.entries(await countByStatus(db, { organizationId }))
  return Object.fromEntries(found.filter(([, total]) => total !== 0))
}

const rowsOf = (organizationId: string) => db.$count(licenseCounts, eq(licenseCounts.organizationId, organizationId))

test('counts follow each kind of change, of one license and of many', async () => {
  const organizationId = await newOrganization()
  expect(await known(organizationId)).toEqual({})
  const { id } = await makeWith(organizationId, 'unassigned')
  await makeWith(organizationId, 'active')
  await makeWith(organizationId, 'revoked')
  expect(await known(organizationId)).toEqual({ unassigned: 1, active: 1, revoked: 1 })
  await db.update(licenses).set({ status: 'assigned' }).where(eq(licenses.id, id))
  expect(await known(organizationId)).toEqual({ assigned: 1, active: 1, revoked: 1 })
  await db.update(licenses).set({ status: 'inactive' }).where(ofOrganization(organizationId))
  expect(await known(organizationId)).toEqual({ inactive: 3 })
  await db.delete(licenses).where(eq(licenses.id, id))
  expect(await known(organizationId)).toEqual({ inactive: 2 })
  await db.delete(licenses).where(ofOrganization(organizationId))
  expect(await known(organizationId)).toEqual({})
})

test('a change of anything else adds no row, and neither does one that is undone', async () => {
  const organizationId = await newOrganization()
  await makeWith(organizationId, 'active')
  const before = await rowsOf(organizationId)
  await db
    .update(licenses)
    .set({ label: 'Other', heardAfter: sql`now()` })
    .where(ofOrganization(organizationId))
  await db
    .update(licenses)
    .set({ label: 'Other' })
    .where(sql`false`)
  const undone = db.transaction(async (tx) => {
    await tx.update(licenses).set({ status: 'revoked' }).where(ofOrganization(organizationId))
    expect(await countByStatus(tx, { organizationId })).toMatchObject({ active: 0, revoked: 1 })
    throw new Error('Undo')
  })
  await expect(undone).rejects.toThrow('Undo')
  expect(await known(organizationId)).toEqual({ active: 1 })
  expect(await rowsOf(organizationId)).toBe(before)
})

test('many writers, some of whom give up, and the job at the same time: the counts are those of the licenses', async () => {
  const organizationId = await newOrganization()
  const made = await Promise.all(Array.from({ length: 20 }, () => makeWith(organizationId, 'unassigned')))
  const statuses = ['assigned', 'active', 'revoked', 'inactive'] as const
  const change = ({ id }: { id: string }, turn: number) =>
    db
      .transaction(async (tx) => {
        const status = statuses[turn % statuses.length]
        await tx.update(licenses).set({ status }).where(eq(licenses.id, id))
        if (turn % 7 === 0) await tx.delete(licenses).where(eq(licenses.id, id))
        if (turn % 5 === 0) throw new Error('Undo')
      })
      .catch((error: unknown) => expect(error).toMatchObject({ message: 'Undo' }))
  const works = made.map(async (license, index) => {
    for (let turn = index; turn < index + 10; turn += 1) await change(license, turn)
  })
  const runs = Array.from({ length: 10 }, () => addUpCounts(db))
  await Promise.all([...works, ...runs])
  expect(await known(organizationId)).toEqual(await counted(organizationId))
  await addUpCounts(db)
  expect(await known(organizationId)).toEqual(await counted(organizationId))
  expect(await rowsOf(organizationId)).toBe(Object.keys(await counted(organizationId)).length)
})

test('many licenses that change together add one row for each status, also to the counts of all organizations', async () => {
  const organizationId = await newOrganization()
  await db.execute(sql`
    insert into licenses (organization_id, label, license_key, key_hash, status)
    select ${organizationId}, 'Many', n::text, sha256((n::text || ${organizationId}::text)::bytea), 'revoked' from generate_series(1, 5000) n`)
  const { revoked } = await countByStatus(db, 'all')
  expect(revoked).toBeGreaterThanOrEqual(5000)
  expect(revoked).toBe(await db.$count(licenses, eq(licenses.status, 'revoked')))
  expect(await rowsOf(organizationId)).toBe(1)
})
