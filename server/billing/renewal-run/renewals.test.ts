import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { formatDate } from '#contract/dates.ts'
import { makeInvoice } from '#demo/rows/invoices.ts'
import { seatCharges } from '#server/database/schema/billing/payments.ts'
import { organizations } from '#server/database/schema/identity/organizations.ts'
import { dayOf, periodFrom, plusDays } from '#server/domain/calendar.ts'
import {
  bill,
  chargesOf,
  dayIn,
  invoiceFrom,
  invoicesOf,
  linesOf,
  midnightIn,
  move,
  plan,
  setPrice,
  stored,
  subscribed,
  today,
} from '#server/testing/billing/renewals.ts'
import { db } from '#server/testing/testing.ts'
import { previewRenewal } from './preview.ts'

test('a month is billed from seven days before its first day on, South African days', async () => {
  const [early, due] = [
    await subscribed({ currentPeriodEnd: midnightIn(8) }),
    await subscribed({ currentPeriodEnd: dayIn(7) }),
  ]
  for (const subscription of [early, due]) await bill(subscription)
  expect(await invoicesOf(early)).toEqual([])
  const anchorDay = Number(plusDays(today, 7).slice(8))
  const end = periodFrom(due.currentPeriodEnd, { anchorDay, billingType: 'monthly' }).end
  const [invoice] = await invoicesOf(due)
  expect(invoice).toMatchObject({
    organizationId: due.organizationId,
    isManual: false,
    amountCents: 12_000,
    status: 'issued',
    dueDate: plusDays(today, 7),
    periodStart: due.currentPeriodEnd,
    periodEnd: end,
    seats: 10,
    previousPeriodStart: null,
  })
  expect(invoice?.invoiceNumber).toMatch(/^INV-\d{4}-\d{5}$/)
  const days = `${formatDate(plusDays(today, 7))} to ${formatDate(plusDays(dayOf(end), -1))}`
  expect(await linesOf(invoice!)).toEqual([[`Standard Plan, ${days}`, 10, 12_000]])
  expect((await stored(due)).anchorDay).toBe(anchorDay)
})

test('a year is billed from thirty days before, over twelve months', async () => {
  const annual = { billingType: 'annual', monthlyCents: 1003 } as const
  const early = await subscribed({ ...annual, currentPeriodEnd: midnightIn(31) })
  const due = await subscribed({ ...annual, currentPeriodEnd: dayIn(30) })
  for (const subscription of [early, due]) await bill(subscription)
  expect(await invoicesOf(early)).toEqual([])
  expect(await invoicesOf(due)).toMatchObject([{ amountCents: 12_036, dueDate: plusDays(today, 30) }])
})

test('a renewal that is issued late leaves at least a week to pay', async () => {
  const subscription = await subscribed({ currentPeriodEnd: dayIn(-3) })
  await bill(subscription)
  expect(await invoicesOf(subscription)).toMatchObject([{ dueDate: plusDays(today, 7) }])
})

test('of eight concurrent processes one bills a period, and another run changes nothing', async () => {
  const subscription = await subscribed({ currentPeriodEnd: dayIn(2) })
  await Promise.all(Array.from({ length: 8 }, () => bill(subscription)))
  await bill(subscription)
  expect(await invoicesOf(subscription)).toHaveLength(1)
})

test('seat changes that start with the period have a separate line', async () => {
  for (const [delta, cents, words] of [
    [5, 6000, '+5 seats'],
    [-2, -2400, '-2 seats'],
    [1, 1200, '+1 seat'],
  ] as const) {
    const subscription = await subscribed({ currentPeriodEnd: dayIn(2) })
    await plan(subscription, delta, subscription.currentPeriodEnd)
    await bill(subscription)
    const [invoice] = await invoicesOf(subscription)
    expect(invoice).toMatchObject({ amountCents: 12_000 + cents, seats: 10 + delta })
    const from = formatDate(dayOf(subscription.currentPeriodEnd))
    expect((await linesOf(invoice!))[1]).toEqual([`${words} from ${from}`, Math.abs(delta), cents])
  }
})

test('seats added since the last invoice are billed once, on the next one', async () => {
  const subscription = await subscribed({ currentPeriodEnd: dayIn(2) })
  const { id: subscriptionId, organizationId, currentPeriodEnd } = subscription
  const charge = { organizationId, subscriptionId, seats: 3, amountCents: 421, endsAt: currentPeriodEnd }
  await db.insert(seatCharges).values({ ...charge, startsAt: dayIn(-5, '10:00') })
  await bill(subscription)
  const [invoice] = await invoicesOf(subscription)
  expect(invoice?.amountCents).toBe(12_421)
  const days = `${formatDate(plusDays(today, -5))} to ${formatDate(plusDays(today, 1))}`
  expect((await linesOf(invoice!))[1]).toEqual([`+3 seats from ${days}`, 3, 421])
  expect(await chargesOf(subscription)).toMatchObject([{ invoiceId: invoice!.id }])
  await move(invoice!, 'paid')
  expect(await previewRenewal(db, organizationId)).toMatchObject({ items: [{ quantity: 10 }] })
})

