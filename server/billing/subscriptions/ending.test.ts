import { and, eq, inArray, like } from 'drizzle-orm'
import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { ALREADY_CANCELED, OTHER_END, SUBSCRIPTION_ENDED, subscriptions } from '#contract/billing/subscriptions.ts'
import { makeActiveLicense } from '#demo/rows/licenses.ts'
import { makeOrganization } from '#demo/rows/organizations.ts'
import { recordPayment } from '#server/billing/ledger/payments.ts'
import { invoices } from '#server/database/schema/billing/invoices.ts'
import { subscriptions as subscriptionTable } from '#server/database/schema/billing/subscriptions.ts'
import { emails } from '#server/database/schema/emails.ts'
import { organizations } from '#server/database/schema/identity/organizations.ts'
import { licenses } from '#server/database/schema/licensing/licenses.ts'
import { plusDays } from '#server/domain/calendar.ts'
import { systemActor } from '#server/platform/actor.ts'
import {
  actionsOf,
  bill,
  chargesOf,
  dayIn,
  dueOn,
  invoiceFrom,
  invoicesOf,
  linesOf,
  plan,
  stored,
  subscribed,
  today,
} from '#server/testing/billing/renewals.ts'
import { findLockViolations } from '#server/testing/lock-order.ts'
import { db, platform, signIn, statusesOf } from '#server/testing/testing.ts'

const admin = await signIn({ role: 'admin' })
const cancel = ({ id }: { id: string }) => admin.call(subscriptions.cancelSubscription, { params: { id } })
const change = ({ id }: { id: string }, licenseLimit: number) =>
  admin.call(subscriptions.changeSubscription, { params: { id }, body: { licenseLimit } })
const subscribe = (id: string, body: object) =>
  admin.call(subscriptions.createSubscription, {
    params: { id },
    body: { pricePerLicense: '12', licenseLimit: 10, ...body },
  })

test('a new subscription bills its first period, due in two weeks', async () => {
  const { id } = await makeOrganization(db)
  const { body } = await subscribe(id, { billingType: 'annual' })
  const [invoice] = await invoicesOf(body)
  expect(invoice).toMatchObject({
    organizationId: id,
    amountCents: 144_000,
    dueDate: plusDays(today, 14),
    periodStart: body.currentPeriodStart,
    periodEnd: body.currentPeriodEnd,
    seats: 10,
  })
  const [organization] = await db.select().from(organizations).where(eq(organizations.id, id))
  expect(organization?.billingType).toBe('annual')
  expect((await stored(body)).anchorDay).toBe(Number(today.slice(8)))
  await bill(body)
  expect(await invoicesOf(body)).toMatchObject([{ id: invoice?.id, seatsSettledAt: expect.any(String) }])
})

test('what was billed elsewhere, or costs nothing, begins without an invoice', async () => {
  for (const terms of [{ isFirstPeriodBilled: false }, { pricePerLicense: '0' }]) {
    const { body } = await subscribe((await makeOrganization(db)).id, terms)
    expect(await invoicesOf(body)).toEqual([])
  }
})

test('an admin lets a subscription end with what was paid for; a second call finds it done', async () => {
  const subscription = await subscribed({ currentPeriodEnd: dayIn(20) })
  await plan(subscription, 3, subscription.currentPeriodEnd)
  const answers = await Promise.all(Array.from({ length: 8 }, () => cancel(subscription)))
  expect(statusesOf(answers)).toEqual([200, 409, 409, 409, 409, 409, 409, 409])
  expect(answers.filter(({ message }) => message === ALREADY_CANCELED)).toHaveLength(7)
  expect(answers.find(({ status }) => status === 200)?.body).toMatchObject({ status: 'canceled' })
  expect(await stored(subscription)).toMatchObject({ status: 'canceled', endedAt: null })
})

test.each([
  ['past_due', 3],
  ['unpaid', 20],
] as const)('a canceled subscription that is %s ends immediately, and its renewal is voided', async (status, days) => {
  const subscription = await subscribed({ currentPeriodEnd: dayIn(-1, '10:00') })
  const license = await makeActiveLicense(db, { organizationId: subscription.organizationId })
  await bill(subscription)
  await dueOn(await invoiceFrom(subscription, subscription.currentPeriodEnd), plusDays(today, -days))
  await bill(subscription)
  expect((await stored(subscription)).status).toBe(status)
  expect(await cancel(subscription)).toMatchObject({ status: 200, body: { status: 'canceled' } })
  expect(await stored(subscription)).toMatchObject({ status: 'canceled', endedAt: expect.any(String) })
  expect(await invoicesOf(subscription)).toMatchObject([{ status: 'void' }])
  expect(await db.select().from(licenses).where(eq(licenses.id, license.id))).toMatchObject([{ status: 'inactive' }])
  expect(await cancel(subscription)).toMatchObject({ status: 409, message: SUBSCRIPTION_ENDED })
  const letters = await db
    .select()
    .from(emails)
    .where(
      and(
        inArray(emails.kind, ['subscription-canceled', 'subscription-ended']),
        like(emails.onceKey, `%${subscription.id}%`),
      ),
    )
  expect(letters).toMatchObject([
    { kind: 'subscription-ended', text: expect.stringMatching(/canceled the subscription .* It ended immediately/) },
  ])
  await bill(subscription)
  expect(await invoicesOf(subscription)).toHaveLength(1)
})

