import type { Database } from '#server/database/database.ts'
import { lockInvoiceRow, ownerOfInvoice, type LockedInvoice } from '#server/domain/invoices.ts'
import {
  lockOrganization,
  lockOrganizationOf,
  updateLockedOrganization,
  type LockedOrganization,
} from '#server/domain/organizations.ts'
import {
  insertSubscription,
  lockUnendedSubscription,
  ownerOfSubscription,
  updateLockedSubscription,
  type LockedSubscription,
} from '#server/domain/subscriptions.ts'
import { notFound } from '#server/platform/http/errors.ts'
import type { Platform } from '#server/platform/platform.ts'

/**
 * An organization and its subscription, locked and read once. Nobody to whom it is passed locks or reads them again: whoever changes
 * one of them does it with `changeSubscriptionRow`, `changeTerms` or `startSubscription`, which put the row in here as it is then.
 * Take fields from it after a write, not before.
 */
export type BillingLock = {
  tx: Database
  organization: LockedOrganization
  /** The one that has not ended. `isLive` is false where it is canceled and over, and the renewal run has not been there. */
  subscription: LockedSubscription | undefined
  /** ISO 8601, when the transaction began. */
  now: string
  /** The business day. */
  today: string
}

/** For a transaction that has begun. */
export const lockBilling = async (tx: Database, organizationId: string) =>
  withSubscription(tx, await lockOrganization(tx, organizationId))

async function withSubscription(tx: Database, organization: LockedOrganization): Promise<BillingLock> {
  const { id, now, today } = organization
  return { tx, organization, subscription: await lockUnendedSubscription(tx, id), now, today }
}

/** Whatever changes money, seats or a subscription, alone in its transaction. Or 404. */
export const withBillingLock = <Result>(
  { db }: Pick<Platform, 'db'>,
  organizationId: string,
  work: (lock: BillingLock) => Promise<Result>,
) => db.transaction(async (tx) => work(await lockBilling(tx, organizationId)))

/** The same by an invoice, which is locked too. Or 404. */
export const withInvoiceLock = <Result>(
  { db }: Pick<Platform, 'db'>,
  id: string,
  work: (lock: BillingLock, invoice: LockedInvoice) => Promise<Result>,
) =>
  db.transaction(async (tx) => {
    const organization = await lockOrganizationOf(tx, ownerOfInvoice(id))
    if (!organization) throw notFound('Invoice')
    const lock = await withSubscription(tx, organization)
    return work(lock, await lockInvoice(lock, id))
  })

/** The same by a subscription, which may have ended. Or 404. */
export const withSubscriptionLock = <Result>(
  { db }: Pick<Platform, 'db'>,
  id: string,
  work: (lock: BillingLock) => Promise<Result>,
) =>
  db.transaction(async (tx) => {
    const organization = await lockOrganizationOf(tx, ownerOfSubscription(id))
    if (!organization) throw notFound('Subscription')
    return work(await withSubscription(tx, organization))
  })

/** Another invoice of the organization. */
export const lockInvoice = ({ tx, organization }: BillingLock, id: string) =>
  lockInvoiceRow(tx, { organizationId: organization.id, id })

type SubscriptionChanges = Parameters<typeof updateLockedSubscription>[2]

/** Once it has ended, the organization has none. */
export async function changeSubscriptionRow(lock: BillingLock, changes: SubscriptionChanges) {
  if (!lock.subscription) throw new Error('No subscription to change')
  const subscription = await updateLockedSubscription(lock.tx, lock.subscription, changes)
  lock.subscription = subscription.endedAt === null ? subscription : undefined
}

type Terms = Partial<Pick<LockedOrganization, 'twelveMonthCents' | 'billingType'>>

/** What an organization pays, and how often. */
export async function changeTerms(lock: BillingLock, terms: Terms) {
  lock.organization = await updateLockedOrganization(lock.tx, lock.organization.id, terms)
}

type NewSubscription = Omit<Parameters<typeof insertSubscription>[1], 'organizationId'>

export async function startSubscription(lock: BillingLock, subscription: NewSubscription) {
  lock.subscription = await insertSubscription(lock.tx, { ...subscription, organizationId: lock.organization.id })
  return lock.subscription
}

/** A subscription with its price, and what time it is: what the renewal run goes by. */
export type BilledSubscription = Pick<
  LockedSubscription,
  | 'id'
  | 'organizationId'
  | 'planName'
  | 'status'
  | 'licenseLimit'
  | 'currentPeriodStart'
  | 'currentPeriodEnd'
  | 'anchorDay'
  | 'pastDueAt'
  | 'canceledAt'
> &
  Pick<LockedOrganization, 'billingType' | 'twelveMonthCents'> &
  Pick<BillingLock, 'now' | 'today'>

/** The locked one, as it is now. Undefined once it has ended. */
export function billedOf({ organization, subscription, now, today }: BillingLock): BilledSubscription | undefined {
  const { billingType, twelveMonthCents } = organization
  return subscription && { ...subscription, billingType, twelveMonthCents, now, today }
}
