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
 * An organization and its subscription, locked and read once per transaction. Change them only with `changeSubscriptionRow`,
 * `changeTerms` or `startSubscription`, which update this object: read fields after a write, not before.
 */
export type BillingLock = {
  tx: Database
  organization: LockedOrganization
  /** The subscription that has not ended. `isLive` is false if it is canceled and over but not yet ended by the renewal run. */
  subscription: LockedSubscription | undefined
  now: string
  today: string
}

export const lockBilling = async (tx: Database, organizationId: string) =>
  withSubscription(tx, await lockOrganization(tx, organizationId))

async function withSubscription(tx: Database, organization: LockedOrganization): Promise<BillingLock> {
  const { id, now, today } = organization
  return { tx, organization, subscription: await lockUnendedSubscription(tx, id), now, today }
}

/** Runs a transaction that changes money, seats or a subscription under the organization's lock. 404 if there is no organization. */
export const withBillingLock = <Result>(
  { db }: Pick<Platform, 'db'>,
  organizationId: string,
  work: (lock: BillingLock) => Promise<Result>,
) => db.transaction(async (tx) => work(await lockBilling(tx, organizationId)))

async function lockBillingOf(
  tx: Database,
  owner: ReturnType<typeof ownerOfInvoice>,
  thing: 'Invoice' | 'Subscription',
) {
  const organization = await lockOrganizationOf(tx, owner)
  if (!organization) throw notFound(thing)
  return withSubscription(tx, organization)
}

/** Locks the organization of an invoice, and the invoice. 404 if there is none. */
export const withInvoiceLock = <Result>(
  { db }: Pick<Platform, 'db'>,
  id: string,
  work: (lock: BillingLock, invoice: LockedInvoice) => Promise<Result>,
) =>
  db.transaction(async (tx) => {
    const lock = await lockBillingOf(tx, ownerOfInvoice(id), 'Invoice')
    return work(lock, await lockInvoice(lock, id))
  })

/** Locks the organization of a subscription, which may have ended. 404 if there is none. */
export const withSubscriptionLock = <Result>(
  { db }: Pick<Platform, 'db'>,
  id: string,
  work: (lock: BillingLock) => Promise<Result>,
) => db.transaction(async (tx) => work(await lockBillingOf(tx, ownerOfSubscription(id), 'Subscription')))

export const lockInvoice = ({ tx, organization }: BillingLock, id: string) =>
  lockInvoiceRow(tx, { organizationId: organization.id, id })

type SubscriptionChanges = Parameters<typeof updateLockedSubscription>[2]

export async function changeSubscriptionRow(lock: BillingLock, changes: SubscriptionChanges) {
  if (!lock.subscription) throw new Error('No subscription to change')
  const subscription = await updateLockedSubscription(lock.tx, lock.subscription, changes)
  lock.subscription = subscription.endedAt === null ? subscription : undefined
}

type Terms = Partial<Pick<LockedOrganization, 'twelveMonthCents' | 'billingType'>>

export async function changeTerms(lock: BillingLock, terms: Terms) {
  lock.organization = await updateLockedOrganization(lock.tx, lock.organization.id, terms)
}

type NewSubscription = Omit<Parameters<typeof insertSubscription>[1], 'organizationId'>

export async function startSubscription(lock: BillingLock, subscription: NewSubscription) {
  lock.subscription = await insertSubscription(lock.tx, { ...subscription, organizationId: lock.organization.id })
  return lock.subscription
}

/** A subscription with its price and the time: the input of the renewal run. */
export type BilledSubscription = Pick<
  LockedSubscription,
  | 'id'
  | 'organizationId'
  | 'planName'
  | 'status'
  | 'isTrial'
  | 'trialEndsAt'
  | 'licenseLimit'
  | 'currentPeriodStart'
  | 'currentPeriodEnd'
  | 'anchorDay'
  | 'pastDueAt'
  | 'canceledAt'
> &
  Pick<LockedOrganization, 'billingType' | 'twelveMonthCents'> &
  Pick<BillingLock, 'now' | 'today'>

/** Returns the locked subscription as it is now, or undefined once it has ended. */
export function billedOf({ organization, subscription, now, today }: BillingLock): BilledSubscription | undefined {
  const { billingType, twelveMonthCents } = organization
  return subscription && { ...subscription, billingType, twelveMonthCents, now, today }
}
