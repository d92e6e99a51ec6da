import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { formatDate } from '#contract/dates.ts'
import { makeSubscription } from '#demo/rows/subscriptions.ts'
import { remindAll } from '#server/billing/reminders/reminders.ts'
import { subscriptions } from '#server/database/schema/billing/subscriptions.ts'
import { notificationSettings } from '#server/database/schema/identity/users.ts'
import { dayIn, emailsTo } from '#server/testing/billing/billing-mails.ts'
import { db, inDays, platform, signIn } from '#server/testing/testing.ts'

type Facts = Partial<Parameters<typeof makeSubscription>[1]>

/** `daysLeft`: until its last day. Its period ends on the day after. */
async function canceled(daysLeft: number, facts: Facts = {}) {
  const admin = await signIn({ licenseLimit: null })
  const { organizationId } = admin
  const subscription = await makeSubscription(db, {
    organizationId,
    status: 'canceled',
    canceledAt: inDays(-90),
    currentPeriodEnd: inDays(daysLeft + 1),
    ...facts,
  })
  return { admin, subscription, letters: () => emailsTo(admin.user.email, 'subscription-ending') }
}

test('administrators are emailed 30 and 7 days before a canceled subscription ends, once each', async () => {
  const { subscription, letters } = await canceled(30)
  await Promise.all(Array.from({ length: 8 }, () => remindAll(platform)))
  await remindAll(platform)
  const day = await dayIn(30)
  expect(await letters()).toMatchObject([
    {
      subject: `Your Latchkey subscription ends on ${formatDate(day)}`,
      text: expect.stringContaining(`ends in 30 days, on ${formatDate(day)}.`),
    },
  ])
  for (const daysLeft of [12, 7, 1]) {
    await db
      .update(subscriptions)
      .set({ currentPeriodEnd: inDays(daysLeft + 1) })
      .where(eq(subscriptions.id, subscription.id))
    await remindAll(platform)
    expect(await letters()).toHaveLength(daysLeft > 7 ? 1 : 2)
  }
  expect((await letters())[1]?.text).toContain('ends in 7 days')
})

test('a recent cancellation is followed by the next stage only', async () => {
  const { letters } = await canceled(20, { canceledAt: inDays(0) })
  const last = await canceled(5, { canceledAt: inDays(-10) })
  await remindAll(platform)
  expect(await letters()).toEqual([])
  expect((await last.letters())[0]?.text).toContain('ends in 5 days')
})

test.each([
  ['runs on', { status: 'active', canceledAt: null }],
  ['has ended', { endedAt: inDays(-1) }],
  ['is over', { currentPeriodEnd: inDays(-1) }],
  ['ends much later', { currentPeriodEnd: inDays(32) }],
] as const)('no email is sent about a subscription that %s', async (_what, facts) => {
  const { letters } = await canceled(7, facts)
  await remindAll(platform)
  expect(await letters()).toEqual([])
})

test('subscription emails can be turned off', async () => {
  const { admin, letters } = await canceled(7)
  await db.insert(notificationSettings).values({ userId: admin.user.id, kind: 'subscription', isEnabled: false })
  await remindAll(platform)
  expect(await letters()).toEqual([])
})
