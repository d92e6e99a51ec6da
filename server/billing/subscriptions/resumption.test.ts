import { and, eq, like } from 'drizzle-orm'
import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { CANNOT_RESUME, SUBSCRIPTION_ENDED, subscriptions } from '#contract/billing/subscriptions.ts'
import { remindAll } from '#server/billing/reminders/reminders.ts'
import { subscriptions as subscriptionTable } from '#server/database/schema/billing/subscriptions.ts'
import { emails } from '#server/database/schema/emails.ts'
import {
  actionsOf,
  adjustmentsOf,
  bill,
  dayIn,
  invoicesOf,
  linesOf,
  plan,
  stored,
  subscribed,
} from '#server/testing/billing/renewals.ts'
import { db, inDays, platform, signIn, statusesOf } from '#server/testing/testing.ts'

type SubscriptionIds = { id: string; organizationId: string }

const admin = await signIn({ role: 'admin' })
const cancel = ({ id }: { id: string }) => admin.call(subscriptions.cancelSubscription, { params: { id } })
const resume = ({ id }: { id: string }, by = admin) => by.call(subscriptions.resumeSubscription, { params: { id } })

/** Emails to an administrator about the subscription. */
async function subscribedBy(facts: Parameters<typeof subscribed>[0] = {}) {
  const subscription = await subscribed({ currentPeriodEnd: dayIn(20), ...facts })
  const owner = await signIn({ organizationId: subscription.organizationId })
  return { subscription, owner }
}

const emailsAbout = ({ id }: SubscriptionIds, kind: string) =>
  db
    .select({ to: emails.to, text: emails.text })
    .from(emails)
    .where(and(eq(emails.kind, kind), like(emails.onceKey, `%${id}%`)))

test('an admin undoes a cancellation; eight at once do it once, with one email', async () => {
  const { subscription, owner } = await subscribedBy()
  await plan(subscription, 3, subscription.currentPeriodEnd)
  await cancel(subscription)
  const answers = await Promise.all(Array.from({ length: 8 }, () => resume(subscription)))
  expect(statusesOf(answers)).toEqual([200, 409, 409, 409, 409, 409, 409, 409])
  expect(answers.filter(({ message }) => message === CANNOT_RESUME)).toHaveLength(7)
  expect(await stored(subscription)).toMatchObject({
    status: 'active',
    canceledAt: null,
    currentPeriodEnd: subscription.currentPeriodEnd,
  })
  expect(await adjustmentsOf(subscription)).toMatchObject([{ status: 'dropped' }])
  expect(await actionsOf(subscription)).toEqual(['subscription.canceled', 'subscription.resumed'])
  const letters = await emailsAbout(subscription, 'subscription-resumed')
  expect(letters).toMatchObject([{ to: owner.user.email, text: expect.stringContaining('no longer canceled') }])
})

test('the renewal that the cancellation voided is reissued with the seats at that time', async () => {
  const { subscription } = await subscribedBy({ currentPeriodEnd: dayIn(5) })
  await bill(subscription)
  await cancel(subscription)
  await resume(subscription)
  await bill(subscription)
  const [first, second, ...others] = await invoicesOf(subscription)
  expect([first, second]).toMatchObject([
    { status: 'void', periodStart: subscription.currentPeriodEnd },
    { status: 'issued', periodStart: subscription.currentPeriodEnd, amountCents: 12_000 },
  ])
  expect(others).toEqual([])
  expect(await linesOf(second!)).toHaveLength(1)
})

test('resuming runs due steps without waiting for the hourly run', async () => {
  const { subscription } = await subscribedBy()
  await cancel(subscription)
  await resume(subscription)
  const { rows } = await platform.pool.query(
    `select count(*)::int as count from pgboss.job where name = 'bill-subscription' and singleton_key = $1`,
    [subscription.id],
  )
  expect(rows).toEqual([{ count: 1 }])
})

test('canceling again emails the administrators and sales again, and the end too', async () => {
  const { subscription, owner } = await subscribedBy({ currentPeriodEnd: inDays(7) })
  const canceledLongAgo = () =>
    db.update(subscriptionTable).set({ canceledAt: someTimeAgo() }).where(eq(subscriptionTable.id, subscription.id))
  for (const times of [1, 2]) {
    await cancel(subscription)
    await canceledLongAgo()
    await remindAll(platform)
    for (const kind of ['subscription-canceled', 'subscription-ending']) {
      const letters = await emailsAbout(subscription, kind)
      expect(letters.filter(({ to }) => to === owner.user.email)).toHaveLength(times)
    }
    expect(await emailsAbout(subscription, 'cancellation-for-sales')).toHaveLength(times)
    await resume(subscription)
  }
})

let days = 60
/** Another moment each time. */
const someTimeAgo = () => inDays(-(days += 1))

test('a subscription that is not canceled, or has ended, is not resumed', async () => {
  const { subscription } = await subscribedBy()
  expect(await resume(subscription)).toMatchObject({ status: 409, message: CANNOT_RESUME })
  const canceled = { status: 'canceled', canceledAt: inDays(-9) } as const
  for (const facts of [{ currentPeriodEnd: inDays(-1) }, { endedAt: inDays(-1) }]) {
    const { subscription: over } = await subscribedBy({ ...canceled, ...facts })
    expect(await resume(over)).toMatchObject({ status: 409, message: SUBSCRIPTION_ENDED })
    expect(await stored(over)).toMatchObject(canceled)
  }
  expect((await resume({ id: randomUUID() })).status).toBe(404)
})

test('only admins undo a cancellation', async () => {
  const { subscription, owner } = await subscribedBy()
  await cancel(subscription)
  for (const person of [owner, await owner.colleague('customer'), await signIn({ role: 'agent' })]) {
    expect((await resume(subscription, person)).status).toBe(403)
  }
  expect((await stored(subscription)).status).toBe('canceled')
})
