import { and, eq, isNull, sql, type SQL } from 'drizzle-orm'
import type { BillingType } from '#contract/billing/billing.ts'
import { first, only, type Database } from '#server/database/database.ts'
import { later } from '#server/database/later.ts'
import { invoices } from '#server/database/schema/billing/invoices.ts'
import { seatCharges } from '#server/database/schema/billing/payments.ts'
import { adjustments, subscriptions } from '#server/database/schema/billing/subscriptions.ts'
import { organizations } from '#server/database/schema/identity/organizations.ts'
import { licenses } from '#server/database/schema/licensing/licenses.ts'
import { licensesUsed } from '#server/domain/licenses.ts'
import { isLive, isPendingAdjustment, shownSubscription } from '#server/domain/subscriptions.ts'
import { TIME_ZONE } from '#server/platform/time-zone.ts'

const selectSubscription = (db: Database) =>
  db
    .select({
      ...shownSubscription,
      twelveMonthCents: organizations.twelveMonthCents,
      licensesUsed,
    })
    .from(subscriptions)
    .innerJoin(organizations, eq(organizations.id, subscriptions.organizationId))

/** A lookup by organization: there is at most one live subscription to find. */
export const findLiveSubscription = (db: Database, organizationId: string) =>
  selectSubscription(db)
    .where(and(eq(subscriptions.organizationId, organizationId), isLive))
    .then(first)

/** Also one that has ended. */
export const findSubscription = (db: Database, id: string) =>
  selectSubscription(db).where(eq(subscriptions.id, id)).then(only)

export type SubscriptionRow = Awaited<ReturnType<typeof findSubscription>>

const details = {
  organizationName: organizations.name,
  contactEmail: organizations.contactEmail,
  phone: organizations.phone,
  address: organizations.address,
  vatNumber: organizations.vatNumber,
}

const usageOf = (db: Database, organizationId: string) =>
  db
    .select({
      licensesUsed: sql<number>`count(*)::int`.as('licenses_used'),
      activeLicenses: sql<number>`(count(*) filter (where ${licenses.status} = 'active'))::int`.as('active_licenses'),
      activeDevices: sql<number>`count(${licenses.deviceName})::int`.as('active_devices'),
    })
    .from(licenses)
    .where(eq(licenses.organizationId, organizationId))
    .as('usage')

/** Cents of the seats added to the subscription beside it that `condition` is true of. They stay below 10^14. */
const sumOfCharges = (condition: SQL) => sql<number>`(select coalesce(sum(${seatCharges.amountCents}), 0)::float8
  from ${seatCharges} left join ${invoices} on ${invoices.id} = ${seatCharges.invoiceId}
  where ${seatCharges.subscriptionId} = ${subscriptions.id} and ${condition})`

const isUnbilled = isNull(seatCharges.invoiceId)

/** It goes on a last invoice: a cancellation takes back the renewal that is not paid, and with it the seats of its period. */
const isLeftByCancellation = sql`${seatCharges.startsAt} < ${subscriptions.currentPeriodEnd}
  and (${isUnbilled} or (${invoices.paidAt} is null and ${invoices.periodStart} >= ${subscriptions.currentPeriodEnd}))`

/** An organization with its live subscription, the one change that waits for it, and what is used of it. */
export function findAccount(db: Database, organizationId: string) {
  const usage = usageOf(db, organizationId)
  const { licensesUsed, activeLicenses, activeDevices } = usage
  const { id, deltaQuantity, effectiveAt } = adjustments
  return db
    .select({
      details,
      twelveMonthCents: organizations.twelveMonthCents,
      billingType: organizations.billingType,
      unbilledCents: sumOfCharges(isUnbilled),
      canceledCents: sumOfCharges(isLeftByCancellation),
      subscription: shownSubscription,
      adjustment: { id, deltaQuantity, effectiveAt },
      usage: { licensesUsed, activeLicenses, activeDevices },
    })
    .from(organizations)
    .leftJoin(subscriptions, and(eq(subscriptions.organizationId, organizations.id), isLive))
    .leftJoin(adjustments, isPendingAdjustment)
    .crossJoin(usage)
    .where(eq(organizations.id, organizationId))
    .then(only)
}

/** One that was canceled and is over makes room even before the job has closed it. */
export const findUnended = (db: Database, organizationId: string) =>
  db
    .select({ id: subscriptions.id })
    .from(subscriptions)
    .where(and(eq(subscriptions.organizationId, organizationId), isNull(subscriptions.endedAt)))
    .then(first)

const periods: Record<BillingType, string> = { monthly: '1 month', annual: '1 year' }

type NewSubscription = {
  organizationId: string
  planName: string
  licenseLimit: number
  billingType: BillingType
}

/** The first period starts now and ends at the same time of day, a calendar month or year later in South Africa. */
export const insertSubscription = (db: Database, { billingType, ...subscription }: NewSubscription) =>
  db
    .insert(subscriptions)
    .values({
      ...subscription,
      anchorDay: sql`extract(day from now() at time zone ${TIME_ZONE})`,
      currentPeriodEnd: sql`(now() at time zone ${TIME_ZONE} + ${periods[billingType]}::interval) at time zone ${TIME_ZONE}`,
    })
    .returning({ id: subscriptions.id })
    .then(only)

type Terms = { twelveMonthCents: number; billingType?: BillingType }

/** What an organization pays, and how often. */
export const setTerms = (db: Database, organizationId: string, terms: Terms) =>
  db
    .update(organizations)
    .set({ ...terms, updatedAt: later(organizations.updatedAt) })
    .where(eq(organizations.id, organizationId))

type Owned = { organizationId: string; id: string }

export const setCanceled = (tx: Database, { organizationId, id }: Owned) =>
  tx
    .update(subscriptions)
    .set({ status: 'canceled', canceledAt: sql`now()`, updatedAt: sql`now()` })
    .where(and(eq(subscriptions.organizationId, organizationId), eq(subscriptions.id, id)))

export const setResumed = (tx: Database, { organizationId, id }: Owned) =>
  tx
    .update(subscriptions)
    .set({ status: 'active', canceledAt: null, updatedAt: sql`now()` })
    .where(and(eq(subscriptions.organizationId, organizationId), eq(subscriptions.id, id)))

/** What was to change at the end of a period that is not renewed. */
export const dropPendingAdjustments = (tx: Database, { organizationId, id }: Owned) =>
  tx
    .update(adjustments)
    .set({ status: 'dropped' })
    .where(
      and(
        eq(adjustments.organizationId, organizationId),
        eq(adjustments.subscriptionId, id),
        eq(adjustments.status, 'pending'),
      ),
    )
    .returning({ deltaQuantity: adjustments.deltaQuantity })

type NewDetails = Pick<typeof organizations.$inferInsert, 'contactEmail' | 'phone' | 'address' | 'vatNumber'>

export const setDetails = (tx: Database, organizationId: string, changes: NewDetails) =>
  tx
    .update(organizations)
    .set({ ...changes, updatedAt: later(organizations.updatedAt) })
    .where(eq(organizations.id, organizationId))
