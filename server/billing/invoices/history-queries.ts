import { and, eq, sql } from 'drizzle-orm'
import { unionAll } from 'drizzle-orm/pg-core'
import type { Database } from '#server/database/database.ts'
import { auditLog } from '#server/database/schema/audit.ts'
import {
  invoiceReminders as reminders,
  invoices,
  invoiceStatusChanges as changes,
} from '#server/database/schema/billing/invoices.ts'
import { users } from '#server/database/schema/identity/users.ts'
import { asDay } from '#server/domain/calendar.ts'
import { REMINDED_BY_HAND } from '#server/domain/invoices.ts'
import type { OwnedRecord } from '#server/domain/organizations.ts'
import { actorNameIn } from '#server/domain/users.ts'

type What = 'status' | 'reminder'

/** 'system' means the portal itself. */
const actor = sql<string>`coalesce(nullif(concat_ws(' ', ${users.firstName}, ${users.lastName}), ''), 'system')`

/** A manual reminder writes both rows in one transaction and is listed once. */
const isByHand = sql`exists (
  select from ${auditLog}
  where ${auditLog.subjectId} = ${reminders.invoiceId}
    and ${auditLog.action} = ${REMINDED_BY_HAND}
    and ${auditLog.createdAt} = ${reminders.createdAt})`

const daysLate = sql<string>`(${asDay(auditLog.createdAt)} - ${invoices.dueDate})::text`

const findStatuses = (db: Database, { organizationId, id }: OwnedRecord) =>
  db
    .select({
      at: changes.createdAt,
      by: actor.as('by'),
      what: sql<What>`'status'`.as('what'),
      detail: sql<string>`${changes.toStatus}::text`.as('detail'),
    })
    .from(changes)
    .leftJoin(users, eq(users.id, changes.userId))
    .where(and(eq(changes.organizationId, organizationId), eq(changes.invoiceId, id)))

const findReminders = (db: Database, { organizationId, id }: OwnedRecord) =>
  db
    .select({
      at: reminders.createdAt,
      by: sql<string>`'system'`.as('by'),
      what: sql<What>`'reminder'`.as('what'),
      detail: sql<string>`${reminders.stageDays}::text`.as('detail'),
    })
    .from(reminders)
    .where(and(eq(reminders.organizationId, organizationId), eq(reminders.invoiceId, id), sql`not ${isByHand}`))

const findRemindersByHand = (db: Database, { organizationId, id }: OwnedRecord) =>
  db
    .select({
      at: auditLog.createdAt,
      by: sql<string>`coalesce(${actorNameIn(users)}, 'system')`.as('by'),
      what: sql<What>`'reminder'`.as('what'),
      detail: daysLate.as('detail'),
    })
    .from(auditLog)
    .leftJoin(users, eq(users.id, auditLog.actorId))
    .innerJoin(invoices, and(eq(invoices.organizationId, auditLog.organizationId), eq(invoices.id, auditLog.subjectId)))
    .where(and(eq(invoices.organizationId, organizationId), eq(invoices.id, id), eq(auditLog.action, REMINDED_BY_HAND)))

export const findHistory = (db: Database, invoice: OwnedRecord) =>
  unionAll(findStatuses(db, invoice), findReminders(db, invoice), findRemindersByHand(db, invoice))
    // By position: the column of a union has no name in Drizzle.
    .orderBy(sql`1`)
