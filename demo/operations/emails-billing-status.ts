import { UNPAID_AFTER_DAYS } from '#contract/billing/terms.ts'
import type { NumberedInvoice } from '#demo/billing/billed.ts'
import { grownSince, type SeatChange } from '#demo/billing/seat-changes.ts'
import { daysLater } from '#demo/calendar.ts'
import { hasSubscription, type Subscriber } from '#demo/identity/customers.ts'
import {
  cancellationForSales,
  onceKey,
  seatsChanged,
  subscriptionCanceled,
  subscriptionEnded,
  subscriptionPastDue,
  subscriptionUnpaid,
} from '#server/billing/public.ts'
import { dayOf } from '#server/domain/calendar.ts'
import { organizationSuspended } from '#server/operations/public.ts'
import { invoiceAt } from './emails-money.ts'
import { toAdmins, type EmailSources, type SentEmail } from './sent-emails.ts'

export const emailsOfBillingStatus = (sources: EmailSources, numbered: NumberedInvoice[]): SentEmail[] =>
  sources.customers
    .filter(hasSubscription)
    .flatMap((customer) => [
      ...late(sources, customer, numbered),
      ...canceled(sources, customer),
      ...ended(sources, customer),
      ...suspended(sources, customer),
    ])

function late(sources: EmailSources, { id, state, subscription }: Subscriber, numbered: NumberedInvoice[]) {
  const { pastDueAt: since, planName } = subscription
  const unpaid = numbered.find(
    ({ billed }) => billed.facts.subscriptionId === subscription.id && billed.statusChanges.at(-1)?.to === 'overdue',
  )
  if (!since || !unpaid) return []
  const grades = [
    { grade: 'past_due', at: since, write: subscriptionPastDue },
    { grade: 'unpaid', at: daysLater(since, UNPAID_AFTER_DAYS), write: subscriptionUnpaid },
  ] as const
  return grades.slice(0, state === 'unpaid' ? 2 : 1).flatMap(({ grade, at, write }) => {
    const invoice = invoiceAt(unpaid, at)
    const oldestDue = { today: dayOf(at), day: invoice.dueDate, subscriptionDay: invoice.dueDate }
    return toAdmins(sources, id, {
      at,
      once: onceKey.billingStatus(grade, subscription.id, { since: at, moment: at }),
      compose: (to) => write(to, { planName, late: [invoice], oldestDue }),
    })
  })
}

function canceled(sources: EmailSources, { id, name, subscription }: Subscriber): SentEmail[] {
  const {
    canceledAt: at,
    currentPeriodEnd,
    planName,
    cancellationReason = null,
    cancellationComment = null,
  } = subscription
  const owner = sources.accounts.find(({ organizationId }) => organizationId === id)
  if (!at || !owner) return []
  const canceledBy = `${owner.firstName} ${owner.lastName}`
  const facts = { planName, lastDay: dayOf(currentPeriodEnd), canceledBy }
  const once = onceKey.canceled(subscription.id, at)
  const forSales = cancellationForSales(sources.config, {
    ...facts,
    organizationId: id,
    organization: name,
    cancellationReason,
    cancellationComment,
  })
  return [
    ...toAdmins(sources, id, { at, once, compose: (to) => subscriptionCanceled(to, facts) }),
    { at, email: forSales, once },
  ]
}

function ended(sources: EmailSources, { id, subscription }: Subscriber) {
  const { endedAt: at, planName } = subscription
  if (!at) return []
  return toAdmins(sources, id, {
    at,
    once: onceKey.billingStatus('ended', subscription.id, { since: at, moment: at }),
    compose: (to) => subscriptionEnded(to, { planName, late: [], isCanceled: true }),
  })
}

function suspended(
  { config, accounts }: EmailSources,
  { id, name, organization: { suspendedAt } }: Subscriber,
): SentEmail[] {
  if (!suspendedAt) return []
  return accounts
    .filter(({ organizationId, role, status }) => organizationId === id && role === 'org_admin' && status === 'active')
    .map((to) => ({ at: suspendedAt, email: organizationSuspended({ config, to, organization: name }) }))
}

export const emailsOfSeats = (sources: EmailSources, changes: SeatChange[]): SentEmail[] =>
  changes.flatMap(({ id, organizationId, status, effectiveAt, deltaQuantity }) => {
    const customer = sources.customers.find((each) => each.id === organizationId)
    if (status !== 'applied' || !customer) return []
    const own = changes.filter((change) => change.organizationId === organizationId)
    const to = customer.seats - grownSince(own, effectiveAt)
    return toAdmins(sources, organizationId, {
      at: effectiveAt,
      once: onceKey.seats(id),
      compose: (reader) => seatsChanged(reader, { from: to - deltaQuantity, to }),
    })
  })
