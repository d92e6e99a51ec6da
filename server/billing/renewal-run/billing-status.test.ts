import { and, eq, inArray } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { makeInvoice } from '#demo/rows/invoices.ts'
import { makeActiveLicense } from '#demo/rows/licenses.ts'
import { makeUser } from '#demo/rows/users.ts'
import { emails } from '#server/database/schema/emails.ts'
import { licenses } from '#server/database/schema/licensing/licenses.ts'
import { plusDays } from '#server/domain/calendar.ts'
import {
  actionsOf,
  adjustmentsOf,
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
import { db } from '#server/testing/testing.ts'
import { findDue } from './due-queries.ts'

/** With a renewal that was due so many days ago. */
async function late(days: number) {
  const subscription = await subscribed({ currentPeriodEnd: dayIn(-1, '10:00') })
  const { organizationId } = subscription
  const { email } = await makeUser(db, { role: 'org_admin', organizationId })
  const license = await makeActiveLicense(db, { organizationId })
  await bill(subscription)
  const invoice = await invoiceFrom(subscription, subscription.currentPeriodEnd)
  await dueOn(invoice, plusDays(today, -days))
  await bill(subscription)
  return { subscription, invoice, license, email }
}

const emailsTo = async (email: string) => {
  const rows = await db.select({ kind: emails.kind }).from(emails).where(eq(emails.to, email)).orderBy(emails.createdAt)
  return rows.map(({ kind }) => kind)
}

test.each([
  [0, 'active', null],
  [1, 'past_due', 0],
  [14, 'past_due', -13],
  [15, 'unpaid', -14],
  [60, 'unpaid', -59],
] as const)('an invoice that was due %i days ago makes a subscription %s', async (days, status, since) => {
  const { subscription } = await late(days)
  expect(await stored(subscription)).toMatchObject({
    status,
    pastDueAt: since === null ? null : midnightIn(since),
    endedAt: null,
  })
})

test('a reopened older invoice backdates past due, and no email is sent twice', async () => {
  const { subscription, invoice, email } = await late(3)
  const { organizationId, id: subscriptionId } = subscription
  const older = await makeInvoice(db, { organizationId, subscriptionId, dueDate: plusDays(today, -9) })
  await move(older, 'paid')
  await bill(subscription)
  expect((await stored(subscription)).pastDueAt).toBe(midnightIn(-2))
  const told = await emailsTo(email)
  await move(older, 'issued')
  expect(await findDue(db, 1000)).toContain(subscriptionId)
  await bill(subscription)
  expect(await stored(subscription)).toMatchObject({ status: 'past_due', pastDueAt: midnightIn(-8) })
  expect(await actionsOf(subscription)).toEqual(['subscription.marked-past-due', 'subscription.overdue-extended'])
  expect((await emailsTo(email)).filter((kind) => kind.startsWith('subscription'))).toEqual(
    told.filter((kind) => kind.startsWith('subscription')),
  )
  expect(await findDue(db, 1000)).not.toContain(subscriptionId)
  await move(older, 'paid')
  expect((await stored(subscription)).pastDueAt).toBe(midnightIn(-2))
  await move(invoice, 'paid')
  expect(await stored(subscription)).toMatchObject({ status: 'active', pastDueAt: null })
})

test('sixty days after the due day it ends: licenses off, planned seats dropped, the debt stays', async () => {
  const { subscription, invoice, license, email } = await late(20)
  await plan(subscription, 4, dayIn(20))
  await dueOn(invoice, plusDays(today, -61))
  await Promise.all(Array.from({ length: 8 }, () => bill(subscription)))
  const ended = await stored(subscription)
  expect(ended).toMatchObject({ status: 'unpaid', pastDueAt: midnightIn(-60), endedAt: expect.any(String) })
  expect(await db.select().from(licenses).where(eq(licenses.id, license.id))).toMatchObject([
    { status: 'inactive', statusBeforeSuspension: 'active' },
  ])
  expect(await adjustmentsOf(subscription)).toMatchObject([{ status: 'dropped' }])
  expect(await invoicesOf(subscription)).toMatchObject([{ status: 'issued', id: invoice.id }])
  expect(await actionsOf(subscription)).toEqual(['subscription.marked-unpaid', 'subscription.ended'])
  expect(await emailsTo(email)).toHaveLength(3)
  await bill(subscription)
  expect(await stored(subscription)).toEqual(ended)
})

test('after downtime the billing status catches up in one step, with one email', async () => {
  const { subscription, email } = await late(61)
  expect(await actionsOf(subscription)).toEqual(['subscription.ended'])
  expect(await emailsTo(email)).toHaveLength(2)
})

test('manual, draft and void invoices do not change the billing status', async () => {
  const subscription = await subscribed()
  const { organizationId, id: subscriptionId } = subscription
  const dueDate = plusDays(today, -30)
  await makeInvoice(db, { organizationId, dueDate })
  await makeInvoice(db, { organizationId, subscriptionId, dueDate, status: 'draft' })
  await makeInvoice(db, { organizationId, subscriptionId, dueDate, status: 'void' })
  await bill(subscription)
  expect((await stored(subscription)).status).toBe('active')
})

test('canceled and over, it ends where its period did; its licenses go off and come no more reminders of it', async () => {
  const currentPeriodEnd = dayIn(-1, '10:00')
  const subscription = await subscribed({ status: 'canceled', canceledAt: dayIn(-9), currentPeriodEnd })
  const { organizationId } = subscription
  const ids = [
    (await makeActiveLicense(db, { organizationId })).id,
    (await makeActiveLicense(db, { organizationId })).id,
  ]
  await Promise.all(Array.from({ length: 8 }, () => bill(subscription)))
  expect(await stored(subscription)).toMatchObject({ status: 'canceled', endedAt: currentPeriodEnd })
  expect(await db.$count(licenses, and(inArray(licenses.id, ids), eq(licenses.status, 'inactive')))).toBe(2)
  expect(await actionsOf(subscription)).toEqual(['subscription.ended'])
})
