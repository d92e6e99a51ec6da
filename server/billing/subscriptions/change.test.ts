import { randomUUID } from 'node:crypto'
import { and, eq, like } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { subscriptions, CANCELED_CANNOT_CHANGE, SUBSCRIPTION_ENDED } from '#contract/billing/subscriptions.ts'
import { TOO_MANY_SEATS } from '#contract/billing/subscriptions/drafts.ts'
import { TOTAL_TOO_LARGE } from '#contract/billing/terms.ts'
import { organizations as organizationContract } from '#contract/operations/organizations.ts'
import { makeLicense } from '#demo/rows/licenses.ts'
import { makeOrganization } from '#demo/rows/organizations.ts'
import { makeSubscription, type SubscriptionRow } from '#demo/rows/subscriptions.ts'
import { auditLog } from '#server/database/schema/audit.ts'
import { adjustments, subscriptions as subscriptionTable } from '#server/database/schema/billing/subscriptions.ts'
import { emails } from '#server/database/schema/emails.ts'
import { organizations } from '#server/database/schema/identity/organizations.ts'
import { otherPrice, otherSeats } from '#server/billing/subscriptions/change.ts'
import { create } from '#server/testing/licensing/licenses.ts'
import { db, inDays, signIn, statusesOf } from '#server/testing/testing.ts'

const admin = await signIn({ role: 'admin' })

const change = ({ id }: { id: string }, changes: object) =>
  admin.call(subscriptions.changeSubscription, { params: { id }, body: changes })

/** 120.00 rand a month for ten seats. */
async function subscribed(facts: Partial<SubscriptionRow> & { monthlyCents?: number } = {}) {
  const organization = await makeOrganization(db)
  return makeSubscription(db, { organizationId: organization.id, monthlyCents: 12_000, ...facts })
}

const priceOf = async (organizationId: string) => {
  const [row] = await db.select().from(organizations).where(eq(organizations.id, organizationId))
  return row?.twelveMonthCents
}
const adjustmentsOf = ({ id }: { id: string }) =>
  db.select().from(adjustments).where(eq(adjustments.subscriptionId, id)).orderBy(adjustments.createdAt)
const auditOf = ({ id }: { id: string }) => db.select().from(auditLog).where(eq(auditLog.subjectId, id))

test('a new price is a month’s total; twelve of it are what the organization pays [R-API-64 R-CONST-04]', async () => {
  const subscription = await subscribed()
  const { status, body } = await change(subscription, { price: '250.55', planName: ' Gold Plan ' })
  expect([status, body]).toMatchObject([200, { price: '250.55', planName: 'Gold Plan', licenseLimit: 10 }])
  expect(await priceOf(subscription.organizationId)).toBe(300_660)
  expect(await auditOf(subscription)).toMatchObject([
    {
      action: 'subscription.updated',
      actorId: admin.user.id,
      organizationId: subscription.organizationId,
      changes: { planName: ['Standard Plan', 'Gold Plan'], twelveMonthCents: [144_000, 300_660] },
    },
  ])
  expect(await adjustmentsOf(subscription)).toEqual([])
})

test('a total for another number of licenses than there are by now is refused with 409', async () => {
  const subscription = await subscribed()
  const { organizationId } = subscription
  const setPrice = (seatsFrom: number) =>
    admin.call(organizationContract.setPricing, {
      params: { id: organizationId },
      body: { twelveMonthValue: '2880.00', seatsFrom },
    })
  expect((await change(subscription, { licenseLimit: 20, seatsFrom: 10 })).body.licenseLimit).toBe(20)
  const stale = { price: '150.00', licenseLimit: 10, seatsFrom: 10 }
  expect(await change(subscription, stale)).toMatchObject({ status: 409, message: otherSeats(20) })
  expect(await setPrice(10)).toMatchObject({ status: 409, message: otherSeats(20) })
  expect(await priceOf(organizationId)).toBe(288_000)
  expect((await setPrice(20)).status).toBe(200)
  expect((await change(subscription, { ...stale, seatsFrom: 20 })).body).toMatchObject({ licenseLimit: 10 })
})

