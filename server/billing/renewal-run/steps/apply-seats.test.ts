import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { subscriptions } from '#contract/billing/subscriptions.ts'
import { makeLicense } from '#demo/rows/licenses.ts'
import { addSeats } from '#server/billing/subscriptions/add-seats.ts'
import { creditNotes } from '#server/database/schema/billing/payments.ts'
import { adjustments } from '#server/database/schema/billing/subscriptions.ts'
import { systemActor } from '#server/platform/actor.ts'
import {
  actionsOf,
  adjustmentsOf,
  bill,
  chargesOf,
  dayIn,
  invoiceFrom,
  invoicesOf,
  move,
  plan,
  priceOf,
  shift,
  setPrice,
  stored,
  subscribed,
} from '#server/testing/billing/renewals.ts'
import { db, platform, signIn } from '#server/testing/testing.ts'

const admin = await signIn({ role: 'admin' })

type Subscription = Awaited<ReturnType<typeof subscribed>>

const change = ({ id }: Subscription, licenseLimit: number) =>
  admin.call(subscriptions.changeSubscription, { params: { id }, body: { licenseLimit } })

const grow = ({ organizationId }: Subscription, seats: number, effective: 'now' | 'period_end' = 'now') =>
  db.transaction((tx) => addSeats(platform, tx, systemActor, { organizationId, seats, effective }))

const creditsOf = ({ id }: { id: string }) => db.select().from(creditNotes).where(eq(creditNotes.invoiceId, id))

/** Its renewal issued with five more seats on it, which were to come as it begins; then its period begins. */
async function begun(replan: (subscription: Subscription) => Promise<unknown>, { paid = false } = {}) {
  const subscription = await subscribed({ currentPeriodEnd: dayIn(2, '10:00') })
  await plan(subscription, 5, subscription.currentPeriodEnd)
  await bill(subscription)
  const invoice = await invoiceFrom(subscription, subscription.currentPeriodEnd)
  if (paid) await move(invoice, 'paid')
  await replan(subscription)
  await shift(subscription)
  await bill(subscription)
  return { subscription, invoice }
}

test('planned seats come on their day, whether or not the renewal is paid, and were billed already', async () => {
  for (const paid of [true, false]) {
    const { subscription, invoice } = await begun(async () => {}, { paid })
    expect(await stored(subscription)).toMatchObject({ licenseLimit: 15 })
    expect(await priceOf(subscription)).toBe(216_000)
    expect(await adjustmentsOf(subscription)).toMatchObject([{ status: 'applied', appliedAt: expect.any(String) }])
    expect(await actionsOf(subscription)).toContain('subscription.seat-change-applied')
    expect(await chargesOf(subscription)).toEqual([])
    expect(await creditsOf(invoice)).toEqual([])
    expect((await invoicesOf(subscription))[0]?.seatsSettledAt).not.toBeNull()
  }
})

test('a planned change that leaves fewer seats than licenses fails, and what was billed too little is charged', async () => {
  const subscription = await subscribed({ currentPeriodEnd: dayIn(2, '10:00') })
  const { organizationId } = subscription
  await plan(subscription, -8, subscription.currentPeriodEnd)
  await bill(subscription)
  for (let count = 0; count < 3; count += 1) await makeLicense(db, { organizationId })
  await shift(subscription)
  await bill(subscription)
  expect(await stored(subscription)).toMatchObject({ licenseLimit: 10 })
  expect(await priceOf(subscription)).toBe(144_000)
  expect(await adjustmentsOf(subscription)).toMatchObject([{ status: 'failed', appliedAt: null }])
  expect(await actionsOf(subscription)).toEqual(['subscription.seat-change-failed', 'subscription.seats-settled'])
  expect(await chargesOf(subscription)).toMatchObject([{ seats: 8, amountCents: 9600, invoiceId: null }])
})

test('a plan that grew after the invoice was issued is charged by the difference, for the whole period', async () => {
  const { subscription, invoice } = await begun((held) => grow(held, 2, 'period_end'))
  expect((await stored(subscription)).licenseLimit).toBe(17)
  const [charge] = await chargesOf(subscription)
  const [now] = await invoicesOf(subscription)
  expect(charge).toMatchObject({ seats: 2, amountCents: 2400, startsAt: now?.periodStart, endsAt: now?.periodEnd })
  await bill(subscription)
  expect(await chargesOf(subscription)).toHaveLength(1)
  expect(await creditsOf(invoice)).toEqual([])
})

