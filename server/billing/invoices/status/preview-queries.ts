import { and, asc, eq, inArray, sql } from 'drizzle-orm'
import { first, type Database } from '#server/database/database.ts'
import { invoices } from '#server/database/schema/billing/invoices.ts'
import { subscriptions } from '#server/database/schema/billing/subscriptions.ts'
import { emails } from '#server/database/schema/emails.ts'
import type { LockedInvoice } from './queries.ts'

/** Undefined for an invoice that bills no subscription. */
export const findSubscriptionState = async (tx: Database, { organizationId, subscriptionId }: LockedInvoice) =>
  subscriptionId === null
    ? undefined
    : tx
        .select({ status: subscriptions.status, currentPeriodEnd: subscriptions.currentPeriodEnd })
        .from(subscriptions)
        .where(and(eq(subscriptions.organizationId, organizationId), eq(subscriptions.id, subscriptionId)))
        .then(first)

export const findNumbers = async (tx: Database, { organizationId }: LockedInvoice, ids: string[]) => {
  const rows = await tx
    .select({ invoiceNumber: invoices.invoiceNumber })
    .from(invoices)
    .where(and(eq(invoices.organizationId, organizationId), inArray(invoices.id, ids)))
    .orderBy(asc(invoices.invoiceNumber))
  return rows.map(({ invoiceNumber }) => invoiceNumber)
}

/** Written by this transaction: its rows alone carry its number. The time is there for the index. */
export const findQueuedEmails = (tx: Database) =>
  tx
    .select({ kind: emails.kind, to: emails.to })
    .from(emails)
    .where(and(eq(emails.createdAt, sql`now()::timestamptz(3)`), sql`${emails}.xmin = pg_current_xact_id()::xid`))
    .orderBy(asc(emails.kind), asc(emails.to))
