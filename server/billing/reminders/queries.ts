import { and, asc, eq, isNull, sql, type SQLWrapper } from 'drizzle-orm'
import { ENDED_AFTER_DAYS, REMINDER_DAYS } from '#contract/billing/terms.ts'
import { balanceCents, daysLate } from '#server/billing/emails/queries.ts'
import { first, type Database } from '#server/database/database.ts'
import { auditLog } from '#server/database/schema/audit.ts'
import { invoiceReminders, invoices, invoiceStatusChanges } from '#server/database/schema/billing/invoices.ts'
import { subscriptions } from '#server/database/schema/billing/subscriptions.ts'
import { organizations } from '#server/database/schema/identity/organizations.ts'
import { asDay, todayOnce } from '#server/domain/calendar.ts'
import { isOwed, REMINDED_BY_HAND } from '#server/domain/invoices.ts'
import { isPaused, pausedUntil } from '#server/domain/organizations.ts'

/**
 * Days after its due day. What is owed for longer than any subscription lives is a matter for people: without an end, an
 * invoice from before there were reminders would get its last one now.
 */
const LAST_DAY = ENDED_AFTER_DAYS

/** Days before its end on which a canceled subscription is spoken of. */
const ENDING_DAYS = [30, 7] as const

/** Each stage lasts until the next one begins: those that were missed are not made up for. */
const stages = sql`(values ${sql.raw(
  REMINDER_DAYS.map((day, index) => `(${day}, ${REMINDER_DAYS[index + 1] ?? LAST_DAY + 1})`).join(', '),
)}) as stages (stage, next)`
const stage = sql<number>`stages.stage`

const isAtStage = sql`${invoices.dueDate} between ${todayOnce} - stages.next + 1 and ${todayOnce} - stages.stage`

const isReminded = sql`exists (
  select from ${invoiceReminders}
  where ${invoiceReminders.organizationId} = ${invoices.organizationId}
    and ${invoiceReminders.invoiceId} = ${invoices.id}
    and ${invoiceReminders.stageDays} = stages.stage)`

const isAfterCreation = sql`${invoices.dueDate} + stages.stage > ${asDay(invoices.createdAt)}`

/** Those that somebody gave time. Asked for once, not for each invoice. */
const isOfPaused = sql`${invoices.organizationId} in (
  select ${organizations.id} from ${organizations} where ${isPaused})`

/** Owed, its due day near enough for any stage, and its stage not told yet. On the day of issue the invoice itself says it. */
const isDue = and(
  isOwed,
  sql`${invoices.dueDate} between ${todayOnce} - ${sql.raw(String(LAST_DAY))} and ${todayOnce} - ${sql.raw(`(${Math.min(...REMINDER_DAYS)})`)}`,
  isAfterCreation,
  sql`not ${isReminded}`,
  sql`not ${isOfPaused}`,
)

/** A draft is issued when it stops being one. */
const wasDraftUntilThen = sql`exists (
  select from ${invoiceStatusChanges}
  where ${invoiceStatusChanges.organizationId} = ${invoices.organizationId}
    and ${invoiceStatusChanges.invoiceId} = ${invoices.id}
    and ${invoiceStatusChanges.fromStatus} = 'draft'
    and ${asDay(invoiceStatusChanges.createdAt)} >= ${invoices.dueDate} + stages.stage)`

/** Its stage comes later than the invoice itself. */
const isAfterIssue = and(isAfterCreation, sql`not ${wasDraftUntilThen}`)

const after = (column: SQLWrapper, id: string | undefined) => (id === undefined ? undefined : sql`${column} > ${id}`)

/** In the order of their ids, those after one of them. */
export const findDueReminders = (db: Database, last: string | undefined, limit: number) =>
  db
    .select({ id: invoices.id })
    .from(invoices)
    .innerJoin(stages, isAtStage)
    .where(and(isDue, after(invoices.id, last)))
    .orderBy(asc(invoices.id))
    .limit(limit)

/** What a reminder says of an invoice. */
const reminded = {
  id: invoices.id,
  organizationId: invoices.organizationId,
  invoiceNumber: invoices.invoiceNumber,
  amountCents: invoices.amountCents,
  balanceCents,
  dueDate: invoices.dueDate,
  daysLate,
  isOfSubscription: sql<boolean>`${invoices.subscriptionId} is not null`,
}

/** Asked again: it may be paid by now. Undefined too while somebody else holds it, to change it or to remind of it. */
export const lockDueReminder = (tx: Database, id: string) =>
  tx
    .select({ ...reminded, stage })
    .from(invoices)
    .innerJoin(stages, isAtStage)
    .where(and(eq(invoices.id, id), isDue, isAfterIssue))
    .for('no key update', { of: invoices, skipLocked: true })
    .then(first)

export type DueReminder = NonNullable<Awaited<ReturnType<typeof lockDueReminder>>>

/** Whether it was not there: two that looked at the same time both find it due, one after the other. */
export const insertReminder = (
  tx: Database,
  { organizationId, id, stage: stageDays }: Pick<DueReminder, 'organizationId' | 'id' | 'stage'>,
) =>
  tx
    .insert(invoiceReminders)
    .values({ organizationId, invoiceId: id, stageDays })
    .onConflictDoNothing()
    .returning({ id: invoiceReminders.id })
    .then((rows) => rows.length > 0)

const lastDay = asDay(subscriptions.currentPeriodEnd)

const endingStage = sql<number>`(
  select min(day) from (values ${sql.raw(ENDING_DAYS.map((day) => `(${day})`).join(', '))}) as stages (day) where day >= ${lastDay} - ${todayOnce})`

/** Canceled subscriptions with their end in sight. Whoever cancels later than such a day is told by the cancellation. */
export const findEnding = (db: Database, last: string | undefined, limit: number) =>
  db
    .select({
      id: subscriptions.id,
      organizationId: subscriptions.organizationId,
      planName: subscriptions.planName,
      canceledAt: subscriptions.canceledAt,
      lastDay: sql<string>`${lastDay}::text`,
      daysLeft: sql<number>`${lastDay} - ${todayOnce}`,
      stage: endingStage,
    })
    .from(subscriptions)
    .where(
      and(
        isNull(subscriptions.endedAt),
        eq(subscriptions.status, 'canceled'),
        sql`${subscriptions.currentPeriodEnd} > now()`,
        sql`${lastDay} <= ${todayOnce} + ${sql.raw(String(Math.max(...ENDING_DAYS)))}`,
        sql`${lastDay} - ${endingStage} > ${asDay(subscriptions.canceledAt)}`,
        after(subscriptions.id, last),
      ),
    )
    .orderBy(asc(subscriptions.id))
    .limit(limit)

export type Ending = Awaited<ReturnType<typeof findEnding>>[number]

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
