import { eq } from 'drizzle-orm'
import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { invoices as invoiceCalls, type InvoiceStatus } from '#contract/billing/invoices.ts'
import { receivables } from '#contract/billing/receivables.ts'
import { LIST_LIMIT } from '#contract/lists.ts'
import { toCents } from '#contract/money.ts'
import { invoiceRow, makeInvoice } from '#demo/rows/invoices.ts'
import { auditLog } from '#server/database/schema/audit.ts'
import { invoices } from '#server/database/schema/billing/invoices.ts'
import { dayIn } from '#server/testing/billing/billing-mails.ts'
import { pay, refund, RECEIVED, reverse } from '#server/testing/billing/invoices.ts'
import { db, newOrganization, signIn } from '#server/testing/testing.ts'

const admin = await signIn({ role: 'admin' })

const ageing = async () => (await admin.call(receivables.ageing)).body
const linesOf = (body: unknown) => String(body).replace('\uFEFF', '').trimEnd().split('\r\n')
const invoicesCsv = async (query: object) => linesOf((await admin.call(receivables.exportInvoices, { query })).body)
const paymentsCsv = async (query: object) => linesOf((await admin.call(receivables.exportPayments, { query })).body)
const listed = async (query: object) =>
  (await admin.call(invoiceCalls.listAll, { query })).body.map(({ invoiceNumber }) => invoiceNumber)

test('an outstanding balance has an age by its whole days overdue, and the list is filtered by it', async () => {
  const organizationId = await newOrganization()
  const before = await ageing()
  const days = { current: [-1, 0], days30: [1, 30], days60: [31, 60], days90: [61, 90], older: [91, 400] }
  for (const [age, [first = 0, last = 0]] of Object.entries(days)) {
    const made = []
    for (const late of [first, last])
      made.push(await makeInvoice(db, { organizationId, dueDate: await dayIn(-late), amountCents: 10_000 }))
    await makeInvoice(db, { organizationId, dueDate: await dayIn(-last), status: 'paid' })
    await makeInvoice(db, { organizationId, dueDate: await dayIn(-last), status: 'draft' })
    expect([age, (await listed({ organizationId, age })).toSorted()]).toEqual([
      age,
      made.map(({ invoiceNumber }) => invoiceNumber).toSorted(),
    ])
  }
  const [, half] = await listed({ organizationId, age: 'older' })
  const [row] = await db.select().from(invoices).where(eq(invoices.invoiceNumber, half!))
  await pay(row!, '25.00')
  const after = await ageing()
  const grown = after.map(({ age, amount, invoices: count }, index) => [
    age,
    toCents(amount) - toCents(before[index]!.amount),
    count - before[index]!.invoices,
  ])
  expect(grown).toEqual([
    ['current', 20_000, 2],
    ['days30', 20_000, 2],
    ['days60', 20_000, 2],
    ['days90', 20_000, 2],
    ['older', 17_500, 2],
  ])
})

test('invoices are filtered by their due days, both included', async () => {
  const organizationId = await newOrganization()
  const [first, second, third] = await Promise.all(
    ['2026-01-30', '2026-01-31', '2026-02-01'].map(async (dueDate) => {
      const { invoiceNumber } = await makeInvoice(db, { organizationId, dueDate })
      return invoiceNumber
    }),
  )
  expect(new Set(await listed({ organizationId, dueFrom: '2026-01-31' }))).toEqual(new Set([second, third]))
  expect(new Set(await listed({ organizationId, dueTo: '2026-01-31' }))).toEqual(new Set([first, second]))
  expect(await listed({ organizationId, dueFrom: '2026-01-31', dueTo: '2026-01-31' })).toEqual([second])
  for (const query of [{ dueFrom: '31/01/2026' }, { dueTo: '2026-02-30' }, { age: 'old' }])
    expect((await admin.call(invoiceCalls.listAll, { query })).status).toBe(400)
})

