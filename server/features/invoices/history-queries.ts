import { and, eq, sql } from 'drizzle-orm'
import { unionAll } from 'drizzle-orm/pg-core'
import type { Database } from '#server/database/database.ts'
import { invoiceReminders as reminders, invoiceStatusChanges as changes } from '#server/database/schema/invoices.ts'
import { users } from '#server/database/schema/users.ts'

type What = 'status' | 'reminder'

/** Without anybody it was the portal itself. */
const actor = sql<string>`coalesce(nullif(concat_ws(' ', ${users.firstName}, ${users.lastName}), ''), 'system')`

/** The log of its statuses and the reminders about it, oldest first. */
export const findHistory = (db: Database, { organizationId, id }: { organizationId: string; id: string }) =>
  unionAll(
    db
      .select({
        at: changes.createdAt,
        by: actor.as('by'),
        what: sql<What>`'status'`.as('what'),
        detail: sql<string>`${changes.toStatus}::text`.as('detail'),
      })
      .from(changes)
      .leftJoin(users, eq(users.id, changes.userId))
      .where(and(eq(changes.organizationId, organizationId), eq(changes.invoiceId, id))),
    db
      .select({
        at: reminders.createdAt,
        by: sql<string>`'system'`.as('by'),
        what: sql<What>`'reminder'`.as('what'),
        detail: sql<string>`${reminders.stageDays}::text`.as('detail'),
      })
      .from(reminders)
      .where(and(eq(reminders.organizationId, organizationId), eq(reminders.invoiceId, id))),

    // By its place in the row: a column of two selections has no name of its own.
  ).orderBy(sql`1`)
