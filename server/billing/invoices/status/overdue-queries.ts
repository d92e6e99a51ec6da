import { and, inArray, sql } from 'drizzle-orm'
import type { Database } from '#server/database/database.ts'
import { invoices } from '#server/database/schema/billing/invoices.ts'
import { today } from '#server/domain/calendar.ts'

const isLate = sql<boolean>`${invoices.dueDate} < ${today}`

/** Finds invoices that are past due but not marked overdue. Skips locked rows, which the next run finds. */
export const lockLate = (tx: Database, limit: number) =>
  tx
    .select({ id: invoices.id, organizationId: invoices.organizationId, status: invoices.status })
    .from(invoices)
    .where(and(sql`${invoices.status} in ('issued', 'pending', 'failed')`, isLate))
    .limit(limit)
    .for('update', { skipLocked: true })

export const setOverdue = (tx: Database, ids: string[]) =>
  tx
    .update(invoices)
    .set({ status: 'overdue', updatedAt: sql`now()` })
    .where(inArray(invoices.id, ids))