test('a renewal of which a part was paid is credited in full, its money kept', async () => {
  const subscription = await subscribed({ currentPeriodEnd: dayIn(2) })
  await bill(subscription)
  const { id } = await invoiceFrom(subscription, subscription.currentPeriodEnd)
  await recordPayment(platform, systemActor, { id, amount: '50.00', method: 'eft', receivedOn: today })
  await cancel(subscription)
  expect(await invoicesOf(subscription)).toMatchObject([{ amountCents: 12_000, creditedCents: 12_000, paidCents: 0 }])
  expect((await stored(subscription)).currentPeriodEnd).toBe(subscription.currentPeriodEnd)
})

test('a renewal that is late and paid in part is credited before its licenses go off', async () => {
  const subscription = await subscribed({ currentPeriodEnd: dayIn(-1, '10:00') })
  const license = await makeActiveLicense(db, { organizationId: subscription.organizationId })
  await bill(subscription)
  const { id } = await invoiceFrom(subscription, subscription.currentPeriodEnd)
  await recordPayment(platform, systemActor, { id, amount: '50.00', method: 'eft', receivedOn: today })
  await dueOn({ id }, plusDays(today, -3))
  await bill(subscription)
  expect((await cancel(subscription)).status).toBe(200)
  expect(await invoicesOf(subscription)).toMatchObject([{ creditedCents: 12_000, paidCents: 0 }])
  expect(await db.select().from(licenses).where(eq(licenses.id, license.id))).toMatchObject([{ status: 'inactive' }])
  expect(findLockViolations()).toEqual([])
})

test('unbilled seats are billed on a final invoice when the subscription ends', async () => {
  const subscription = await subscribed({
    currentPeriodStart: dayIn(-20, '10:00'),
    currentPeriodEnd: dayIn(10, '10:00'),
  })
  await change(subscription, 13)
  await cancel(subscription)
  await bill(subscription)
  expect(await invoicesOf(subscription)).toEqual([])
  await platform.pool.query(
    `update subscriptions set current_period_end = now() - interval '1 hour' where id = '${subscription.id}'`,
  )
  await bill(subscription)
  const [last] = await invoicesOf(subscription)
  expect(last).toMatchObject({ amountCents: 1200, periodStart: null, dueDate: plusDays(today, 14) })
  expect(await linesOf(last!)).toHaveLength(1)
  expect(await chargesOf(subscription)).toMatchObject([{ invoiceId: last?.id }])
})

test('a new subscription ends the lapsed one properly, and brings its licenses back', async () => {
  const old = await subscribed({ status: 'canceled', canceledAt: dayIn(-9), currentPeriodEnd: dayIn(-1, '10:00') })
  const license = await makeActiveLicense(db, { organizationId: old.organizationId })
  expect((await subscribe(old.organizationId, {})).status).toBe(201)
  expect(await stored(old)).toMatchObject({ endedAt: old.currentPeriodEnd })
  expect(await actionsOf(old)).toEqual(['subscription.ended'])
  expect(await db.select().from(licenses).where(eq(licenses.id, license.id))).toMatchObject([{ status: 'active' }])
})

test('how it is billed changes with a subscription, and nothing else of it does', async () => {
  const subscription = await subscribed()
  const answer = await admin.call(subscriptions.changeSubscription, {
    params: { id: subscription.id },
    body: { billingType: 'annual' },
  })
  expect(answer).toMatchObject({
    status: 200,
    body: { price: '120.00', currentPeriodEnd: subscription.currentPeriodEnd },
  })
  expect(await db.select().from(invoices).where(eq(invoices.subscriptionId, subscription.id))).toEqual([])
})

test('a cancellation that would take effect otherwise than it was shown is refused and changes nothing', async () => {
  const subscription = await subscribed()
  const cancelAs = (endsAtOnce: unknown) =>
    admin.call(subscriptions.cancelSubscription, { params: subscription, body: { endsAtOnce } })
  const refusal = { status: 409, message: OTHER_END }
  expect(await cancelAs(true)).toMatchObject(refusal)
  expect((await cancelAs('no')).status).toBe(400)
  await db.update(subscriptionTable).set({ status: 'past_due' }).where(eq(subscriptionTable.id, subscription.id))
  expect(await cancelAs(false)).toMatchObject(refusal)
  expect(await stored(subscription)).toMatchObject({ status: 'past_due', canceledAt: null, endedAt: null })
  expect(await actionsOf(subscription)).toEqual([])
  expect(await cancelAs(true)).toMatchObject({ status: 200, body: { status: 'canceled' } })
})

test('only admins cancel for a customer, and an unknown subscription is 404', async () => {
  const subscription = await subscribed()
  for (const role of ['agent', 'org_admin', 'customer'] as const) {
    const person = await signIn({ role })
    expect((await person.call(subscriptions.cancelSubscription, { params: { id: subscription.id } })).status).toBe(403)
  }
  expect((await stored(subscription)).status).toBe('active')
  expect(await cancel({ id: randomUUID() })).toMatchObject({ status: 404, message: 'Subscription not found' })
})
