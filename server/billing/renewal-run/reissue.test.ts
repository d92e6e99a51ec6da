import { expect, test } from 'vitest'
import { subscriptions } from '#contract/billing/subscriptions.ts'
import { formatDate } from '#contract/dates.ts'
import { dayOf, plusDays } from '#server/domain/calendar.ts'
import {
  bill,
  chargesOf,
  dayIn,
  invoiceFrom,
  invoicesOf,
  linesOf,
  move,
  shift,
  subscribed,
  today,
} from '#server/testing/billing/renewals.ts'
import { signIn } from '#server/testing/testing.ts'

const admin = await signIn({ role: 'admin' })

const change = ({ id }: { id: string }, licenseLimit: number) =>
  admin.call(subscriptions.changeSubscription, { params: { id }, body: { licenseLimit } })

/** Cost of seats at R12.00 a month from a day to the end of an invoice's period. */
function restOf(
  { periodStart, periodEnd }: Partial<Record<'periodStart' | 'periodEnd', string | null>>,
  seats: number,
  from = today,
) {
  const daysFrom = (start: string) => (Date.parse(dayOf(periodEnd ?? '')) - Date.parse(start)) / 86_400_000
  return Math.round((seats * 1200 * daysFrom(from)) / daysFrom(dayOf(periodStart ?? '')))
}

test('a voided renewal lets its charges go to the next, and is reissued with the seats of its period by the day', async () => {
  const subscription = await subscribed({
    currentPeriodStart: dayIn(-28, '10:00'),
    currentPeriodEnd: dayIn(2, '10:00'),
  })
  await change(subscription, 11)
  await bill(subscription)
  await shift(subscription)
  await change(subscription, 20)
  const before = (await invoicesOf(subscription))[0]!
  expect(await chargesOf(subscription)).toHaveLength(2)
  await move(before, 'void')
  await bill(subscription)
  const anew = await invoiceFrom(subscription, before.periodStart!)
  expect(await chargesOf(subscription)).toMatchObject([{ invoiceId: anew.id, voidedInvoiceId: before.id, seats: 1 }])
  const until = formatDate(plusDays(dayOf(subscription.currentPeriodEnd), -4))
  expect(await linesOf(anew)).toMatchObject([
    [expect.stringMatching(/^Standard Plan, /), 11, 13_200],
    [expect.stringMatching(/^\+9 seats from /), 9, restOf(anew, 9)],
    [`+1 seat from ${formatDate(plusDays(today, -3))} to ${until}`, 1, 80],
  ])
})

test('a reissued paid period leaves out seats that the next invoice has billed', async () => {
  const subscription = await subscribed({
    currentPeriodStart: dayIn(-28, '10:00'),
    currentPeriodEnd: dayIn(2, '10:00'),
  })
  await bill(subscription)
  await move((await invoicesOf(subscription))[0]!, 'paid')
  await shift(subscription)
  await change(subscription, 11)
  const [charge] = await chargesOf(subscription)
  for (let turn = 0; turn < 8; turn += 1) await shift(subscription)
  await bill(subscription)
  const [paid, next] = await invoicesOf(subscription)
  expect((await linesOf(next!))[1]).toMatchObject([expect.stringMatching(/^\+1 seat from /), 1, charge!.amountCents])
  await move(next!, 'paid')
  await move(paid!, 'void')
  await bill(subscription)
  const anew = await invoiceFrom(subscription, paid!.periodStart!)
  const rest = restOf(anew, 1, plusDays(today, -24))
  expect(anew.amountCents).toBe(12_000 + rest - charge!.amountCents)
  expect(await linesOf(anew)).toMatchObject([
    [expect.stringMatching(/^Standard Plan, /), 10, 12_000],
    [expect.stringMatching(/^\+1 seat from /), 1, rest],
    [expect.stringMatching(/^\+1 seat from .*, billed already$/), 1, -charge!.amountCents],
  ])
})

test('an invoice that was void for a while charges seats added in its period by the day once it is reinstated', async () => {
  const subscription = await subscribed({ currentPeriodEnd: dayIn(2, '10:00') })
  await bill(subscription)
  await shift(subscription)
  await change(subscription, 14)
  const [invoice] = await invoicesOf(subscription)
  for (const status of ['draft', 'issued'] as const) await move(invoice!, status)
  await bill(subscription)
  expect(await chargesOf(subscription)).toMatchObject([{ seats: 4, amountCents: restOf(invoice!, 4) }])
})

test('a period that is billed late, after the one before it was paid, charges seats added in it by the day', async () => {
  const subscription = await subscribed({ currentPeriodEnd: dayIn(-10, '10:00') })
  await change(subscription, 16)
  await bill(subscription)
  const [late] = await invoicesOf(subscription)
  expect(await linesOf(late!)).toMatchObject([
    [expect.stringMatching(/^Standard Plan, /), 10, 12_000],
    [expect.stringMatching(/^\+6 seats from /), 6, restOf(late!, 6)],
  ])
  expect(late).toMatchObject({ seats: 16 })
  expect(await chargesOf(subscription)).toEqual([])
})

test('seats that went again are not charged when a period is reissued, the newest first', async () => {
  const subscription = await subscribed({ currentPeriodEnd: dayIn(2, '10:00') })
  await bill(subscription)
  await shift(subscription)
  await change(subscription, 15)
  await change(subscription, 12)
  await move((await invoicesOf(subscription))[0]!, 'void')
  await bill(subscription)
  const reissued = (await invoicesOf(subscription)).find(({ status }) => status === 'issued')
  expect((await linesOf(reissued!)).map(([, seats]) => seats)).toEqual([10, 2])
})
