import { randomUUID } from 'node:crypto'
import { eq, inArray } from 'drizzle-orm'
import { describe, expect, test } from 'vitest'
import {
  BULK_MAX,
  DEVICE_TAKEN,
  ONLY_UNASSIGNED,
  ORGANIZATION_SUSPENDED,
  SEEN_SINCE,
} from '#contract/licensing/changes.ts'
import { licenses, type BulkAction } from '#contract/licensing/licenses.ts'
import { makeActiveLicense, makeCheckIn, makeLicense } from '#demo/rows/licenses.ts'
import { auditLog } from '#server/database/schema/audit.ts'
import { checkIns, licenses as licenseTable } from '#server/database/schema/licensing/licenses.ts'
import { makeWith, stored, suspend } from '#server/testing/licensing/licenses.ts'
import { db, inDays, signIn, stranger, type Person, times } from '#server/testing/testing.ts'

const bulk = ({ call }: Pick<Person, 'call'>, action: BulkAction, ids: string[]) =>
  call(licenses.bulk, { body: { action, ids } })

const idsOf = (rows: { id: string }[]) => rows.map(({ id }) => id).toSorted()

describe('changing many licenses at once', () => {
  test('changes those that it can and says why others were skipped', async () => {
    const owner = await signIn()
    const [first, second] = await times(2, () => makeWith(owner.organizationId, 'active'))
    const free = await makeWith(owner.organizationId, 'unassigned')
    const missing = randomUUID()
    const { status, body } = await bulk(owner, 'revoke', [first!.id, free.id, missing, second!.id])
    expect(status).toBe(200)
    expect(idsOf(body.changed)).toEqual(idsOf([first!, second!]))
    expect(body.changed.map((license) => license.status)).toEqual(['revoked', 'revoked'])
    expect(body.skipped).toEqual([
      { id: free.id, message: 'A license that is unassigned cannot become revoked.' },
      { id: missing, message: 'License not found' },
    ])
  })

  test('restoring frees each of them, check-in and device included', async () => {
    const { organizationId, ...owner } = await signIn()
    const revoked = await times(3, () => makeWith(organizationId, 'revoked'))
    await makeCheckIn(db, { organizationId, licenseId: revoked[0]!.id, lastCheckIn: new Date().toISOString() })
    const { body } = await bulk(owner, 'restore', idsOf(revoked))
    expect(body.changed.map(({ status, deviceFingerprint }) => [status, deviceFingerprint])).toEqual(
      Array(3).fill(['unassigned', null]),
    )
    expect(await db.$count(checkIns, eq(checkIns.organizationId, organizationId))).toBe(0)
  })

  test('restoring reserves each for the device it was on, but for those whose device has another license by now', async () => {
    const { organizationId, ...owner } = await signIn({ licenseLimit: 20 })
    const revoked = await times(3, () => makeWith(organizationId, 'revoked'))
    const [moved] = revoked
    await makeLicense(db, { organizationId, deviceFingerprint: moved!.deviceFingerprint })
    const reserve = (person: Pick<Person, 'call'>) =>
      person.call(licenses.bulk, { body: { action: 'restore', ids: idsOf(revoked), reserve: true } })
    expect((await reserve(await owner.colleague('customer'))).status).toBe(403)
    const { body } = await reserve(owner)
    expect(body.skipped).toEqual([{ id: moved!.id, message: DEVICE_TAKEN }])
    expect((await stored(moved!.id))?.status).toBe('revoked')
    for (const { id, status, deviceFingerprint } of body.changed) {
      expect([status, deviceFingerprint]).toEqual([
        'assigned',
        revoked.find((each) => each.id === id)?.deviceFingerprint,
      ])
    }
    expect(body.changed).toHaveLength(2)
  })

  test('of the devices that were silent, releasing skips those that were seen since', async () => {
    const { organizationId, ...owner } = await signIn({ licenseLimit: 20 })
    const activatedAt = inDays(-200)
    const [silent, back, taken] = await times(3, () => makeActiveLicense(db, { organizationId, activatedAt }))
    for (const [license, days] of [
      [silent!, 61],
      [back!, 0],
    ] as const)
      await makeCheckIn(db, { organizationId, licenseId: license.id, lastCheckIn: inDays(-days) })
    await db
      .update(licenseTable)
      .set({ activatedAt: inDays(-1) })
      .where(eq(licenseTable.id, taken!.id))
    const ids = idsOf([silent!, back!, taken!])
    const release = (shown: object) => owner.call(licenses.bulk, { body: { action: 'move', ids, ...shown } })
    const { body } = await release({ silent: '60' })
    expect(idsOf(body.changed)).toEqual([silent!.id])
    expect(body.skipped).toEqual(expect.arrayContaining([back!, taken!].map(({ id }) => ({ id, message: SEEN_SINCE }))))
    expect((await stored(back!.id))?.status).toBe('active')
    expect((await release({ silent: '61' })).status).toBe(400)
    expect((await release({})).body.changed).toHaveLength(2)
  })

  test('deleting takes the free ones only, and answers what they were [R-STATE-31 R-STATE-32]', async () => {
    const owner = await signIn()
    const [free, taken] = [
      await makeWith(owner.organizationId, 'unassigned'),
      await makeWith(owner.organizationId, 'assigned'),
    ]
    const { body } = await bulk(owner, 'delete', [taken.id, free.id])
    expect(body.changed).toEqual([expect.objectContaining({ id: free.id, label: free.label })])
    expect(body.skipped).toEqual([{ id: taken.id, message: ONLY_UNASSIGNED }])
    expect([await stored(free.id), (await stored(taken.id))?.status]).toEqual([undefined, 'assigned'])
  })

  test('a customer revokes and restores many, and deletes none [R-ROLE-38 R-ROLE-39]', async () => {
    const customer = await signIn({ role: 'customer' })
    const active = await makeWith(customer.organizationId, 'active')
    const free = await makeWith(customer.organizationId, 'unassigned')
    expect((await bulk(customer, 'revoke', [active.id])).body.changed).toHaveLength(1)
    expect((await bulk(customer, 'restore', [active.id])).body.changed).toHaveLength(1)
    expect((await bulk(customer, 'delete', [free.id])).status).toBe(403)
    expect(await stored(free.id)).toBeDefined()
    expect((await bulk(stranger(), 'revoke', [free.id])).status).toBe(401)
  })

  test('another organization’s licenses are as if they were not there [R-ROLE-42]', async () => {
    const [owner, other, admin] = [await signIn(), await signIn(), await signIn({ role: 'admin' })]
    const mine = await makeWith(owner.organizationId, 'active')
    const theirs = await makeWith(other.organizationId, 'active')
    const { body } = await bulk(owner, 'revoke', [theirs.id, mine.id])
    expect(body.skipped).toEqual([{ id: theirs.id, message: 'License not found' }])
    expect((await stored(theirs.id))?.status).toBe('active')
    const { body: byAdmin } = await bulk(admin, 'restore', [mine.id])
    expect(idsOf(byAdmin.changed)).toEqual([mine.id])
  })

  test('a suspended organization’s licenses stay as they are, beside others that change', async () => {
    const [suspended, running, admin] = [await signIn(), await signIn(), await signIn({ role: 'admin' })]
    const still = await makeWith(suspended.organizationId, 'active')
    const moving = await makeWith(running.organizationId, 'active')
    await suspend(suspended.organizationId)
    const { body } = await bulk(admin, 'revoke', [still.id, moving.id])
    expect(idsOf(body.changed)).toEqual([moving.id])
    expect(body.skipped).toEqual([{ id: still.id, message: ORGANIZATION_SUSPENDED }])
  })

  test('each of them is in the history as if it had been changed alone', async () => {
    const owner = await signIn()
    const active = await times(2, () => makeWith(owner.organizationId, 'active'))
    const free = await makeWith(owner.organizationId, 'unassigned')
    await bulk(owner, 'revoke', idsOf([...active, free]))
    const rows = await db
      .select()
      .from(auditLog)
      .where(inArray(auditLog.subjectId, idsOf([...active, free])))
    expect(rows.map(({ action, changes, actorId }) => [action, changes, actorId])).toEqual(
      active.map(() => ['license.revoked', { status: ['active', 'revoked'] }, owner.user.id]),
    )
  })

  test('what is no such request is refused, and nothing is done', async () => {
    const owner = await signIn()
    const { id } = await makeWith(owner.organizationId, 'active')
    const wrong = [
      { action: 'revoke', ids: [] },
      { action: 'revoke', ids: [id, id] },
      { action: 'revoke', ids: [id, 'x'] },
      { action: 'assign', ids: [id] },
      { action: 'revoke', ids: [id, ...Array.from({ length: BULK_MAX }, () => randomUUID())] },
      { ids: [id] },
    ]
    for (const body of wrong) expect((await owner.call(licenses.bulk, { body })).status).toBe(400)
    expect((await stored(id))?.status).toBe('active')
  })

  test('eight who change the same licenses in other orders all get an answer, and each change happens once', async () => {
    const owner = await signIn()
    const active = await times(30, () => makeWith(owner.organizationId, 'active'))
    const ids = idsOf(active)
    const answers = await times(8, (turn) => bulk(owner, 'revoke', turn % 2 ? ids : ids.toReversed()))
    expect(answers.map(({ status }) => status)).toEqual(Array(8).fill(200))
    expect(answers.flatMap(({ body }) => idsOf(body.changed)).toSorted()).toEqual(ids)
    expect(await db.$count(auditLog, inArray(auditLog.subjectId, ids))).toBe(30)
  })

  test('a thousand are changed in one answer', async () => {
    const { organizationId, ...owner } = await signIn({ licenseLimit: BULK_MAX })
    const { id: example, ...row } = await makeLicense(db, { organizationId })
    const rows = Array.from({ length: BULK_MAX - 1 }, () => ({ ...row, keyHash: Buffer.from(randomUUID()) }))
    const made = await db.insert(licenseTable).values(rows).returning({ id: licenseTable.id })
    const { body } = await bulk(owner, 'delete', [example, ...idsOf(made)])
    expect(body.changed).toHaveLength(BULK_MAX)
    expect(await db.$count(licenseTable, eq(licenseTable.organizationId, organizationId))).toBe(0)
  })
})
