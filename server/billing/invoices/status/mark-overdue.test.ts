import { asc, eq, inArray, sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { InvoiceStatus } from '#contract/billing/invoices.ts'
import { makeInvoice } from '#demo/rows/invoices.ts'
import { auditLog } from '#server/database/schema/audit.ts'
import { invoiceStatusChanges as log, invoices as table } from '#server/database/schema/billing/invoices.ts'
import { db, newOrganization } from '#server/testing/testing.ts'
import { markOverdue } from './mark-overdue.ts'

const organizationId = await newOrganization()

/** A day that many days from today in Johannesburg, by the database's clock. */
const dayIn = async (days: number) => {
  const { rows } = await db.execute<{ day: string }>(
    sql`select ((now() at time zone 'Africa/Johannesburg')::date + ${days}::int)::text as day`,
  )
  return rows[0]!.day
}

const make = (status: InvoiceStatus, dueDate: string) => makeInvoice(db, { organizationId, status, dueDate })
const statusOf = async ({ id }: { id: string }) => {
  const [row] = await db.select().from(table).where(eq(table.id, id))
  return row?.status
}

test('an unpaid invoice is overdue once its due day is over in South Africa [R-ABILL-04]', async () => {
  const [yesterday, today] = [await dayIn(-1), await dayIn(0)]
  const late = await Promise.all(InvoiceStatus.options.map((status) => make(status, yesterday)))
  const due = await Promise.all(InvoiceStatus.options.map((status) => make(status, today)))
  await markOverdue(db)
  const becomes = (status: InvoiceStatus) =>
    status === 'issued' || status === 'pending' || status === 'failed' ? 'overdue' : status
  expect(await Promise.all(late.map(statusOf))).toEqual(InvoiceStatus.options.map(becomes))
  expect(await Promise.all(due.map(statusOf))).toEqual(InvoiceStatus.options)
})

test('the job leaves a line in the log and in the audit trail for each, and runs again without a trace', async () => {
  const invoice = await make('pending', await dayIn(-40))
  await markOverdue(db)
  await markOverdue(db)
  const lines = await db.select().from(log).where(eq(log.invoiceId, invoice.id)).orderBy(asc(log.createdAt))
  expect(lines).toMatchObject([
    { toStatus: 'pending' },
    { fromStatus: 'pending', toStatus: 'overdue', userId: null, organizationId },
  ])
  const trail = await db.select().from(auditLog).where(eq(auditLog.subjectId, invoice.id))
  expect(trail).toMatchObject([
    {
      action: 'invoice.status-changed',
      actorKind: 'system',
      actorName: 'Latchkey',
      organizationId,
      changes: { status: ['pending', 'overdue'] },
    },
  ])
})

test('many late invoices are marked batch by batch, by several processes at once and each of them once', async () => {
  const yesterday = await dayIn(-1)
  const made = await Promise.all(Array.from({ length: 25 }, () => make('issued', yesterday)))
  await Promise.all(Array.from({ length: 8 }, () => markOverdue(db, 4)))
  await markOverdue(db, 4)
  expect(new Set(await Promise.all(made.map(statusOf)))).toEqual(new Set(['overdue']))
  const ids = made.map(({ id }) => id)
  const lines = await db.select().from(log).where(inArray(log.invoiceId, ids))
  expect(lines).toHaveLength(50)
})
