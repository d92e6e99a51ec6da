import { randomUUID } from 'node:crypto'
import { eq } from 'drizzle-orm'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { InvoiceStatus, isCounted, isOutstanding } from '#contract/billing/invoices.ts'
import { invoiceRow, makeInvoice, type InvoiceRow } from '#demo/rows/invoices.ts'
import { listInvoicesWithItems } from '#server/billing/invoices/actions.ts'
import { invoiceItems, invoices } from '#server/database/schema/billing/invoices.ts'
import { db, newOrganization } from '#server/testing/testing.ts'
import { findBilled, sumCounted } from './totals-queries.ts'

test('the totals of an organization leave out drafts and void invoices', async () => {
  const organizationId = await newOrganization()
  const statuses = InvoiceStatus.options
  await Promise.all(
    statuses.map((status, index) => makeInvoice(db, { organizationId, status, amountCents: 10 ** index })),
  )
  await makeInvoice(db, { organizationId: await newOrganization() })
  const cents = (...wanted: InvoiceStatus[]) => wanted.reduce((sum, status) => sum + 10 ** statuses.indexOf(status), 0)
  expect(await sumCounted(db, organizationId)).toEqual({
    invoicedCents: cents('issued', 'pending', 'overdue', 'failed', 'paid'),
    paidCents: cents('paid'),
    owedCents: cents('issued', 'pending', 'overdue', 'failed'),
    paidCount: 1,
    count: 5,
  })
})

test('an organization without invoices was billed nothing', async () => {
  const nothing = { invoicedCents: 0, paidCents: 0, owedCents: 0, paidCount: 0, count: 0 }
  expect(await sumCounted(db, await newOrganization())).toEqual(nothing)
  expect(await sumCounted(db, randomUUID())).toEqual(nothing)
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

const fact = fc.record({
  status: fc.constantFrom(...InvoiceStatus.options),
  amountCents: fc.integer({ min: 3, max: 10_000_000_00 }),
  credited: fc.double({ min: 0, max: 0.5, noNaN: true }),
  paid: fc.double({ min: 0, max: 0.49, noNaN: true }),
})
type Fact = typeof fact extends fc.Arbitrary<infer Value> ? Value : never

const rowOf = (organizationId: string, { status, amountCents, credited, paid }: Fact): InvoiceRow => {
  const creditedCents = Math.floor(amountCents * credited)
  const partlyPaid = isOutstanding({ status }) ? Math.floor(amountCents * paid) : 0
  const paidCents = status === 'paid' ? amountCents - creditedCents : partlyPaid
  return invoiceRow({ organizationId, status, amountCents, creditedCents, paidCents })
}

async function plainSums(organizationId: string) {
  const rows = await db.select().from(invoices).where(eq(invoices.organizationId, organizationId))
  const sum = { totalInvoices: 0, paidCents: 0, owedCents: 0, overdueInvoices: 0 }
  for (const { status, amountCents, creditedCents, paidCents } of rows.filter(isCounted)) {
    sum.totalInvoices += 1
    sum.paidCents += paidCents
    if (isOutstanding({ status })) sum.owedCents += amountCents - creditedCents - paidCents
    if (status === 'overdue') sum.overdueInvoices += 1
  }
  return sum
}

test('what each organization was billed is the plain sum of its invoices, also right after one changes', async () => {
  const ids = await Promise.all([newOrganization(), newOrganization()])
  const facts = fc.array(fact, { minLength: 1, maxLength: 30 })
  const compare = async () => {
    const billed = new Map((await findBilled(db)).map((row) => [row.organizationId, row]))
    for (const id of ids) expect(billed.get(id)).toMatchObject(await plainSums(id))
  }
  await fc.assert(
    fc.asyncProperty(facts, facts, fact, async (first, second, changed) => {
      const rows = [first, second].flatMap((list, place) => list.map((one) => rowOf(ids[place]!, one)))
      await db.insert(invoices).values(rows)
      await compare()
      const { invoiceNumber } = rows[0]!
      const { status, amountCents, creditedCents, paidCents, paidAt } = rowOf(ids[0], changed)
      await db
        .update(invoices)
        .set({ status, amountCents, creditedCents, paidCents, paidAt })
        .where(eq(invoices.invoiceNumber, invoiceNumber))
      await compare()
    }),
    { numRuns: 30 },
  )
})
