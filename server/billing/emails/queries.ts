import { and, asc, eq, isNull, lt, sql } from 'drizzle-orm'
import { first, only, type Database } from '#server/database/database.ts'
import { invoices } from '#server/database/schema/billing/invoices.ts'
import { payments } from '#server/database/schema/billing/payments.ts'
import { subscriptions } from '#server/database/schema/billing/subscriptions.ts'
import { emails } from '#server/database/schema/emails.ts'
import { organizations } from '#server/database/schema/identity/organizations.ts'
import { users } from '#server/database/schema/identity/users.ts'
import { todayOnce } from '#server/domain/calendar.ts'
import { balance, isOutstanding, periodDays } from '#server/domain/invoices.ts'
import type { OwnedRecord } from '#server/domain/organizations.ts'
import { isLive } from '#server/domain/subscriptions.ts'

/** Days since the due day, negative before it. */
export const daysLate = sql<number>`${todayOnce} - ${invoices.dueDate}`

export const balanceCents = sql<number>`case when ${isOutstanding}
  then ${balance} else 0 end`.mapWith(Number)

export const findInvoice = (tx: Database, { organizationId, id }: OwnedRecord) =>
  tx
    .select({
      id: invoices.id,
      invoiceNumber: invoices.invoiceNumber,
      status: invoices.status,
      amountCents: invoices.amountCents,
      paidCents: invoices.paidCents,
      creditedCents: invoices.creditedCents,
      balanceCents,
      dueDate: invoices.dueDate,
      isLate: sql<boolean>`${invoices.dueDate} < ${todayOnce}`,
      ...periodDays,
    })
    .from(invoices)
    .where(and(eq(invoices.organizationId, organizationId), eq(invoices.id, id)))
    .then(only)

export type StoredInvoice = Awaited<ReturnType<typeof findInvoice>>

export const countPayments = (tx: Database, { organizationId, id }: OwnedRecord) =>
  tx.$count(payments, and(eq(payments.organizationId, organizationId), eq(payments.invoiceId, id)))

export const findLateInvoices = (tx: Database, { organizationId, subscriptionId }: SubscriptionKey) =>
  tx
    .select({
      id: invoices.id,
      invoiceNumber: invoices.invoiceNumber,
      dueDate: invoices.dueDate,
      balanceCents,
    })
    .from(invoices)
    .where(
      and(
        eq(invoices.organizationId, organizationId),
        eq(invoices.subscriptionId, subscriptionId),
        isOutstanding,
        lt(invoices.dueDate, todayOnce),
      ),
    )
    .orderBy(asc(invoices.dueDate), asc(invoices.id))
    .limit(MOST_LATE)

const MOST_LATE = 10

type SubscriptionKey = { organizationId: string; subscriptionId: string }
export type LateInvoice = Awaited<ReturnType<typeof findLateInvoices>>[number]

const firstDue = sql`min(${invoices.dueDate})`

/**
 * The due days of the oldest outstanding invoice, which decides when devices stop, and of the oldest one that will end the subscription.
 * Undefined without running devices.
 */
export const findOldestDue = (tx: Database, organizationId: string) =>
  tx
    .select({
      today: sql<string>`${todayOnce}::text`,
      day: sql<string | null>`${firstDue}::text`,
      subscriptionDay: sql<string | null>`(${firstDue} filter (
        where ${invoices.subscriptionId} = ${subscriptions.id} and ${subscriptions.status} <> 'canceled'
          and ${invoices.dueDate} < ${todayOnce}))::text`,
    })
    .from(subscriptions)
    .innerJoin(organizations, eq(organizations.id, subscriptions.organizationId))
    .leftJoin(invoices, and(eq(invoices.organizationId, organizations.id), isOutstanding))
    .where(and(eq(subscriptions.organizationId, organizationId), isLive, isNull(organizations.suspendedAt)))
    .groupBy(subscriptions.id)
    .then(first)

export type OldestDue = Awaited<ReturnType<typeof findOldestDue>>

export const findContactAddress = (tx: Database, organizationId: string) =>
  tx
    .select({ id: organizations.id, email: organizations.contactEmail, firstName: sql<null>`null` })
    .from(organizations)
    .where(
      and(
        eq(organizations.id, organizationId),
        sql`not exists (
          select from ${users}
          where ${users.organizationId} = ${organizations.id} and ${users.role} = 'org_admin' and ${users.status} = 'active')`,
      ),
    )

/** Returns emails that this transaction queued, by transaction id. The time condition lets the query use an index. */
export const findQueuedEmails = (tx: Database) =>
  tx
    .select({ kind: emails.kind, to: emails.to })
    .from(emails)
    .where(and(eq(emails.createdAt, sql`now()::timestamptz(3)`), sql`${emails}.xmin = pg_current_xact_id()::xid`))
    .orderBy(asc(emails.kind), asc(emails.to))
