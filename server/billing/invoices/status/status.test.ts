import { randomUUID } from 'node:crypto'
import { and, asc, eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { CHANGED_MEANWHILE, InvoiceStatus, invoices } from '#contract/billing/invoices.ts'
import { makeInvoice } from '#demo/rows/invoices.ts'
import { auditLog } from '#server/database/schema/audit.ts'
import { invoiceStatusChanges as log, invoices as table } from '#server/database/schema/billing/invoices.ts'
import { emails } from '#server/database/schema/emails.ts'
import { expectBooksAgree, readBooks } from '#server/testing/billing/books.ts'
import { admin, credit, kindsOf, owe, pay, read } from '#server/testing/billing/invoices.ts'
import { db, newOrganization, newUser, signIn, statusesOf, type Person } from '#server/testing/testing.ts'

const set = ({ id }: { id: string }, status: unknown, person: Person = admin) =>
  person.call(invoices.setStatus, { params: { id }, body: { status } })

const make = async (status: InvoiceStatus = 'issued') =>
  makeInvoice(db, { organizationId: await newOrganization(), status })

const logOf = ({ id }: { id: string }) => db.select().from(log).where(eq(log.invoiceId, id)).orderBy(asc(log.createdAt))

test('an admin sets any status from any, and it stays [R-API-70 R-STATE-37 R-STATE-38 R-STATE-39 R-STATE-42 R-API-71]', async () => {
  const options = InvoiceStatus.options
  const moves = options.flatMap((from) => options.map((to) => [from, to] as const))
  for (const [from, to] of moves) {
    const invoice = await make(from)
    const { status, body } = await set(invoice, to)
    const isPaid = to === 'paid'
    expect([from, to, status]).toEqual([from, to, 200])
    expect(body).toMatchObject({
      id: invoice.id,
      status: to,
      amount: '1234.50',
      balance: isPaid ? '0.00' : '1234.50',
      paidAt: isPaid ? expect.any(String) : null,
    })
    const [row] = (await admin.call(invoices.listAll, { query: { organizationId: invoice.organizationId } })).body
    expect(row).toEqual(body)
  }
}, 30_000)

test('whatever was paid and credited of it, every move leaves ledger, log and totals agreeing [R-STATE-42 R-STATE-43]', async () => {
  for (const from of InvoiceStatus.options) {
    const organizationId = await newOrganization()
    for (const to of InvoiceStatus.options) {
      const invoice = await owe({ organizationId })
      await pay(invoice, '300.00')
      await credit(invoice, '200.00')
      expect((await set(invoice, from)).status).toBe(200)
      const { body } = await set(invoice, to)
      const balance = to === 'paid' ? '0.00' : expect.stringMatching(/^[58]00.00$/)
      expect([from, body]).toMatchObject([from, { status: to, creditedAmount: '200.00', balance }])
    }
    await expectBooksAgree(await readBooks(organizationId))
  }
}, 60_000)

test('payments of an outstanding invoice stay until it is voided, and are then reversed', async () => {
  const invoice = await owe()
  await pay(invoice, '300.00')
  for (const status of ['pending', 'failed', 'overdue', 'issued'] as const)
    expect((await set(invoice, status)).body).toMatchObject({ status, paidAmount: '300.00' })
  expect((await set(invoice, 'paid')).body.paidAmount).toBe('1000.00')
  expect((await set(invoice, 'pending')).body.paidAmount).toBe('0.00')
  expect(kindsOf((await read(invoice)).payments)).toEqual([
    'payment 300.00',
    'payment 700.00',
    expect.stringMatching('reversal'),
    expect.stringMatching('reversal'),
  ])
  await pay(invoice, '10.00')
  expect((await set(invoice, 'void')).body.paidAmount).toBe('0.00')
})

test('an invoice was paid when it was first said to be, until it is not paid [R-STATE-43]', async () => {
  const invoice = await make()
  const { paidAt } = (await set(invoice, 'paid')).body
  expect((await set(invoice, 'paid')).body.paidAt).toBe(paidAt)
  expect((await set(invoice, 'issued')).body).toMatchObject({ paidAt: null, balance: '1234.50' })
  const again = (await set(invoice, 'paid')).body.paidAt
  expect(Date.parse(again ?? '')).toBeGreaterThan(Date.parse(paidAt ?? ''))
})

test('each move is a line of the log and of the audit trail, and a repetition is none', async () => {
  const invoice = await make('draft')
  for (const status of ['issued', 'issued', 'paid', 'paid', 'void']) await set(invoice, status)
  expect(await logOf(invoice)).toMatchObject([
    { fromStatus: null, toStatus: 'draft' },
    { fromStatus: 'draft', toStatus: 'issued', userId: admin.user.id },
    { fromStatus: 'issued', toStatus: 'paid', userId: admin.user.id },
    { fromStatus: 'paid', toStatus: 'void', userId: admin.user.id },
  ])
  const trail = await db.select().from(auditLog).where(eq(auditLog.subjectId, invoice.id)).orderBy(asc(auditLog.id))
  const { organizationId } = invoice
  const told = { action: 'invoice.status-changed', organizationId, actorId: admin.user.id, subjectKind: 'invoice' }
  expect(trail).toMatchObject([
    { ...told, changes: { status: ['draft', 'issued'] } },
    { ...told, changes: { status: ['issued', 'paid'] } },
    { ...told, changes: { status: ['paid', 'void'] } },
  ])
})

test('a change of an invoice that someone else has paid or changed since it was shown is refused with 409', async () => {
  const invoice = await owe()
  const from = (shown: object) =>
    admin.call(invoices.setStatus, { params: { id: invoice.id }, body: { status: 'overdue', ...shown } })
  const shown = { from: 'issued', owed: '1000.00' }
  await pay(invoice, '300.00')
  expect(await from(shown)).toMatchObject({ status: 409, message: CHANGED_MEANWHILE })
  await pay(invoice, '700.00')
  expect(await from({ from: 'issued' })).toMatchObject({ status: 409, message: CHANGED_MEANWHILE })
  expect(kindsOf((await read(invoice)).payments)).toEqual(['payment 300.00', 'payment 700.00'])
  expect((await from({ from: 'paid', owed: '0' })).body).toMatchObject({ status: 'overdue', balance: '1000.00' })
})

test('paid by eight at once is paid once', async () => {
  const invoice = await make()
  const answers = await Promise.all(Array.from({ length: 8 }, () => set(invoice, 'paid')))
  expect(statusesOf(answers)).toEqual(Array.from({ length: 8 }, () => 200))
  expect(new Set(answers.map(({ body }) => body.paidAt)).size).toBe(1)
  expect((await logOf(invoice)).map(({ toStatus }) => toStatus)).toEqual(['issued', 'paid'])
})

test('issuing a draft is emailed like an uploaded invoice, and no other status change is', async () => {
  const organizationId = await newOrganization()
  const { email } = await newUser({ role: 'org_admin', organizationId })
  const invoice = await makeInvoice(db, { organizationId, status: 'draft' })
  const letters = () =>
    db
      .select()
      .from(emails)
      .where(and(eq(emails.to, email), eq(emails.kind, 'invoice-issued')))
  await set(invoice, 'paid')
  await set(invoice, 'draft')
  await set(invoice, 'pending')
  await set(invoice, 'issued')
  expect(await letters()).toEqual([])
  await set(invoice, 'draft')
  await set(invoice, 'issued')
  expect(await letters()).toMatchObject([
    { kind: 'invoice-issued', text: expect.stringContaining(`Invoice ${invoice.invoiceNumber} for R1234.50 is due`) },
  ])
})

test('an invoice leaves and reaches its customer with its status', async () => {
  const owner = await signIn({ role: 'org_admin' })
  const invoice = await makeInvoice(db, { organizationId: owner.organizationId })
  const seen = async () => (await owner.call(invoices.list)).body.map(({ status }) => status)
  expect(await seen()).toEqual(['issued'])
  await set(invoice, 'draft')
  expect(await seen()).toEqual([])
  await set(invoice, 'void')
  expect(await seen()).toEqual(['void'])
})

test('only admins set a status [R-ROLE-45]', async () => {
  const owner = await signIn({ role: 'org_admin' })
  const invoice = await makeInvoice(db, { organizationId: owner.organizationId })
  for (const person of [owner, await owner.colleague('customer'), await signIn({ role: 'agent' })])
    expect((await set(invoice, 'paid', person)).status).toBe(403)
  const [stored] = await db.select().from(table).where(eq(table.id, invoice.id))
  expect(stored).toMatchObject({ status: 'issued', paidAt: null })
})

test('what is no status or no invoice is refused', async () => {
  const invoice = await make()
  for (const status of ['open', 'Paid', ' paid', '', null, undefined, 1, ['paid']])
    expect((await set(invoice, status)).status, String(status)).toBe(400)
  expect(await set({ id: randomUUID() }, 'paid')).toMatchObject({ status: 404, message: 'Invoice not found' })
  expect((await set({ id: 'nothing' }, 'paid')).status).toBe(400)
  expect(await logOf(invoice)).toHaveLength(1)
})