test('a price in place of another one than there is by now is refused with 409', async () => {
  const subscription = await subscribed()
  const { organizationId } = subscription
  const setPrice = (twelveMonthFrom: string) =>
    admin.call(organizationContract.setPricing, {
      params: { id: organizationId },
      body: { twelveMonthValue: '2880.00', twelveMonthFrom },
    })
  expect((await change(subscription, { price: '150.00', priceFrom: '120.00' })).body.price).toBe('150.00')
  const stale = { price: '144.00', licenseLimit: 12, priceFrom: '120.00' }
  expect(await change(subscription, stale)).toMatchObject({ status: 409, message: otherPrice(15_000) })
  expect(await setPrice('1440.00')).toMatchObject({ status: 409, message: otherPrice(15_000) })
  expect(await priceOf(organizationId)).toBe(180_000)
  expect((await setPrice('1800.00')).status).toBe(200)
  expect((await change(subscription, { ...stale, priceFrom: '240.00' })).body).toMatchObject({ price: '144.00' })
})

test('more or fewer licenses count at once and cost as much each as before [R-API-64 R-CONST-03]', async () => {
  const subscription = await subscribed()
  expect((await change(subscription, { licenseLimit: 15 })).body).toMatchObject({ licenseLimit: 15, price: '180.00' })
  expect((await change(subscription, { licenseLimit: '3' })).body).toMatchObject({ licenseLimit: 3, price: '36.00' })
  expect(await adjustmentsOf(subscription)).toMatchObject([
    { deltaQuantity: 5, status: 'applied', userId: admin.user.id },
    { deltaQuantity: -12, status: 'applied' },
  ])
  expect(await auditOf(subscription)).toMatchObject([
    { changes: { licenseLimit: [10, 15], twelveMonthCents: [144_000, 216_000] } },
    { changes: { licenseLimit: [15, 3], twelveMonthCents: [216_000, 43_200] } },
  ])
})

test('a price that comes with the licenses is the price of all of them; 0 is one [R-API-64]', async () => {
  const subscription = await subscribed()
  const { body } = await change(subscription, { price: 500, licenseLimit: 20 })
  expect(body).toMatchObject({ price: '500.00', licenseLimit: 20 })
  expect((await change(subscription, { price: '0' })).body.price).toBe('0.00')
})

test('a change to the same values is neither saved nor emailed', async () => {
  const subscription = await subscribed()
  const { status } = await change(subscription, { price: '120.00', licenseLimit: 10, planName: 'Standard Plan' })
  expect(status).toBe(200)
  expect(await auditOf(subscription)).toEqual([])
})

test('there are never fewer seats than licenses', async () => {
  const subscription = await subscribed()
  for (let count = 0; count < 3; count += 1) {
    await makeLicense(db, { organizationId: subscription.organizationId, status: 'revoked' })
  }
  expect(await change(subscription, { licenseLimit: 2, price: '1.00' })).toMatchObject({
    status: 409,
    message: 'This organization already has 3 licenses. The subscription needs at least as many.',
  })
  expect(await priceOf(subscription.organizationId)).toBe(144_000)
  expect((await change(subscription, { licenseLimit: 3 })).body).toMatchObject({ licenseLimit: 3, licensesUsed: 3 })
})

test('while licenses are made there are never more of them than seats', async () => {
  const owner = await signIn({ licenseLimit: null })
  const subscription = await makeSubscription(db, { organizationId: owner.organizationId, licenseLimit: 8 })
  const answers = await Promise.all(
    [8, 7, 6, 5, 4, 3, 2, 1].flatMap((licenseLimit) => [create(owner), change(subscription, { licenseLimit })]),
  )
  for (const { status } of answers) expect([200, 201, 409]).toContain(status)
  const { body } = await change(subscription, { planName: 'Counted' })
  expect(body.licensesUsed).toBeLessThanOrEqual(body.licenseLimit)
  expect(body.licensesUsed).toBe(answers.filter(({ status }) => status === 201).length)
})

test('of eight prices at once the last one counts, and the trail has no gap', async () => {
  const subscription = await subscribed()
  const answers = await Promise.all(
    Array.from({ length: 8 }, (_, number) => change(subscription, { price: `${number + 1}.00` })),
  )
  expect(statusesOf(answers)).toEqual(Array.from({ length: 8 }, () => 200))
  const told = (await auditOf(subscription)).map(({ changes }) => changes.twelveMonthCents as [number, number])
  const next = new Map(told)
  let price = 144_000
  for (let step = 0; step < 8; step += 1) price = next.get(price) ?? Number.NaN
  expect(await priceOf(subscription.organizationId)).toBe(price)
})

