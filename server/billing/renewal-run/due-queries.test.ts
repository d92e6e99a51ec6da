import { and, eq, isNotNull, sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { subscriptions } from '#server/database/schema/billing/subscriptions.ts'
import { plusDays } from '#server/domain/calendar.ts'
import { migrateJobs } from '#server/platform/jobs/jobs.ts'
import { jobTable } from '#server/start/job-table.ts'
import {
  bill,
  dayIn,
  dueOn,
  invoiceFrom,
  invoicesOf,
  midnightIn,
  move,
  plan,
  stored,
  subscribed,
  today,
} from '#server/testing/billing/renewals.ts'
import { db, platform, testDatabaseUrl } from '#server/testing/testing.ts'
import { findDue } from './due-queries.ts'
import { BILL_SUBSCRIPTION, billAllDue, billDue } from './run.ts'

const isDue = async ({ id }: { id: string }) => (await findDue(db, 1000)).includes(id)

test('nothing is due in the middle of a paid period, nor while a renewal waits to be paid', async () => {
  const subscription = await subscribed({ currentPeriodEnd: midnightIn(8) })
  expect(await isDue(subscription)).toBe(false)
  const billed = await subscribed({ currentPeriodEnd: dayIn(7) })
  expect(await isDue(billed)).toBe(true)
  await bill(billed)
  expect(await isDue(billed)).toBe(false)
  await move(await invoiceFrom(billed, billed.currentPeriodEnd), 'paid')
  expect(await isDue(billed)).toBe(false)
})

test('a change of seats, an end and what costs nothing are due on their day, and done once', async () => {
  const changing = await subscribed()
  await plan(changing, 2, dayIn(-1))
  const canceled = await subscribed({ status: 'canceled', canceledAt: dayIn(-3), currentPeriodEnd: dayIn(-1) })
  const free = await subscribed({ monthlyCents: 0, currentPeriodEnd: dayIn(-1) })
  for (const subscription of [changing, canceled, free]) {
    expect(await isDue(subscription)).toBe(true)
    await bill(subscription)
    expect(await isDue(subscription)).toBe(false)
  }
})

test('each escalation is due on its day', async () => {
  const subscription = await subscribed({ currentPeriodEnd: dayIn(-1) })
  await bill(subscription)
  const invoice = await invoiceFrom(subscription, subscription.currentPeriodEnd)
  for (const [daysAgo, wasDue] of [
    [0, false],
    [1, true],
    [14, false],
    [15, true],
    [60, false],
    [61, true],
  ] as const) {
    await dueOn(invoice, plusDays(today, -daysAgo))
    // As if so many days had passed: what it has been late since moves along.
    await db
      .update(subscriptions)
      .set({ pastDueAt: midnightIn(1 - daysAgo) })
      .where(and(eq(subscriptions.id, subscription.id), isNotNull(subscriptions.pastDueAt)))
    expect([daysAgo, await isDue(subscription)]).toEqual([daysAgo, wasDue])
    await bill(subscription)
    expect(await isDue(subscription)).toBe(false)
  }
})

test('pages follow each other by id, and all of them are billed', async () => {
  const some = []
  for (let count = 0; count < 5; count += 1) some.push(await subscribed({ currentPeriodEnd: dayIn(3) }))
  const all = await findDue(db, 1000)
  const first = await findDue(db, 2)
  expect(first).toEqual(all.slice(0, 2))
  expect(await findDue(db, 1000, first[1])).toEqual(all.slice(2))
  await billAllDue(platform)
  expect(await findDue(db, 1000)).toEqual([])
  for (const subscription of some) expect(await invoicesOf(subscription)).toHaveLength(1)
})

test('a failing subscription does not block others: each has one job, however often it is queued', async () => {
  await migrateJobs(jobTable)(testDatabaseUrl)
  const subscription = await subscribed({ currentPeriodEnd: dayIn(3) })
  await billDue(platform)
  await Promise.all([billDue(platform), billDue(platform)])
  const { rows } = await db.execute(sql`
    select data from pgboss.job where name = ${BILL_SUBSCRIPTION} and data->>'subscriptionId' = ${subscription.id}`)
  expect(rows).toEqual([{ data: { subscriptionId: subscription.id } }])
  expect((await stored(subscription)).status).toBe('active')
})