test('the CSV of invoices has the rows of the filter over many pages, and no text is a formula', async () => {
  const organizationId = await newOrganization({ name: '=SUM(A1)' })
  const rows = Array.from({ length: LIST_LIMIT + 5 }, () => invoiceRow({ organizationId, dueDate: '2026-05-05' }))
  await db.insert(invoices).values(rows)
  const { invoiceNumber } = await makeInvoice(db, {
    organizationId,
    status: 'paid',
    notes: '@evil',
    paidAt: '2026-03-04T23:30:00Z',
    createdAt: '2026-03-01T10:00:00Z',
  })
  const all = await invoicesCsv({ organizationId })
  expect(all).toHaveLength(LIST_LIMIT + 7)
  expect(new Set(all).size).toBe(all.length)
  expect(await invoicesCsv({ organizationId, status: 'paid' })).toEqual([
    'Invoice,Organization,Status,Amount,Paid,Credited,Balance,Created,Due,Paid on,Notes',
    `${invoiceNumber},'=SUM(A1),paid,1234.50,1234.50,0.00,0.00,2026-03-01,2099-12-31,2026-03-05,'@evil`,
  ])
})

test('the balances in the CSV of invoices add up to what is outstanding', async () => {
  const organizationId = await newOrganization()
  const make = (status: InvoiceStatus) => makeInvoice(db, { organizationId, status, amountCents: 10_000 })
  const partly = await make('overdue')
  await pay(partly, '25.00')
  for (const status of ['issued', 'paid', 'draft', 'void', 'cancelled'] as const) await make(status)
  const lines = (await invoicesCsv({ organizationId })).slice(1).map((line) => line.split(','))
  expect(Object.fromEntries(lines.map(([, , status, , , , left]) => [status, left]))).toEqual({
    overdue: '75.00',
    issued: '100.00',
    paid: '0.00',
    draft: '0.00',
    void: '0.00',
    cancelled: '0.00',
  })
})

test('the CSV of payments has what moved, by the day it moved, and who recorded it', async () => {
  const organizationId = await newOrganization({ name: 'Ledger Works' })
  const invoice = await makeInvoice(db, { organizationId, amountCents: 10_000 })
  const paid = await pay(invoice, '150.00', { reference: 'EFT 1' })
  await refund(organizationId, '20.00', { receivedOn: '2026-02-10' })
  const other = await makeInvoice(db, { organizationId, amountCents: 5000 })
  const wrong = await pay(other, '10.00')
  await reverse(wrong.body.payments.find(({ kind }) => kind === 'payment')?.id, 'Typed twice')
  expect(paid.status).toBe(201)
  const lines = await paymentsCsv({ organizationId })
  expect(lines[0]).toBe('Date,Organization,Kind,Amount,Invoice,Reference,Note,Recorded by,Recorded (UTC)')
  const short = lines.slice(1).map((line) => line.split(',').slice(0, 6).join(','))
  expect(short).toEqual([
    expect.stringMatching(`,Ledger Works,Reversal,-10.00,${other.invoiceNumber},`),
    `${RECEIVED},Ledger Works,Payment,10.00,${other.invoiceNumber},`,
    '2026-02-10,Ledger Works,Refund,-20.00,,EFT 7',
    `${RECEIVED},Ledger Works,Payment,150.00,${invoice.invoiceNumber},EFT 1`,
  ])
  expect(lines[1]).toContain('Typed twice')
  expect(await paymentsCsv({ organizationId, from: '2026-02-10', to: '2026-02-10' })).toHaveLength(2)
})

test('an export is in the audit log with its filter', async () => {
  const organizationId = randomUUID()
  await invoicesCsv({ organizationId })
  await paymentsCsv({ organizationId })
  const written = await db.select().from(auditLog).where(eq(auditLog.actorId, admin.user.id))
  const found = written.filter(({ changes }) => JSON.stringify(changes).includes(organizationId))
  expect(found.map(({ action }) => action).toSorted()).toEqual(['invoice.exported', 'invoice.payments-exported'])
})

test('only admins read ages and exports', async () => {
  const owner = await signIn({ role: 'org_admin' })
  for (const person of [owner, await owner.colleague('customer'), await signIn({ role: 'agent' })])
    for (const endpoint of Object.values(receivables)) expect((await person.call(endpoint)).status).toBe(403)
})
