import { expect, test } from 'vitest'
import { changeSubscriptionRow, withBillingLock, billedOf } from '#server/billing/lock.ts'
import { previewRenewal } from '#server/billing/renewal-run/preview.ts'
import {
  bill,
  chargesOf,
  dayIn,
  invoicesOf,
  linesOf,
  plan,
  setPrice,
  stored,
  subscribed,
  today,
} from '#server/testing/billing/renewals.ts'
import { db, platform } from '#server/testing/testing.ts'
import { chargeSeats } from './settle-seats.ts'

test('seats that were added before it cost nothing are billed as the period ends', async () => {
  const [start, end] = [dayIn(-28, '10:00'), dayIn(2, '10:00')]
  const subscription = await subscribed({ currentPeriodStart: start, currentPeriodEnd: end })
  const { organizationId } = subscription
  await withBillingLock(platform, organizationId, (lock) =>
    chargeSeats(lock.tx, billedOf(lock)!, { seats: 3, period: { start, end }, from: dayIn(-1, '10:00') }),
  )
  await setPrice(organizationId, 0)
  await bill(subscription)
  expect(await invoicesOf(subscription)).toEqual([])
  const preview = await previewRenewal(db, organizationId)
  expect(preview).toMatchObject({ amount: '3.60', items: [{ quantity: 3 }] })

  const over = dayIn(-1, '10:00')
  await withBillingLock(platform, organizationId, (lock) => changeSubscriptionRow(lock, { currentPeriodEnd: over }))
  expect(await previewRenewal(db, organizationId)).toMatchObject({ issuedOn: today })
  await bill(subscription)
  const [invoice, ...others] = await invoicesOf(subscription)
  expect(others).toEqual([])
  expect(await linesOf(invoice!)).toEqual([[preview?.items[0]?.description, 3, 360]])
  expect(await chargesOf(subscription)).toMatchObject([{ invoiceId: invoice?.id }])
  expect((await stored(subscription)).currentPeriodStart).toBe(over)
  await bill(subscription)
  expect(await invoicesOf(subscription)).toHaveLength(1)
})

test('a period that will cost nothing with fewer seats is not billed', async () => {
  const subscription = await subscribed({ monthlyCents: 1, currentPeriodEnd: dayIn(2, '10:00') })
  await plan(subscription, -9, subscription.currentPeriodEnd)
  expect(await previewRenewal(db, subscription.organizationId)).toBeNull()
  await bill(subscription)
  expect(await invoicesOf(subscription)).toEqual([])
})
