import { asc, eq, sql } from 'drizzle-orm'
import { unionAll } from 'drizzle-orm/pg-core'
import type { Database } from '#server/database/database.ts'
import { invoiceReminders as reminders, invoiceStatusChanges as changes } from '#server/database/schema/invoices.ts'
import { users } from '#server/database/schema/users.ts'

/** The log of its statuses and the reminders about it, oldest first. */
export const findHistory = (db: Database, invoiceId: string) =>
  unionAll(
    db
      .select({
        at: changes.createdAt,
        by: sql<string>`case when ${users.id} is null then 'system' else concat_ws(' ', ${users.firstName}, ${users.lastName}) end`,
        what: sql<'status' | 'reminder'>`'status'`,
        detail: sql<string>`${changes.toStatus}::text`,
      })
      .from(changes)
      .leftJoin(users, eq(users.id, changes.userId))
      .where(eq(changes.invoiceId, invoiceId)),
    db
      .select({
        at: reminders.createdAt,
        by: sql<string>`'system'`,
        what: sql<'status' | 'reminder'>`'reminder'`,
        detail: sql<string>`${reminders.stageDays}::text`,
      })
      .from(reminders)
      .where(eq(reminders.invoiceId, invoiceId)),
  ).orderBy(({ at }) => asc(at))
