import { eq, sql, type SQL, type SQLWrapper } from 'drizzle-orm'
import { inScope } from '#server/billing/invoices/queries.ts'
import { only, type Database } from '#server/database/database.ts'
import { invoices } from '#server/database/schema/billing/invoices.ts'
import { subscriptions } from '#server/database/schema/billing/subscriptions.ts'
import { organizations } from '#server/database/schema/identity/organizations.ts'
import { balance, isCounted, isOverdue, isOutstanding, isPaid } from '#server/domain/invoices.ts'
import { ownLive, shownSubscription } from '#server/domain/subscriptions.ts'
import type { Scope } from '#server/platform/http/access.ts'

/** The amount without credit notes. */
const charged = sql`${invoices.amountCents} - ${invoices.creditedCents}`

const centsOf = (cents: SQLWrapper, condition: SQL) =>
  sql`coalesce(sum(${cents}) filter (where ${condition}), 0)`.mapWith(Number)

/** Outstanding invoices may be partly paid. */
const sums = { paidCents: centsOf(invoices.paidCents, isCounted), owedCents: centsOf(balance, isOutstanding) }

const countOf = (condition: SQL) => sql<number>`(count(*) filter (where ${condition}))::int`

export const sumInvoices = (db: Database, scope: Scope) =>
  db
    .select({ invoiceCount: sql<number>`count(*)::int`, outstandingCents: sums.owedCents })
    .from(invoices)
    .where(inScope(scope))
    .then(only)

export const sumCounted = (db: Database, organizationId: string) =>
  db
    .select({
      ...sums,
      invoicedCents: centsOf(charged, isCounted),
      paidCount: countOf(isPaid),
      count: countOf(isCounted),
    })
    .from(invoices)
    .where(eq(invoices.organizationId, organizationId))
    .then(only)

/** Read from `invoices_counted_paid` alone. */
const countedOf = (db: Database) =>
  db
    .select({
      organizationId: invoices.organizationId,
      totalInvoices: sql<number>`count(*)::int`.as('total_invoices'),
      paidCents: sql`sum(${invoices.paidCents})`.mapWith(Number).as('paid_cents'),
    })
    .from(invoices)
    .where(isCounted)
    .groupBy(invoices.organizationId)
    .as('counted')

const outstandingOf = (db: Database) =>
  db
    .select({
      organizationId: invoices.organizationId,
      owedCents: sql`sum(${balance})`.mapWith(Number).as('owed_cents'),
      overdueInvoices: countOf(isOverdue).as('overdue_invoices'),
    })
    .from(invoices)
    .where(isOutstanding)
    .groupBy(invoices.organizationId)
    .as('outstanding')

const orZero = (column: SQLWrapper) => sql`coalesce(${column}, 0)`.mapWith(Number)

export function findBilled(db: Database) {
  const [counted, outstanding] = [countedOf(db), outstandingOf(db)]
  const { licenseLimit, status, isTrial } = shownSubscription
  return db
    .select({
      organizationId: organizations.id,
      organizationName: organizations.name,
      twelveMonthCents: organizations.twelveMonthCents,
      licenseLimit,
      subscriptionStatus: status,
      isTrial,
      totalInvoices: orZero(counted.totalInvoices),
      paidCents: orZero(counted.paidCents),
      owedCents: orZero(outstanding.owedCents),
      overdueInvoices: orZero(outstanding.overdueInvoices),
    })
    .from(organizations)
    .leftJoin(subscriptions, ownLive)
    .leftJoin(counted, eq(counted.organizationId, organizations.id))
    .leftJoin(outstanding, eq(outstanding.organizationId, organizations.id))
    .orderBy(sql`lower(${organizations.name})`, organizations.id)
}

export type BilledTotals = Awaited<ReturnType<typeof findBilled>>[number]
