import { and, asc, eq, ne } from 'drizzle-orm'
import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { CANNOT_REVERSE, payments } from '#contract/billing/payments.ts'
import { auditLog } from '#server/database/schema/audit.ts'
import { expectBooksAgree, readBooks } from '#server/testing/billing/books.ts'
import {
  admin,
  creditLeft,
  issue,
  kindsOf,
  owe,
  pay,
  read,
  refund,
  reverse,
  set,
} from '#server/testing/billing/invoices.ts'
import { db, statusesOf } from '#server/testing/testing.ts'

const agree = async ({ organizationId }: { organizationId: string }) =>
  expectBooksAgree(await readBooks(organizationId))

const eight = <Result>(call: () => Promise<Result>) => Promise.all(Array.from({ length: 8 }, call))

test('reversing a payment makes its invoice issued again, or overdue if its due day is over', async () => {
  for (const [dueDate, status] of [
    ['2099-12-31', 'issued'],
    ['2020-01-01', 'overdue'],
  ] as const) {
    const invoice = await owe({ dueDate })
    await pay(invoice, '600.00')
    const [first] = (await pay(invoice, '400.00')).body.payments
    const { body } = await reverse(first?.id)
    expect(body).toMatchObject({ status, paidAt: null, paidAmount: '400.00', balance: '600.00' })
    expect(body.payments).toMatchObject([
      { isReversed: true },
      { isReversed: false },
      { kind: 'reversal', amount: '-600.00', note: 'The bank returned it.', isReversed: false },
    ])
    await agree(invoice)
  }
})

test('reversing a payment first uses the credit that its invoice kept', async () => {
  const invoice = await owe()
  await pay(invoice, '600.00')
  const { payments: rows } = (await pay(invoice, '700.00')).body
  const small = rows.find(({ amount }) => amount === '600.00')
  const { body } = await reverse(small?.id)
  expect(body).toMatchObject({ status: 'issued', balance: '300.00' })
  expect(kindsOf(body.payments).slice(3)).toEqual(['reversal -600.00', 'credit_used 300.00'])
  expect(await creditLeft(invoice)).toBe(0)
  await agree(invoice)
})

test('with enough kept as credit the invoice stays paid', async () => {
  const invoice = await owe()
  await pay(invoice, '100.00')
  const [first] = (await pay(invoice, '1500.00')).body.payments
  expect((await reverse(first?.id)).body).toMatchObject({ status: 'paid', balance: '0.00' })
  expect(await creditLeft(invoice)).toBe(50_000)
  await agree(invoice)
})

test('credit from a bounced payment is outstanding again where it was used, the last use first', async () => {
  const first = await owe()
  const { organizationId } = first
  const [payment] = (await pay(first, '1500.00')).body.payments
  await pay(await owe({ organizationId }), '1200.00')
  const earlier = await owe({ organizationId, amountCents: 30_000 })
  const later = await owe({ organizationId, amountCents: 20_000, dueDate: '2020-01-01' })
  await pay(earlier, '300.00', { method: 'credit' })
  await pay(later, '150.00', { method: 'credit' })
  await pay(later, '50.00')
  expect(await creditLeft(first)).toBe(25_000)
  await reverse(payment?.id)
  expect([await read(first), await read(earlier), await read(later)]).toMatchObject([
    { status: 'issued', balance: '1000.00' },
    { status: 'issued', balance: '100.00' },
    { status: 'overdue', balance: '150.00' },
  ])
  expect(await creditLeft(first)).toBe(0)
  await agree(first)
})

test('the trail of each invoice says what credit paid of it, and that its reversal took it away', async () => {
  const first = await owe()
  const { organizationId } = first
  const [payment] = (await pay(first, '1400.00')).body.payments
  const later = await issue({ organizationId })
  await reverse(payment?.id)
  expect(await read(later)).toMatchObject({ status: 'issued', balance: '1000.00' })
  expect(await trailOf(later)).toEqual([
    { action: 'invoice.credit-applied', changes: { paid: ['0.00', '400.00'] } },
    { action: 'invoice.credit-removed', changes: { paid: ['400.00', '0.00'] } },
  ])
})

test('the trail of a voided invoice says that nothing is paid of it any longer', async () => {
  const invoice = await owe()
  await pay(invoice, '400.00')
  await set(invoice, 'void')
  expect(await trailOf(invoice)).toEqual([
    { action: 'invoice.payment-recorded', changes: { paid: ['0.00', '400.00'] } },
    { action: 'invoice.status-changed', changes: { status: ['issued', 'void'], paid: ['400.00', '0.00'] } },
  ])
})

const trailOf = async ({ id }: { id: string }) =>
  db
    .select({ action: auditLog.action, changes: auditLog.changes })
    .from(auditLog)
    .where(and(eq(auditLog.subjectId, id), ne(auditLog.action, 'invoice.created')))
    .orderBy(asc(auditLog.createdAt))

test('credit refunded before its payment bounced leaves a negative credit, which the next payment covers', async () => {
  const invoice = await owe()
  const [payment] = (await pay(invoice, '1500.00')).body.payments
  expect((await refund(invoice.organizationId, '400.00')).status).toBe(201)
  await reverse(payment?.id)
  expect(await creditLeft(invoice)).toBe(-40_000)
  await agree(invoice)
  await pay(invoice, '1400.00')
  expect(await creditLeft(invoice)).toBe(0)
  await agree(invoice)
})

test('a payment is reversed once, also by eight admins at once, and only a payment can be', async () => {
  const invoice = await owe()
  const { payments: rows } = (await pay(invoice, '1500.00')).body
  const [payment, kept] = rows
  expect(await reverse(kept?.id)).toMatchObject({ status: 409, message: CANNOT_REVERSE })
  const answers = await eight(() => reverse(payment?.id))
  expect(statusesOf(answers)).toEqual([201, 409, 409, 409, 409, 409, 409, 409])
  expect(await reverse(payment?.id)).toMatchObject({ status: 409, message: CANNOT_REVERSE })
  const reversal = (await read(invoice)).payments.find(({ kind }) => kind === 'reversal')
  expect((await reverse(reversal?.id)).status).toBe(409)
  expect(await reverse(randomUUID())).toMatchObject({ status: 404, message: 'Payment not found' })
  expect((await admin.call(payments.reverse, { params: payment!, body: { reason: '  ' } })).status).toBe(400)
  await agree(invoice)
})
