import { eq } from 'drizzle-orm'
import { describe, expect, test } from 'vitest'
import { licenses } from '#contract/licensing/licenses.ts'
import { subscriptions } from '#server/database/schema/billing/subscriptions.ts'
import {
  change,
  computer,
  create,
  licensesOf,
  ownerWithKey,
  storedKey,
} from '#server/testing/licensing/enrollment-keys.ts'
import { suspend } from '#server/testing/licensing/licenses.ts'
import { db, statusesOf, times } from '#server/testing/testing.ts'

/** A key that may create licenses, with free seats. */
const ownerWithSeats = (licenseLimit: number, more: object = {}) =>
  ownerWithKey({ free: 0, createsLicenses: true, licenseLimit, ...more })

describe('a key that may create licenses', () => {
  test('creates one in a seat that is paid for, named after the device, and its history says by which key', async () => {
    const { owner, key, organizationId } = await ownerWithSeats(2)
    const { status, body } = await computer({ deviceName: 'FIN-PC-07' }).enroll(key.enrollmentKey)
    expect([status, body.license?.label, body.license?.status]).toEqual([200, 'FIN-PC-07', 'active'])
    const [row] = await licensesOf(organizationId)
    const { body: events } = await owner.call(licenses.history, { params: { id: row?.id } })
    expect(events.map(({ action, who }) => [action, who])).toEqual([
      ['enrolled', 'FIN-PC-07'],
      ['created', 'FIN-PC-07'],
    ])
    expect(events[1]?.changes).toContainEqual({ field: 'enrollmentKey', before: null, after: 'Lab roll-out' })
    expect((await storedKey(key)).uses).toBe(1)
  })

  test('takes a free license first', async () => {
    const { key, licenses: free, organizationId } = await ownerWithSeats(5, { free: 1 })
    expect((await computer().enroll(key.enrollmentKey)).body.license?.id).toBe(free[0]?.id)
    expect(await licensesOf(organizationId)).toHaveLength(1)
  })

  test('never creates more than the plan has, however many devices ask at once', async () => {
    const { key, organizationId } = await ownerWithSeats(5, { free: 2 })
    const answers = await times(20, () => computer().enroll(key.enrollmentKey))
    expect(statusesOf(answers)).toEqual([...Array<number>(5).fill(200), ...Array<number>(15).fill(403)])
    for (const { status, body } of answers)
      if (status === 403) expect([body.code, body.reason]).toEqual(['NO_SEAT_AVAILABLE', 'QUOTA_FULL'])
    expect((await licensesOf(organizationId)).map((license) => license.status)).toEqual(Array(5).fill('active'))
    expect((await storedKey(key)).uses).toBe(5)
  })

  test('fills the plan together with an administrator who creates at the same time', async () => {
    const { owner, key, organizationId } = await ownerWithSeats(6)
    await Promise.all([
      ...Array.from({ length: 8 }, () => computer().enroll(key.enrollmentKey)),
      ...Array.from({ length: 8 }, () => owner.call(licenses.create, { body: { label: 'By hand' } })),
    ])
    expect(await licensesOf(organizationId)).toHaveLength(6)
  })

  test('creates one license for a device that asks twenty times at once', async () => {
    const { key, organizationId } = await ownerWithSeats(5)
    const pc = computer()
    const answers = await times(20, () => pc.enroll(key.enrollmentKey))
    expect(statusesOf(answers)).toEqual(Array<number>(20).fill(200))
    expect(await licensesOf(organizationId)).toHaveLength(1)
    expect((await storedKey(key)).uses).toBe(1)
  })

  test('creates nothing for a device that it does not serve', async () => {
    const { owner, key, organizationId } = await ownerWithSeats(5, { maxUses: 1 })
    expect((await computer().enroll(key.enrollmentKey)).status).toBe(200)
    const closed = await times(4, () => computer().enroll(key.enrollmentKey))
    expect(new Set(closed.map(({ body }) => body.code))).toEqual(new Set(['ENROLLMENT_CLOSED']))
    const { body: second } = await create(owner, { label: 'Second' })
    await suspend(organizationId)
    expect((await computer().enroll(second.enrollmentKey)).body.code).toBe('ORGANIZATION_SUSPENDED')
    expect(await licensesOf(organizationId)).toHaveLength(1)
  })

  test('creates nothing without a subscription', async () => {
    const { key, organizationId } = await ownerWithSeats(5)
    await db.delete(subscriptions).where(eq(subscriptions.organizationId, organizationId))
    expect((await computer().enroll(key.enrollmentKey)).body.code).toBe('SUBSCRIPTION_ENDED')
    expect(await licensesOf(organizationId)).toEqual([])
  })
})

test('whether a key may create is its administrator’s choice, yes unless it says otherwise', async () => {
  const { owner, key } = await ownerWithSeats(2)
  expect((await create(owner, { label: 'Default' })).body.createsLicenses).toBe(true)
  expect((await change(owner, key, { createsLicenses: false })).body.createsLicenses).toBe(false)
  const refused = await computer().enroll(key.enrollmentKey)
  expect(refused).toMatchObject({ status: 403, body: { code: 'NO_SEAT_AVAILABLE', reason: 'NO_FREE_LICENSE' } })
  expect((await change(owner, key, { createsLicenses: 'yes' })).status).toBe(400)
})