test('a seat change dropped after the invoice was issued is credited by the difference, paid or not', async () => {
  for (const paid of [true, false]) {
    const giveUp = ({ id }: Subscription) => db.delete(adjustments).where(eq(adjustments.subscriptionId, id))
    const { subscription, invoice } = await begun(giveUp, { paid })
    expect(await creditsOf(invoice)).toMatchObject([{ amountCents: 6000 }])
    expect(await invoicesOf(subscription)).toMatchObject([{ amountCents: 18_000, creditedCents: 6000, seats: 10 }])
    await bill(subscription)
    expect(await creditsOf(invoice)).toHaveLength(1)
  }
})

test('immediate seats cost the remaining days of the running period, on the next invoice', async () => {
  const subscription = await subscribed({
    currentPeriodStart: dayIn(-10, '10:00'),
    currentPeriodEnd: dayIn(20, '10:00'),
  })
  expect((await change(subscription, 13)).body).toMatchObject({ licenseLimit: 13, price: '156.00' })
  await grow(subscription, 1)
  expect(await chargesOf(subscription)).toMatchObject([
    { seats: 3, amountCents: 2400, endsAt: subscription.currentPeriodEnd, invoiceId: null },
    { seats: 1, amountCents: 800 },
  ])
  await change(subscription, 12)
  expect(await chargesOf(subscription)).toHaveLength(2)
})

test('they are charged for a period that runs unpaid, too, and for a year by its days', async () => {
  const unpaid = await subscribed({ currentPeriodEnd: dayIn(-1, '10:00') })
  await bill(unpaid)
  const { periodEnd } = await invoiceFrom(unpaid, unpaid.currentPeriodEnd)
  await change(unpaid, 20)
  expect(await chargesOf(unpaid)).toMatchObject([{ seats: 10, endsAt: periodEnd }])
  const [start, end] = [dayIn(-65, '10:00'), dayIn(300, '10:00')]
  const annual = await subscribed({ billingType: 'annual', currentPeriodStart: start, currentPeriodEnd: end })
  await change(annual, 11)
  expect(await chargesOf(annual)).toMatchObject([{ seats: 1, amountCents: Math.round((14_400 * 300) / 365) }])
})

test('paid early, the period that runs ends where the paid one begins', async () => {
  const subscription = await subscribed({
    currentPeriodStart: dayIn(-28, '10:00'),
    currentPeriodEnd: dayIn(2, '10:00'),
  })
  await bill(subscription)
  const invoice = await invoiceFrom(subscription, subscription.currentPeriodEnd)
  await move(invoice, 'paid')
  await grow(subscription, 5, 'period_end')
  expect(await adjustmentsOf(subscription)).toMatchObject([{ effectiveAt: subscription.currentPeriodEnd }])
  await grow(subscription, 5)
  expect(await chargesOf(subscription)).toMatchObject([
    { seats: 5, amountCents: 400, endsAt: subscription.currentPeriodEnd },
  ])
  await shift(subscription)
  await bill(subscription)
  expect((await chargesOf(subscription))[1]).toMatchObject({ seats: 10, amountCents: 12_000 })
})

test('a seat change settles a period that has begun first', async () => {
  const subscription = await subscribed({ currentPeriodEnd: dayIn(2, '10:00') })
  await plan(subscription, 5, subscription.currentPeriodEnd)
  await bill(subscription)
  await shift(subscription)
  await change(subscription, 12)
  expect(await adjustmentsOf(subscription)).toMatchObject([{ status: 'applied' }, { deltaQuantity: -3 }])
  expect(await creditsOf((await invoicesOf(subscription))[0]!)).toEqual([])
})

test('what costs nothing is not charged', async () => {
  const subscription = await subscribed()
  await setPrice(subscription.organizationId, 0)
  await change(subscription, 20)
  expect(await chargesOf(subscription)).toEqual([])
})
