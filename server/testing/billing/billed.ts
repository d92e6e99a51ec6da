import { expect } from 'vitest'
import { isOutstanding } from '#contract/billing/invoices.ts'
import { ENDED_AFTER_DAYS, RENEWAL_NOTICE_DAYS, UNPAID_AFTER_DAYS } from '#contract/billing/terms.ts'
import { monthlyCents } from '#contract/money.ts'
import { periodsOf, type BookedSubscription, type Books } from './books.ts'
import { DAY, dayOf, plusDays } from './world.ts'

/** The instant at which a day in South Africa is over. */
const endOf = (day: string) => Date.parse(`${plusDays(day, 1)}T00:00:00+02:00`)

/** Asserts the invariants of each subscription after a billing run. */
export function expectBilled(books: Books, now: number) {
  for (const subscription of books.subscriptions) {
    if (subscription.endedAt !== null) continue
    if (subscription.status === 'canceled') {
      expect(Date.parse(subscription.currentPeriodEnd), 'canceled and over').toBeGreaterThan(now)
    } else {
      expectStatus(books, subscription, now)
      expectNextPeriodBilled(books, subscription, now)
    }
  }
  expectLicensesFollow(books)
  const waiting = books.adjustments.filter(({ status }) => status === 'pending')
  expect(waiting.filter(({ effectiveAt }) => Date.parse(effectiveAt) <= now)).toEqual([])
}

/** As bad as its oldest unpaid due day that is over says, counted from the end of that day. */
function expectStatus({ invoices }: Books, { id, status, pastDueAt }: BookedSubscription, now: number) {
  const ends = invoices
    .filter((invoice) => invoice.subscriptionId === id && isOutstanding(invoice))
    .map(({ dueDate }) => endOf(dueDate))
    .filter((end) => end <= now)
  if (ends.length === 0) return expect([status, pastDueAt]).toEqual(['active', null])
  const since = Math.min(...ends)
  const days = (now - since) / DAY
  expect(days, 'late for so long, it has ended').toBeLessThan(ENDED_AFTER_DAYS)
  expect([status, Date.parse(pastDueAt ?? '')]).toEqual([days >= UNPAID_AFTER_DAYS ? 'unpaid' : 'past_due', since])
}

/** Unless it costs nothing or an earlier period is unpaid: nothing else may delay an invoice. */
function expectNextPeriodBilled(books: Books, subscription: BookedSubscription, now: number) {
  const { currentPeriodEnd } = subscription
  if (monthlyCents(books.twelveMonthCents) === 0) return
  const periods = periodsOf(books, subscription)
  if (periods.some(isOutstanding)) return
  const opensOn = plusDays(dayOf(currentPeriodEnd), -RENEWAL_NOTICE_DAYS[books.billingType])
  const isBilled = periods.some(({ periodStart }) => periodStart === currentPeriodEnd)
  if (!isBilled) expect(dayOf(now) < opensOn, `no invoice for the period from ${currentPeriodEnd}`).toBe(true)
}

/** Off from the end of a subscription on, until another one begins. */
function expectLicensesFollow({ subscriptions, licenses }: Books) {
  const isLive = subscriptions.some(({ endedAt }) => endedAt === null)
  const wrong = licenses.filter(({ status }) => status !== 'revoked' && (status === 'inactive') === isLive)
  expect(wrong.map(({ status }) => status)).toEqual([])
}
