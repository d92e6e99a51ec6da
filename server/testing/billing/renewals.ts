import { and, asc, eq, sql } from 'drizzle-orm'
import type { InvoiceStatus } from '#contract/billing/invoices.ts'
import { makeOrganization } from '#demo/rows/organizations.ts'
import { makeSubscription, type SubscriptionRow } from '#demo/rows/subscriptions.ts'
import { changeStatus } from '#server/billing/invoices/status/change-status.ts'
import { billSubscription } from '#server/billing/renewal-run/run.ts'
import { only } from '#server/database/database.ts'
import { auditLog } from '#server/database/schema/audit.ts'
import { invoiceItems, invoices } from '#server/database/schema/billing/invoices.ts'
import { seatCharges } from '#server/database/schema/billing/payments.ts'
import { adjustments, subscriptions } from '#server/database/schema/billing/subscriptions.ts'
import { organizations } from '#server/database/schema/identity/organizations.ts'
import { plusDays } from '#server/domain/calendar.ts'
import { systemActor } from '#server/platform/actor.ts'
import { db, platform } from '#server/testing/testing.ts'

type Facts = Partial<SubscriptionRow> & { billingType?: 'monthly' | 'annual'; monthlyCents?: number }

/** Ten seats at 12.00 rand a month each, of a new organization. */
export async function subscribed({ billingType = 'monthly', monthlyCents = 12_000, ...facts }: Facts = {}) {
  const { id: organizationId } = await makeOrganization(db, { billingType })
  return makeSubscription(db, { organizationId, monthlyCents, ...facts })
}

type Subscription = Awaited<ReturnType<typeof subscribed>>
type OwnedSubscription = Pick<Subscription, 'id' | 'organizationId'>
type SubscriptionRef = Pick<Subscription, 'id'>

export const today = await db
  .execute<{ day: string }>(sql`select (now() at time zone 'Africa/Johannesburg')::date::text as day`)
  .then(({ rows }) => only(rows).day)

/** The first instant of a day in South Africa, so many days from today. */
export const midnightIn = (days: number) => new Date(`${plusDays(today, days)}T00:00:00+02:00`).toISOString()

/** The same with a time of day, the last instant by default. */
export const dayIn = (days: number, time = '23:59:59.999') =>
  new Date(`${plusDays(today, days)}T${time}+02:00`).toISOString()

export const bill = ({ id }: SubscriptionRef) => billSubscription(platform, id)

export const stored = ({ id }: SubscriptionRef) =>
  db.select().from(subscriptions).where(eq(subscriptions.id, id)).then(only)

export const priceOf = ({ organizationId }: OwnedSubscription) =>
  db
    .select({ cents: organizations.twelveMonthCents })
    .from(organizations)
    .where(eq(organizations.id, organizationId))
    .then(only)
    .then(({ cents }) => cents)

export const setPrice = (organizationId: string, twelveMonthCents: number) =>
  db.update(organizations).set({ twelveMonthCents }).where(eq(organizations.id, organizationId))

/** In the order of their periods. */
export const invoicesOf = ({ id }: SubscriptionRef) =>
  db
    .select()
    .from(invoices)
    .where(eq(invoices.subscriptionId, id))
    .orderBy(asc(invoices.periodStart), asc(invoices.createdAt))

export const linesOf = async ({ id }: { id: string }) => {
  const rows = await db
    .select()
    .from(invoiceItems)
    .where(eq(invoiceItems.invoiceId, id))
    .orderBy(asc(invoiceItems.position))
  return rows.map(({ description, quantity, amountCents }) => [description, quantity, amountCents])
}

export const chargesOf = ({ id }: SubscriptionRef) =>
  db.select().from(seatCharges).where(eq(seatCharges.subscriptionId, id)).orderBy(asc(seatCharges.createdAt))

export const adjustmentsOf = ({ id }: SubscriptionRef) =>
  db.select().from(adjustments).where(eq(adjustments.subscriptionId, id)).orderBy(asc(adjustments.createdAt))

export const plan = (
  { id: subscriptionId, organizationId }: OwnedSubscription,
  deltaQuantity: number,
  effectiveAt: string,
) => db.insert(adjustments).values({ subscriptionId, organizationId, deltaQuantity, effectiveAt })

/** The audit log of the subscription, oldest first. */
export const actionsOf = async ({ id }: SubscriptionRef) => {
  const rows = await db
    .select({ action: auditLog.action })
    .from(auditLog)
    .where(and(eq(auditLog.subjectId, id), eq(auditLog.subjectKind, 'subscription')))
    .orderBy(asc(auditLog.createdAt))
  return rows.map(({ action }) => action)
}

export const move = ({ id }: { id: string }, status: InvoiceStatus) =>
  changeStatus(platform, systemActor, { id, status })

/** Its only invoice that bills the period that begins there. */
export const invoiceFrom = async (subscription: SubscriptionRef, periodStart: string) => {
  const rows = (await invoicesOf(subscription)).filter(
    (invoice) => invoice.periodStart === periodStart && invoice.status !== 'void',
  )
  if (rows.length !== 1) throw new Error(`${rows.length} invoices from ${periodStart}`)
  return only(rows)
}

/** Makes an invoice fall due earlier than it did. */
export const dueOn = ({ id }: { id: string }, dueDate: string) =>
  db.update(invoices).set({ dueDate }).where(eq(invoices.id, id))

/** Three days pass for what decides about the seats. */
export async function shift({ id }: SubscriptionRef) {
  for (const [table, key, columns] of [
    ['invoices', 'subscription_id', ['period_start', 'period_end', 'previous_period_start']],
    ['subscriptions', 'id', ['current_period_start', 'current_period_end']],
    ['adjustments', 'subscription_id', ['effective_at']],
    ['seat_charges', 'subscription_id', ['starts_at', 'ends_at']],
  ] as const) {
    const earlier = columns.map((column) => `${column} = ${column} - interval '3 days'`).join(', ')
    await platform.pool.query(`update ${table} set ${earlier} where ${key} = $1`, [id])
  }
}
