import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { InvoiceStatus } from '#contract/billing/invoices.ts'
import { makeInvoice } from '#demo/rows/invoices.ts'
import { listInvoicesWithItems, totalsOf } from '#server/billing/invoices/actions.ts'
import { invoiceItems } from '#server/database/schema/billing/invoices.ts'
import { db, newOrganization } from '#server/testing/testing.ts'

test('the totals of an organization leave out drafts and void invoices', async () => {
  const organizationId = await newOrganization()
  const statuses = InvoiceStatus.options
  await Promise.all(
    statuses.map((status, index) => makeInvoice(db, { organizationId, status, amountCents: 10 ** index })),
  )
  await makeInvoice(db, { organizationId: await newOrganization() })
  const cents = (...wanted: InvoiceStatus[]) => wanted.reduce((sum, status) => sum + 10 ** statuses.indexOf(status), 0)
  expect(await totalsOf(db, organizationId)).toEqual({
    invoicedCents: cents('issued', 'pending', 'overdue', 'failed', 'paid'),
    paidCents: cents('paid'),
    owedCents: cents('issued', 'pending', 'overdue', 'failed'),
    paidCount: 1,
    count: 5,
  })
})

test('an organization without invoices was billed nothing', async () => {
  const nothing = { invoicedCents: 0, paidCents: 0, owedCents: 0, paidCount: 0, count: 0 }
  expect(await totalsOf(db, await newOrganization())).toEqual(nothing)
  expect(await totalsOf(db, randomUUID())).toEqual(nothing)
})

test('its newest invoices come with their lines, drafts too', async () => {
  const organizationId = await newOrganization()
  const older = await makeInvoice(db, { organizationId, createdAt: '2026-01-01T00:00:00.000Z' })
  const oldest = await makeInvoice(db, { organizationId, createdAt: '2025-01-01T00:00:00.000Z' })
  const draft = await makeInvoice(db, { organizationId, status: 'draft' })
  const line = (position: number, amountCents: number) => ({
    organizationId,
    invoiceId: older.id,
    position,
    description: `Line ${position}`,
    amountCents,
  })
  await db.insert(invoiceItems).values([line(2, 23_450), line(1, 100_000)])
  const rows = await listInvoicesWithItems(db, { organizationId, limit: 2 })
  expect(rows.map(({ id, status, items }) => ({ id, status, items }))).toEqual([
    { id: draft.id, status: 'draft', items: [] },
    {
      id: older.id,
      status: 'issued',
      items: [
        { description: 'Line 1', amount: '1000.00' },
        { description: 'Line 2', amount: '234.50' },
      ],
    },
  ])
  const all = await listInvoicesWithItems(db, { organizationId })
  expect(all.map(({ id }) => id)).toEqual([draft.id, older.id, oldest.id])
})
