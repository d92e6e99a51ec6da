import type { Calendar } from '#demo/calendar.ts'
import type { Customer } from '#demo/identity/customers.ts'
import { createRandom } from '#demo/random.ts'
import type { seatCharges } from '#server/database/schema/billing/payments.ts'
import type { adjustments } from '#server/database/schema/billing/subscriptions.ts'
import { daysOf } from '#server/domain/calendar.ts'

export type SeatChange = typeof adjustments.$inferInsert & { id: string; createdAt: string; effectiveAt: string }

/** `place`: index of the customer. No change goes below the seats in use. */
const changes = [
  { place: 0, deltaQuantity: 5, reason: 'A new shift at the Boksburg shaft', days: 3 },
  { place: 4, deltaQuantity: 2, reason: 'Second creamery', days: 20 },
  { place: 7, deltaQuantity: -2, reason: 'Two machines were sold', days: 6 },
  { place: 1, deltaQuantity: 2, reason: 'Two more dispatchers', days: 5, isImmediate: true },
]

export function buildSeatChanges(customers: Customer[], calendar: Calendar): SeatChange[] {
  const random = createRandom(19)
  return changes.flatMap(({ place, days, isImmediate, deltaQuantity, reason }) => {
    const subscription = customers[place]?.subscription
    if (!subscription) return []
    const { id: subscriptionId, organizationId, currentPeriodEnd } = subscription
    const createdAt = calendar.ago({ days })
    const change = { id: random.uuid(), deltaQuantity, reason, organizationId, subscriptionId, createdAt }
    return isImmediate
      ? [{ ...change, status: 'applied', effectiveAt: createdAt, appliedAt: createdAt }]
      : [{ ...change, effectiveAt: currentPeriodEnd }]
  })
}

const isApplied = ({ status }: SeatChange) => status === 'applied'

export const grownSince = (own: SeatChange[], instant: string) =>
  own
    .filter((change) => isApplied(change) && change.effectiveAt > instant)
    .reduce((sum, { deltaQuantity }) => sum + deltaQuantity, 0)

/** Seats scheduled for the start of the period when its invoice was issued. */
export const pendingFor = (own: SeatChange[], { issuedAt, start }: { issuedAt: string; start: string }) =>
  own
    .filter((change) => !isApplied(change) && change.effectiveAt === start && change.createdAt < issuedAt)
    .reduce((sum, { deltaQuantity }) => sum + deltaQuantity, 0)

type Charge = typeof seatCharges.$inferInsert

/** Charges for seats added to an invoiced period, by remaining days. */
export const buildSeatCharges = (customers: Customer[], seatChanges: SeatChange[]): Charge[] =>
  seatChanges.filter(isApplied).flatMap((change) => {
    const customer = customers.find(({ id }) => id === change.organizationId)
    if (!customer?.subscription) return []
    const { currentPeriodStart, currentPeriodEnd } = customer.subscription
    const { organizationId, subscriptionId, deltaQuantity: seats, effectiveAt: startsAt } = change
    const share =
      daysOf({ start: startsAt, end: currentPeriodEnd }) / daysOf({ start: currentPeriodStart, end: currentPeriodEnd })
    const amountCents = Math.round(seats * customer.pricePerSeat * share)
    return [
      { organizationId, subscriptionId, seats, startsAt, endsAt: currentPeriodEnd, amountCents, createdAt: startsAt },
    ]
  })
