import { expect, test } from 'vitest'
import { creditInvoice } from '#server/billing/invoices/credit-notes/credit-notes.ts'
import { withInvoiceLock } from '#server/billing/lock.ts'
import { plusDays } from '#server/domain/calendar.ts'
import { systemActor } from '#server/platform/actor.ts'
import {
  actionsOf,
  bill,
  dayIn,
  dueOn,
  invoiceFrom,
  invoicesOf,
  move,
  stored,
  subscribed,
  today,
} from '#server/testing/billing/renewals.ts'
import { platform } from '#server/testing/testing.ts'

/** With its renewal issued. */
async function billed(days = 2) {
  const subscription = await subscribed({ currentPeriodEnd: dayIn(days, '10:00') })
  await bill(subscription)
  return { subscription, invoice: await invoiceFrom(subscription, subscription.currentPeriodEnd) }
}

test('paid early, a renewal moves the subscription on, and the invoice remembers from where', async () => {
  const { subscription, invoice } = await billed()
  await move(invoice, 'paid')
  expect(await stored(subscription)).toMatchObject({
    currentPeriodStart: invoice.periodStart,
    currentPeriodEnd: invoice.periodEnd,
  })
  expect(await invoiceFrom(subscription, invoice.periodStart!)).toMatchObject({
    previousPeriodStart: subscription.currentPeriodStart,
  })
  await move(invoice, 'paid')
  expect(await actionsOf(subscription)).toEqual(['subscription.renewed'])
})

test('reversing a mistaken payment restores the period; paying again advances it again', async () => {
  const { subscription, invoice } = await billed()
  const { currentPeriodStart, currentPeriodEnd } = subscription
  for (const status of ['issued', 'overdue', 'pending', 'failed'] as const) {
    await move(invoice, 'paid')
    await move(invoice, status)
    expect(await stored(subscription)).toMatchObject({ currentPeriodStart, currentPeriodEnd })
    expect((await invoiceFrom(subscription, currentPeriodEnd)).previousPeriodStart).toBeNull()
  }
  await move(invoice, 'paid')
  expect((await stored(subscription)).currentPeriodEnd).toBe(invoice.periodEnd)
})

test('reversing the payment of a month also reverts later months until it is paid again', async () => {
  const subscription = await subscribed({ currentPeriodEnd: dayIn(-92, '10:00') })
  const paid = []
  let start = subscription.currentPeriodEnd
  for (let month = 0; month < 3; month += 1) {
    await bill(subscription)
    const invoice = await invoiceFrom(subscription, start)
    await move(invoice, 'paid')
    paid.push(invoice)
    start = invoice.periodEnd!
  }
  const [, second] = paid
  await move(second!, 'issued')
  expect(await stored(subscription)).toMatchObject({
    currentPeriodStart: paid[0]!.periodStart,
    currentPeriodEnd: second!.periodStart,
  })
  expect((await invoicesOf(subscription)).map(({ previousPeriodStart }) => previousPeriodStart !== null)).toEqual([
    true,
    false,
    false,
  ])
  await bill(subscription)
  expect(await invoicesOf(subscription)).toHaveLength(3)
  await move(second!, 'paid')
  expect(await stored(subscription)).toMatchObject({ currentPeriodEnd: start })
})

test('a voided month is reissued up to the start of the next one', async () => {
  const subscription = await subscribed({ currentPeriodEnd: dayIn(-60, '10:00') })
  await bill(subscription)
  const first = await invoiceFrom(subscription, subscription.currentPeriodEnd)
  await move(first, 'paid')
  await bill(subscription)
  const second = await invoiceFrom(subscription, first.periodEnd!)
  await move(second, 'paid')
  await move(first, 'void')
  expect((await stored(subscription)).currentPeriodEnd).toBe(first.periodStart)
  await bill(subscription)
  const anew = await invoiceFrom(subscription, first.periodStart!)
  expect(anew).toMatchObject({ status: 'issued', periodEnd: second.periodStart })
  expect(anew.id).not.toBe(first.id)
  await move(anew, 'paid')
  expect((await stored(subscription)).currentPeriodEnd).toBe(second.periodEnd)
})

test('paying the last overdue invoice makes the subscription active immediately', async () => {
  const { subscription, invoice } = await billed(-2)
  for (const [daysAgo, status] of [
    [3, 'past_due'],
    [20, 'unpaid'],
  ] as const) {
    await dueOn(invoice, plusDays(today, -daysAgo))
    await bill(subscription)
    expect(await stored(subscription)).toMatchObject({ status, pastDueAt: expect.any(String) })
    await move(invoice, 'paid')
    expect(await stored(subscription)).toMatchObject({ status: 'active', pastDueAt: null })
    await move(invoice, 'issued')
  }
  expect(await actionsOf(subscription)).toContain('subscription.recovered')
})

test('crediting or voiding a late invoice makes it active, too', async () => {
  for (const credited of [true, false]) {
    const { subscription, invoice } = await billed(-2)
    await dueOn(invoice, plusDays(today, -20))
    await bill(subscription)
    expect((await stored(subscription)).status).toBe('unpaid')
    await (credited
      ? withInvoiceLock(platform, invoice.id, (lock, row) =>
          creditInvoice(platform, lock, systemActor, row, { amountCents: 12_000, reason: 'Goodwill' }),
        )
      : move(invoice, 'void'))
    expect(await stored(subscription)).toMatchObject({ status: 'active', pastDueAt: null })
  }
})

test('what has ended is not moved any more by money that comes late', async () => {
  const { subscription, invoice } = await billed(-2)
  await dueOn(invoice, plusDays(today, -61))
  await bill(subscription)
  const ended = await stored(subscription)
  expect(ended.endedAt).not.toBeNull()
  await move(invoice, 'paid')
  expect(await stored(subscription)).toEqual(ended)
})
