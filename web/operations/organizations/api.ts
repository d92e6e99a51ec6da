import { invoices } from '#contract/billing/invoices.ts'
import { reminders } from '#contract/billing/reminders.ts'
import { subscriptions } from '#contract/billing/subscriptions.ts'
import { formatDate } from '#contract/dates.ts'
import { licenseRequests } from '#contract/licensing/license-requests.ts'
import { licenses } from '#contract/licensing/licenses.ts'
import { formatRand, toCents } from '#contract/money.ts'
import { customers } from '#contract/operations/customers.ts'
import { dashboard } from '#contract/operations/dashboard.ts'
import { organizations, type Organization } from '#contract/operations/organizations.ts'
import { overview } from '#contract/operations/overview.ts'
import { countOf } from '#contract/quantities.ts'
import { useUndoableWrite, useWrite } from '#web/app/api/data.ts'
import { keyOf, refetch } from '#web/app/api/query-client.ts'
import { rereadReminders } from '#web/billing/invoices/reminders-api.ts'

export const BILLING_FAILED = 'Failed to fetch billing data'

export const reread = () => refetch({ queryKey: keyOf(organizations.list) })

const refresh = [organizations.list, customers.list, overview.read, dashboard.read]

export const useChangeOrganization = () =>
  useWrite(organizations.change, {
    success: 'Organization updated successfully',
    failure: 'Error',
    fallback: 'Failed to update organization',
    refresh: [...refresh, invoices.overview, invoices.listAll, licenseRequests.listAll],
    reread,
  })

export const useSuspend = () =>
  useWrite(organizations.suspend, {
    success: ({ affectedLicenses }, { body }) =>
      body.suspend
        ? `Organization suspended. ${countOf(affectedLicenses, 'license')} invalidated.`
        : `Organization unsuspended. ${countOf(affectedLicenses, 'license')} activated.`,
    failure: 'Error',
    fallback: 'Failed to suspend/unsuspend organization',
    refresh: [...refresh, licenses.list],
    reread,
  })

/** Also refetches invoices that the change issues or voids. */
export const money = [...refresh, invoices.overview, invoices.listAll, invoices.list, licenseRequests.listAll]

export const useSetPricing = () =>
  useWrite(organizations.setPricing, {
    success: 'Pricing updated successfully',
    failure: 'Error',
    fallback: 'Failed to update pricing',
    refresh: money,
    reread,
  })

type PaidSeats = { licenseLimit: number; price: string }

export const priceOf = ({ name }: Organization, { licenseLimit, price }: PaidSeats) =>
  `${name} has ${countOf(licenseLimit, 'license')} for ${formatRand(toCents(price))} a month.`

export const useCreateSubscription = (organization: Organization) =>
  useWrite(subscriptions.createSubscription, {
    success: (subscription) => ['Subscription Created', priceOf(organization, subscription)],
    failure: 'Error',
    fallback: 'Failed to create subscription',
    refresh: money,
    reread,
  })

export const useChangeSubscription = (organization: Organization) =>
  useWrite(subscriptions.changeSubscription, {
    success: (subscription) => ['Subscription Updated', priceOf(organization, subscription)],
    failure: 'Error',
    fallback: 'Failed to update subscription',
    refresh: money,
    reread,
  })

export const useCancelSubscription = ({ name }: Organization) =>
  useWrite(subscriptions.cancelSubscription, {
    success: ['Subscription Cancelled', name],
    failure: 'Failed to cancel subscription',
    refresh: [...money, licenses.list],
    reread,
  })

export const useResumeSubscription = ({ name }: Organization) =>
  useWrite(subscriptions.resumeSubscription, {
    success: ['Subscription Resumed', name],
    failure: 'Failed to resume subscription',
    refresh: money,
    reread,
  })

const pausing = { refresh: [organizations.list], keep: rereadReminders } as const

export const usePauseReminders = ({ name }: Organization) =>
  useWrite(reminders.pause, {
    ...pausing,
    success: (pause) => paused(name, pause),
    failure: 'Failed to pause reminders',
  })

/** The next reminder goes out with the hourly run at the earliest. */
export const useResumeReminders = ({ name }: Organization) =>
  useUndoableWrite(reminders.pause, {
    ...pausing,
    success: (pause) => (pause.pausedUntil ? paused(name, pause) : ['Reminders Resumed', name]),
    failure: 'Failed to resume reminders',
  })

const paused = (name: string, { pausedUntil }: { pausedUntil: string | null }) =>
  ['Reminders Paused', pausedUntil ? `${name}: until ${formatDate(pausedUntil)}` : name] as const
