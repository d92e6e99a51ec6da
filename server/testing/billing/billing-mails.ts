import { and, asc, eq, sql } from 'drizzle-orm'
import { makeInvoice, type InvoiceRow } from '#demo/rows/invoices.ts'
import { only } from '#server/database/database.ts'
import { emails } from '#server/database/schema/emails.ts'
import { TIME_ZONE } from '#server/platform/time-zone.ts'
import { db, inDays } from '#server/testing/testing.ts'

/** The day in South Africa that many days from today. */
export const dayIn = (days: number) =>
  db
    .execute<{ day: string }>(sql`select ((now() at time zone ${TIME_ZONE})::date + ${days}::int)::text as day`)
    .then(({ rows }) => only(rows).day)

type Facts = Partial<InvoiceRow> & { organizationId: string }

/** Issued long ago, and due that many days ago (below 0: in as many days). */
export const makeLateInvoice = async (daysLate: number, facts: Facts) =>
  makeInvoice(db, { dueDate: await dayIn(-daysLate), createdAt: inDays(-100), ...facts })

/** Oldest first. */
export const emailsTo = (to: string, kind: string) =>
  db
    .select()
    .from(emails)
    .where(and(eq(emails.to, to), eq(emails.kind, kind)))
    .orderBy(asc(emails.createdAt), asc(emails.id))
