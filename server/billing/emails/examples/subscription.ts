import {
  subscriptionActive,
  subscriptionEnded,
  subscriptionEnding,
  subscriptionPastDue,
  subscriptionUnpaid,
} from '#server/billing/emails/billing-status.ts'
import { cancellationForSales, subscriptionCanceled, subscriptionResumed } from '#server/billing/emails/cancellation.ts'
import { seatsChanged, seatsNotChanged } from '#server/billing/emails/seats.ts'
import { trialChanged, trialConverted, trialEnded, trialEnding, trialStarted } from '#server/billing/emails/trials.ts'
import type { Examples, ExampleData } from '#server/domain/example-data.ts'
import { oldestDue } from './money.ts'

type BillingStatus = 'past-due' | 'unpaid' | 'active' | 'ended' | 'ending' | 'canceled' | 'resumed'
type TrialChange = 'started' | 'changed' | 'converted' | 'ending' | 'ended'
type Kind =
  | `subscription-${BillingStatus}`
  | `trial-${TrialChange}`
  | 'cancellation-for-sales'
  | 'seats-changed'
  | 'seats-not-changed'

export const subscriptionExamples = (world: ExampleData): Examples<Kind> => ({
  ...statusExamples(world),
  ...cancellationExamples(world),
  ...seatExamples(world),
  ...trialExamples(world),
})

function statusExamples(world: ExampleData) {
  const { config, reader, words, day, year, id } = world
  const to = { config, to: reader }
  const planName = words('Standard Plan')
  const late = (days: number) => [
    { id, invoiceNumber: `INV-${year}-00042`, dueDate: day(-days), balanceCents: 449_900 },
  ]
  return {
    'subscription-past-due': {
      'With the invoice': subscriptionPastDue(to, { planName, late: late(1), oldestDue: oldestDue(world, 1) }),
      'Nothing outstanding': subscriptionPastDue(to, { planName, late: [] }),
    },
    'subscription-unpaid': { Example: subscriptionUnpaid(to, { planName, late: late(15) }) },
    'subscription-active': {
      'Nothing overdue': subscriptionActive(to, { planName, late: [] }),
      'Another invoice overdue': subscriptionActive(to, { planName, late: [], oldestDue: oldestDue(world, 20) }),
    },
    'subscription-ended': {
      'It was canceled': subscriptionEnded(to, { planName, late: [], isCanceled: true }),
      'Canceled after its period': subscriptionEnded(to, {
        planName,
        late: [],
        isCanceled: true,
        canceledBy: words('Thandi Nkosi'),
      }),
      'Not paid': subscriptionEnded(to, { planName, late: late(61), isCanceled: false }),
    },
    'subscription-ending': {
      'In 30 days': subscriptionEnding(to, { planName, lastDay: day(30), daysLeft: 30 }),
      Tomorrow: subscriptionEnding(to, { planName, lastDay: day(1), daysLeft: 1 }),
    },
  }
}

function cancellationExamples({ config, reader, words, day, id }: ExampleData) {
  const to = { config, to: reader }
  const planName = words('Standard Plan')
  const canceled = { planName, lastDay: day(12), canceledBy: words('Lindiwe Botha') }
  const cancellation = { ...canceled, organizationId: id, organization: words('Acme Mining') }
  return {
    'subscription-canceled': { Example: subscriptionCanceled(to, canceled) },
    'cancellation-for-sales': {
      'With a reason': cancellationForSales(config, {
        ...cancellation,
        cancellationReason: 'missing_features',
        cancellationComment: words('We need a report for each cost centre.'),
      }),
      'Without a reason': cancellationForSales(config, {
        ...cancellation,
        cancellationReason: null,
        cancellationComment: null,
      }),
    },
    'subscription-resumed': { Example: subscriptionResumed(to, { planName, lastDay: day(12) }) },
  }
}

function seatExamples({ config, reader }: ExampleData) {
  const to = { config, to: reader }
  return {
    'seats-changed': {
      'More seats': seatsChanged(to, { from: 10, to: 15 }),
      'Fewer seats': seatsChanged(to, { from: 15, to: 10 }),
    },
    'seats-not-changed': {
      'Too many in use': seatsNotChanged(to, { from: 15, to: 10, used: 12 }),
      'Not possible at all': seatsNotChanged(to, { from: 5, to: -1, used: 0 }),
    },
  }
}

function trialExamples(world: ExampleData) {
  const { config, reader, words, day } = world
  const to = { config, to: reader }
  const trial = { planName: words('Standard Plan'), licenseLimit: 5, lastDay: day(14) }
  const period = { ...trial, firstDay: day(15) }
  return {
    'trial-started': {
      'Nothing overdue': trialStarted(to, trial),
      'An earlier invoice overdue': trialStarted(to, { ...trial, oldestDue: oldestDue(world, 20) }),
    },
    'trial-changed': { Example: trialChanged(to, { ...trial, lastDay: day(28) }) },
    'trial-converted': {
      Monthly: trialConverted(to, { ...period, lastDay: day(44), monthlyCents: 125_000, billingType: 'monthly' }),
      'Free of charge': trialConverted(to, { ...period, monthlyCents: 0, billingType: 'monthly' }),
      Annual: trialConverted(to, { ...period, lastDay: day(379), monthlyCents: 100_000, billingType: 'annual' }),
    },
    'trial-ending': {
      'In 7 days': trialEnding(to, { lastDay: day(7), daysLeft: 7 }),
      Tomorrow: trialEnding(to, { lastDay: day(1), daysLeft: 1 }),
    },
    'trial-ended': { Example: trialEnded(to, {}) },
  }
}
