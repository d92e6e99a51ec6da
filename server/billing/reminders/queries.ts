import { and, asc, eq, isNull, sql, type SQL, type SQLWrapper } from 'drizzle-orm'
import { ENDED_AFTER_DAYS, REMINDER_DAYS } from '#contract/billing/terms.ts'
import { balanceCents, daysLate } from '#server/billing/emails/queries.ts'
import { first, type Database } from '#server/database/database.ts'
import { auditLog } from '#server/database/schema/audit.ts'
import { invoiceReminders, invoices, invoiceStatusChanges } from '#server/database/schema/billing/invoices.ts'
import { subscriptions } from '#server/database/schema/billing/subscriptions.ts'
import { organizations } from '#server/database/schema/identity/organizations.ts'
import { asDay, todayOnce } from '#server/domain/calendar.ts'
import { isOutstanding, REMINDED_BY_HAND } from '#server/domain/invoices.ts'
import { isPaused, pausedUntil } from '#server/domain/organizations.ts'
import { isLive, isTrial } from '#server/domain/subscriptions.ts'

/** In days after the due day. Older invoices, some from before reminders existed, are left to staff. */
const LAST_DAY = ENDED_AFTER_DAYS

/** Days before a canceled subscription ends. */
const ENDING_DAYS = [30, 7] as const

/** Each stage lasts until the next begins; missed stages are not sent later. */
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

/** A subselect without correlation, so it runs once and not per invoice. */
const isOfPausedCustomer = sql`${invoices.organizationId} in (
  select ${organizations.id} from ${organizations} where ${isPaused})`

/** Outstanding, in a stage, and not yet reminded in it. On the day of issue, the invoice itself is the reminder. */
const isDue = and(
  isOutstanding,
  sql`${invoices.dueDate} between ${todayOnce} - ${sql.raw(String(LAST_DAY))} and ${todayOnce} - ${sql.raw(`(${Math.min(...REMINDER_DAYS)})`)}`,
  isAfterCreation,
  sql`not ${isReminded}`,
  sql`not ${isOfPausedCustomer}`,
)

/** A draft counts as issued when it leaves that status. */
const wasDraftUntilThen = sql`exists (
  select from ${invoiceStatusChanges}
  where ${invoiceStatusChanges.organizationId} = ${invoices.organizationId}
    and ${invoiceStatusChanges.invoiceId} = ${invoices.id}
    and ${invoiceStatusChanges.fromStatus} = 'draft'
    and ${asDay(invoiceStatusChanges.createdAt)} >= ${invoices.dueDate} + stages.stage)`

const isAfterIssue = and(isAfterCreation, sql`not ${wasDraftUntilThen}`)

const after = (column: SQLWrapper, id: string | undefined) => (id === undefined ? undefined : sql`${column} > ${id}`)

export const findDueReminders = (db: Database, last: string | undefined, limit: number) =>
  db
    .select({ id: invoices.id })
    .from(invoices)
    .innerJoin(stages, isAtStage)
    .where(and(isDue, after(invoices.id, last)))
    .orderBy(asc(invoices.id))
    .limit(limit)

const reminded = {
  id: invoices.id,
  organizationId: invoices.organizationId,
  invoiceNumber: invoices.invoiceNumber,
  amountCents: invoices.amountCents,
  balanceCents,
  dueDate: invoices.dueDate,
  daysLate,
  isOfSubscription: sql<boolean>`exists (
    select from ${subscriptions} where ${subscriptions.id} = ${invoices.subscriptionId} and ${isLive})`,
}

/** Checks again under the lock: the invoice may be paid by now. Returns undefined if it is locked. */
export const lockDueReminder = (tx: Database, id: string) =>
  tx
    .select({ ...reminded, stage })
    .from(invoices)
    .innerJoin(stages, isAtStage)
    .where(and(eq(invoices.id, id), isDue, isAfterIssue))
    .for('no key update', { of: invoices, skipLocked: true })
    .then(first)

type DueReminder = NonNullable<Awaited<ReturnType<typeof lockDueReminder>>>

/** Returns whether the row is new: two processes can find the same reminder due. */
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

const lastDay = sql`greatest(${asDay(subscriptions.currentPeriodEnd)} - 1, ${todayOnce})`

const endingStage = sql<number>`(
  select min(day) from (values ${sql.raw(ENDING_DAYS.map((day) => `(${day})`).join(', '))}) as stages (day) where day >= ${lastDay} - ${todayOnce})`

/** Finds canceled subscriptions that end soon. A later cancellation sends its own email. */
export const findEnding = (db: Database, last: string | undefined, limit: number) =>
  db
    .select({
      id: subscriptions.id,
      organizationId: subscriptions.organizationId,
      planName: subscriptions.planName,
      isTrial,
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

/** Locks the invoice, so that concurrent senders see the reminder. */
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

/** The first day on which the job would send it. */
const sendsOn = sql`greatest(${invoices.dueDate} + stages.stage, ${todayOnce}, (${pausedUntil})::date + 1)`

const nextOn = sql<string | null>`(
  select min(${sendsOn})::text from ${stages}
  where ${and(isOutstanding, isAfterIssue, sql`not ${isReminded}`, sql`${sendsOn} < ${invoices.dueDate} + stages.next`)})`

const isSentToday = sql<boolean>`coalesce(${asDay(lastSentAt)} = ${todayOnce}, false)`

/** Overdue invoices on a condition, oldest first. */
export const findLate = (db: Database, condition: SQL | undefined, limit: number) =>
  db
    .select({
      id: invoices.id,
      organizationId: invoices.organizationId,
      organizationName: organizations.name,
      invoiceNumber: invoices.invoiceNumber,
      balanceCents,
      daysLate,
      isSentToday,
      isPaused: sql<boolean>`coalesce(${isPaused}, false)`,
    })
    .from(invoices)
    .innerJoin(organizations, eq(organizations.id, invoices.organizationId))
    .where(and(isOutstanding, sql`${invoices.dueDate} < ${todayOnce}`, condition))
    .orderBy(asc(invoices.dueDate), asc(invoices.id))
    .limit(limit)

export const findReminders = (db: Database, id: string) =>
  db
    .select({
      lastSentAt,
      isSentToday,
      nextOn,
      pausedUntil,
    })
    .from(invoices)
    .innerJoin(organizations, eq(organizations.id, invoices.organizationId))
    .where(eq(invoices.id, id))
    .then(first)
