import type { adjustments } from '#server/database/schema/subscriptions.ts'
import type { Calendar } from '#server/database/seed/calendar.ts'
import type { Customer } from './customers.ts'

type Adjustment = typeof adjustments.$inferInsert

/** Seats that come or go at the end of the period. `place` is the customer's in the list; nobody gets fewer than it uses. */
const waiting = [
  { place: 0, deltaQuantity: 5, reason: 'A new shift at the Boksburg shaft', days: 3 },
  { place: 4, deltaQuantity: 2, reason: 'Second creamery', days: 20 },
  { place: 7, deltaQuantity: -2, reason: 'Two machines were sold', days: 6 },
]

export const buildAdjustments = (customers: Customer[], calendar: Calendar): Adjustment[] =>
  waiting.flatMap(({ place, days, ...change }) => {
    const subscription = customers[place]?.subscription
    if (!subscription?.id) return []
    const { id: subscriptionId, organizationId, currentPeriodEnd } = subscription
    return [
      { ...change, organizationId, subscriptionId, effectiveAt: currentPeriodEnd, createdAt: calendar.ago({ days }) },
    ]
  })