test('after three months without a server each month is billed in turn, once the one before it is paid', async () => {
  const subscription = await subscribed({ currentPeriodEnd: dayIn(-92, '10:00') })
  let start = subscription.currentPeriodEnd
  for (let month = 0; month < 3; month += 1) {
    await bill(subscription)
    await bill(subscription)
    const invoice = await invoiceFrom(subscription, start)
    expect(await invoicesOf(subscription)).toHaveLength(month + 1)
    expect(invoice).toMatchObject({ status: 'issued', dueDate: plusDays(today, 7) })
    await move(invoice, 'paid')
    start = invoice.periodEnd!
    expect((await stored(subscription)).currentPeriodEnd).toBe(start)
  }
})

test('nothing is billed of what is canceled, costs nothing, or has an earlier period to be paid first', async () => {
  const canceled = await subscribed({ status: 'canceled', canceledAt: dayIn(-1), currentPeriodEnd: dayIn(2) })
  const free = await subscribed({ monthlyCents: 0, currentPeriodEnd: dayIn(2) })
  const first = await subscribed({ currentPeriodEnd: dayIn(2) })
  const { id: subscriptionId, organizationId, currentPeriodStart: periodStart, currentPeriodEnd: periodEnd } = first
  const invoice = await makeInvoice(db, { organizationId, subscriptionId, periodStart, periodEnd, seats: 10 })
  await bill(first)
  expect(await invoicesOf(first)).toMatchObject([{ id: invoice.id }])
  for (const subscription of [canceled, free]) {
    await bill(subscription)
    expect(await invoicesOf(subscription)).toEqual([])
  }
  expect((await stored(free)).currentPeriodEnd).toBe(free.currentPeriodEnd)
})

test('a free subscription advances automatically to the current period', async () => {
  const subscription = await subscribed({ monthlyCents: 0, currentPeriodEnd: dayIn(-70, '10:00'), anchorDay: 31 })
  await bill(subscription)
  const { currentPeriodStart, currentPeriodEnd } = await stored(subscription)
  expect(Date.parse(currentPeriodStart)).toBeLessThanOrEqual(Date.now())
  expect(Date.parse(currentPeriodEnd)).toBeGreaterThan(Date.now())
  expect(periodFrom(currentPeriodStart, { anchorDay: 31, billingType: 'monthly' }).end).toBe(currentPeriodEnd)
  expect(await invoicesOf(subscription)).toEqual([])
})

test('another billing counts from the next invoice on that is not issued yet', async () => {
  const subscription = await subscribed({ currentPeriodEnd: dayIn(2, '10:00') })
  await bill(subscription)
  const byYear = () =>
    db.update(organizations).set({ billingType: 'annual' }).where(eq(organizations.id, subscription.organizationId))
  await byYear()
  await bill(subscription)
  const month = await invoiceFrom(subscription, subscription.currentPeriodEnd)
  expect(month.amountCents).toBe(12_000)
  await move(month, 'void')
  await bill(subscription)
  const year = await invoiceFrom(subscription, subscription.currentPeriodEnd)
  expect(year).toMatchObject({ amountCents: 144_000 })
  expect(dayOf(year.periodEnd!).slice(0, 4)).toBe(String(Number(dayOf(year.periodStart!).slice(0, 4)) + 1))
})

test('a voided renewal is reissued at today’s price', async () => {
  const subscription = await subscribed({ currentPeriodEnd: dayIn(2) })
  await bill(subscription)
  const before = await invoiceFrom(subscription, subscription.currentPeriodEnd)
  await setPrice(subscription.organizationId, 24_000)
  await move(before, 'void')
  await bill(subscription)
  expect(await invoiceFrom(subscription, subscription.currentPeriodEnd)).toMatchObject({ amountCents: 2000 })
})

test('the next invoice is previewed until it is issued', async () => {
  const subscription = await subscribed({ currentPeriodEnd: dayIn(9), monthlyCents: 12_000 })
  await plan(subscription, 5, subscription.currentPeriodEnd)
  expect(await previewRenewal(db, subscription.organizationId)).toMatchObject({
    issuedOn: plusDays(today, 2),
    dueDate: plusDays(today, 9),
    amount: '180.00',
    items: [
      { quantity: 10, amount: '120.00' },
      { quantity: 5, amount: '60.00' },
    ],
  })
  const due = await subscribed({ currentPeriodEnd: dayIn(2) })
  expect(await previewRenewal(db, due.organizationId)).toMatchObject({
    issuedOn: today,
    dueDate: plusDays(today, 7),
  })
  await bill(due)
  expect(await previewRenewal(db, due.organizationId)).toBeNull()
})
