import { and, eq, sql } from 'drizzle-orm'
import { first, type Database } from '#server/database/database.ts'
import { auditLog } from '#server/database/schema/audit.ts'
import { invoiceReminders, invoices } from '#server/database/schema/billing/invoices.ts'
import { organizations } from '#server/database/schema/identity/organizations.ts'
import { asDay, todayOnce } from '#server/domain/calendar.ts'
import { isOwed, REMINDED_BY_HAND } from '#server/domain/invoices.ts'
import { pausedUntil } from '#server/domain/organizations.ts'
import { isAfterIssue, isReminded, reminded, stages } from './queries.ts'

/** Whoever sends one locks the invoice, so that those who want to at the same time see that it went out. */
export const lockInvoiceToRemind = (tx: Database, id: string) =>
  tx
    .select({
      ...reminded,
      status: invoices.status,
      stage: sql<number | null>`(select max(stages.stage) from ${stages} where stages.stage <= ${reminded.daysLate})`,
    })
    .from(invoices)
    .where(eq(invoices.id, id))
    .for('no key update')
    .then(first)

export type RemindedInvoice = NonNullable<Awaited<ReturnType<typeof lockInvoiceToRemind>>>

const lastSentAt = sql<string | null>`greatest(
  (select max(${invoiceReminders.createdAt}) from ${invoiceReminders}
    where ${invoiceReminders.organizationId} = ${invoices.organizationId} and ${invoiceReminders.invoiceId} = ${invoices.id}),
  (select max(${auditLog.createdAt}) from ${auditLog}
    where ${auditLog.subjectId} = ${invoices.id} and ${auditLog.action} = ${REMINDED_BY_HAND}))`.mapWith(
  invoiceReminders.createdAt,
)

/** The first day on which the job finds it, if it is not paid before. */
const sendsOn = sql`greatest(${invoices.dueDate} + stages.stage, ${todayOnce}, (${pausedUntil})::date + 1)`

const nextOn = sql<string | null>`(
  select min(${sendsOn})::text from ${stages}
  where ${and(isOwed, isAfterIssue, sql`not ${isReminded}`, sql`${sendsOn} < ${invoices.dueDate} + stages.next`)})`

export const findReminders = (db: Database, id: string) =>
  db
    .select({
      lastSentAt,
      isSentToday: sql<boolean>`coalesce(${asDay(lastSentAt)} = ${todayOnce}, false)`,
      nextOn,
      pausedUntil,
    })
    .from(invoices)
    .innerJoin(organizations, eq(organizations.id, invoices.organizationId))
    .where(eq(invoices.id, id))
    .then(first)
