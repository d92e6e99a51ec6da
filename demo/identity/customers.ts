import type { CancellationFeedback } from '#contract/billing/subscriptions/cancellation.ts'
import { plusDays } from '#contract/dates.ts'
import { daysLater, startOf, type Calendar } from '#demo/calendar.ts'
import type { Random } from '#demo/random.ts'
import { organizationRow, type OrganizationRow } from '#demo/rows/organizations.ts'
import { subscriptionRow, type SubscriptionRow } from '#demo/rows/subscriptions.ts'
import { dayOf, dayOfMonth, plusMonths } from '#server/domain/calendar.ts'
import { companies, type Company, type CustomerState } from './companies.ts'

export type Customer = Company & {
  id: string
  since: string
  organization: OrganizationRow
  subscription: (SubscriptionRow & Period & { id: string }) | null
}
export type Subscriber = Customer & { subscription: NonNullable<Customer['subscription']> }

export const hasSubscription = (customer: Customer): customer is Subscriber => customer.subscription !== null

type Period = { currentPeriodStart: string; currentPeriodEnd: string }

export const buildCustomers = (random: Random, calendar: Calendar): Customer[] =>
  companies.map((company) => {
    const id = random.uuid()
    const since = calendar.ago({ days: company.months * 30 + random.whole(1, 12), hours: random.whole(0, 23) })
    const organization = buildOrganization(company, id, since, calendar)
    return { ...company, id, since, organization, subscription: buildSubscription(company, id, random, calendar) }
  })

const buildOrganization = (company: Company, id: string, since: string, calendar: Calendar) =>
  organizationRow({
    id,
    name: company.name,
    contactEmail: `accounts@${company.domain}`,
    phone: company.phone,
    address: company.address,
    billingType: company.billingType,
    isActive: company.state !== 'applied',
    suspendedAt: company.state === 'suspended' ? calendar.ago({ days: 4 }) : null,
    suspensionReason:
      company.state === 'suspended'
        ? 'License keys were resold to another company. Ask the legal team before reactivating.'
        : null,
    twelveMonthCents: company.pricePerSeat * company.seats * 12,
    createdAt: since,
    updatedAt: company.state === 'applied' ? since : calendar.ago({ days: company.months }),
  })

/** Days since the last paid period ended; negative if it ends in the future. */
const daysSinceEnd: Partial<Record<CustomerState, number>> = { past_due: 5, unpaid: 21, canceled: -12, ended: 40 }

const feedback: Partial<Record<CustomerState, CancellationFeedback>> = {
  canceled: {
    cancellationReason: 'missing_features',
    cancellationComment: 'Our auditors need a report for each cost centre.',
  },
  ended: { cancellationReason: 'unused' },
}

const TRIAL = { planName: 'Standard Plan', isTrial: true, status: 'canceled' } as const

const buildTrial = ({ seats: licenseLimit }: Company, organizationId: string, id: string, calendar: Calendar) => {
  const currentPeriodStart = calendar.ago({ days: 5, hours: 3 })
  const period = { currentPeriodStart, currentPeriodEnd: startOf(plusDays(dayOf(currentPeriodStart), 14)) }
  const facts = { organizationId, licenseLimit, canceledAt: currentPeriodStart, createdAt: currentPeriodStart }
  return { ...subscriptionRow({ ...TRIAL, ...facts }), id, ...period }
}

function buildSubscription(company: Company, organizationId: string, random: Random, calendar: Calendar) {
  const { state, seats, months, billingType } = company
  if (seats === 0) return null
  if (state === 'trial') return buildTrial(company, organizationId, random.uuid(), calendar)
  const { currentPeriodStart, currentPeriodEnd } = periodOf(company, random, calendar)
  const id = random.uuid()
  const isOver = state === 'past_due' || state === 'unpaid'
  const isCanceled = state === 'canceled' || state === 'ended'
  return {
    ...subscriptionRow({
      organizationId,
      planName: billingType === 'annual' ? 'Annual Plan' : 'Standard Plan',
      status: isCanceled ? 'canceled' : isOver ? state : 'active',
      licenseLimit: seats,
      features: billingType === 'annual' ? ['cost-centers', 'reports'] : ['reports'],
      pastDueAt: isOver ? startOf(plusDays(dayOf(currentPeriodEnd), 1)) : null,
      canceledAt: isCanceled ? daysLater(currentPeriodEnd, -17) : null,
      ...(isCanceled && feedback[state]),
      endedAt: state === 'ended' ? currentPeriodEnd : null,
      createdAt: calendar.ago({ days: months * 30 }),
      anchorDay: Math.max(dayOfMonth(currentPeriodStart), dayOfMonth(currentPeriodEnd)),
    }),
    id,
    currentPeriodStart,
    currentPeriodEnd,
  }
}

function periodOf({ state, billingType, months, daysIntoPeriod }: Company, random: Random, calendar: Calendar): Period {
  const length = billingType === 'annual' ? 12 : 1
  const ended = daysSinceEnd[state]
  if (ended === undefined) {
    const days = length === 1 ? (daysIntoPeriod ?? random.whole(1, 27)) : (months % 12) * 30
    const currentPeriodStart = calendar.ago({ days, hours: 3 })
    return { currentPeriodStart, currentPeriodEnd: plusMonths(currentPeriodStart, length) }
  }
  const currentPeriodEnd = calendar.ago({ days: ended })
  return { currentPeriodStart: plusMonths(currentPeriodEnd, -length), currentPeriodEnd }
}