test('a planned change that no longer fits is dropped, another one waits on', async () => {
  const subscription = await subscribed()
  const { organizationId, id: subscriptionId } = subscription
  await db.insert(adjustments).values({ organizationId, subscriptionId, deltaQuantity: -4, effectiveAt: inDays(9) })
  await change(subscription, { licenseLimit: 5 })
  expect((await adjustmentsOf(subscription)).map(({ status }) => status).toSorted()).toEqual(['applied', 'pending'])
  await change(subscription, { licenseLimit: 4 })
  const dropped = (await adjustmentsOf(subscription)).filter(({ status }) => status === 'dropped')
  expect(dropped).toMatchObject([{ deltaQuantity: -4 }])
  expect((await auditOf(subscription)).map(({ changes }) => changes.pendingSeats)).toEqual([undefined, [[-4], []]])
})

test('a canceled or ended subscription cannot be changed', async () => {
  const canceled = await subscribed({ status: 'canceled', canceledAt: inDays(-1) })
  const wishes = [{ price: '1.00' }, { licenseLimit: 11 }, { planName: 'Other' }]
  for (const wish of wishes) {
    expect(await change(canceled, wish)).toMatchObject({ status: 409, message: CANCELED_CANNOT_CHANGE })
  }
  const over = { status: 409, message: SUBSCRIPTION_ENDED }
  await db
    .update(subscriptionTable)
    .set({ currentPeriodEnd: inDays(-1) })
    .where(eq(subscriptionTable.id, canceled.id))
  expect(await change(canceled, { price: '1.00' })).toMatchObject(over)
  const ended = await subscribed({ endedAt: inDays(-1) })
  await makeSubscription(db, { organizationId: ended.organizationId })
  expect(await change(ended, { price: '1.00' })).toMatchObject(over)
  expect(await change({ id: randomUUID() }, { price: '1.00' })).toMatchObject({
    status: 404,
    message: 'Subscription not found',
  })
  expect(await auditOf(canceled)).toEqual([])
})

test('no number of licenses makes the total too large', async () => {
  const subscription = await subscribed({ licenseLimit: 1, monthlyCents: 100_000_000_000 })
  expect(await change(subscription, { licenseLimit: 1_000_000 })).toMatchObject({
    status: 409,
    message: TOTAL_TOO_LARGE,
  })
  expect(await change(subscription, { price: '999999999999' })).toMatchObject({ status: 400, message: TOTAL_TOO_LARGE })
})

test.each([
  [{}, 'Nothing to change'],
  [{ price: '1.005' }, 'Price must be an amount such as 2495.00'],
  [{ price: -1 }, 'Price must be an amount such as 2495.00'],
  [{ licenseLimit: 0 }, 'Number of licenses must be a whole number of at least 1'],
  [{ licenseLimit: 1.5 }, 'Number of licenses must be a whole number of at least 1'],
  [{ licenseLimit: 1_000_001 }, TOO_MANY_SEATS],
  [{ planName: ' ' }, 'Plan name is required'],
])('%j is refused', async (wrong, message) => {
  const subscription = await subscribed()
  expect(await change(subscription, wrong)).toMatchObject({ status: 400, message })
})

test('a suspended organization’s subscription can still be changed', async () => {
  const subscription = await subscribed()
  const params = { id: subscription.organizationId }
  await admin.call(organizationContract.suspend, { params, body: { suspend: true, reason: 'Unpaid' } })
  expect((await change(subscription, { price: '99.00' })).body).toMatchObject({ price: '99.00', status: 'active' })
})

test('each seat change is emailed to the customer once, and other changes are not', async () => {
  const subscription = await subscribed()
  const emailsOf = async () => {
    const keys = (await adjustmentsOf(subscription)).map(({ id }) => id)
    const letters = await Promise.all(
      keys.map((id) =>
        db
          .select()
          .from(emails)
          .where(and(eq(emails.kind, 'seats-changed'), like(emails.onceKey, `%${id}%`))),
      ),
    )
    return letters.flat().map(({ text }) => text)
  }
  await change(subscription, { licenseLimit: 12 })
  await change(subscription, { licenseLimit: 12, price: '99.00' })
  await change(subscription, { licenseLimit: 11 })
  expect(await emailsOf()).toEqual([
    expect.stringContaining('has 12 licenses, 2 more than before'),
    expect.stringContaining('has 11 licenses, 1 fewer than before'),
  ])
})
