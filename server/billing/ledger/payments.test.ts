import { randomUUID } from 'node:crypto'
import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { invoices } from '#contract/billing/invoices.ts'
import {
  CREDIT_MEANWHILE,
  FUTURE_PAYMENT,
  NOT_ENOUGH_CREDIT,
  NOTHING_TO_PAY,
  OWED_MEANWHILE,
  payments,
} from '#contract/billing/payments.ts'
import { auditLog } from '#server/database/schema/audit.ts'
import { payments as table } from '#server/database/schema/billing/payments.ts'
import { expectBooksAgree, readBooks } from '#server/testing/billing/books.ts'
import {
  admin,
  credit,
  creditLeft,
  kindsOf,
  owe,
  pay,
  read,
  RECEIVED,
  refund,
  reverse,
  set,
} from '#server/testing/billing/invoices.ts'
import { db, newOrganization, signIn, statusesOf } from '#server/testing/testing.ts'

const agree = async ({ organizationId }: { organizationId: string }) =>
  expectBooksAgree(await readBooks(organizationId))

const eight = <Result>(call: () => Promise<Result>) => Promise.all(Array.from({ length: 8 }, call))

test('an invoice is paid part by part, and paid with the part that leaves nothing', async () => {
  const invoice = await owe()
  const part = await pay(invoice, '600', { reference: ' EFT 1 ' })
  expect(part).toMatchObject({
    status: 201,
    body: { status: 'issued', paidAt: null, paidAmount: '600.00', balance: '400.00' },
  })
  const rest = await pay(invoice, '400.00')
  expect(rest.body).toMatchObject({ status: 'paid', paidAt: expect.any(String), balance: '0.00' })
  expect(rest.body.payments).toMatchObject([
    { kind: 'payment', amount: '600.00', receivedOn: RECEIVED, reference: 'EFT 1', isReversed: false },
    { kind: 'payment', amount: '400.00', receivedOn: RECEIVED, reference: null },
  ])
  expect(rest.body).toEqual(await read(invoice))
  const trail = await db.select().from(auditLog).where(eq(auditLog.subjectId, invoice.id)).orderBy(auditLog.id)
  expect(trail).toMatchObject([
    { action: 'invoice.payment-recorded', actorId: admin.user.id, changes: { paid: ['0.00', '600.00'] } },
    { action: 'invoice.status-changed', changes: { status: ['issued', 'paid'] } },
    { action: 'invoice.payment-recorded', changes: { paid: ['600.00', '1000.00'] } },
  ])
  await agree(invoice)
})

test('a payment above the balance is kept as credit', async () => {
  const invoice = await owe()
  const { body } = await pay(invoice, '1020.00')
  expect(body).toMatchObject({ status: 'paid', paidAmount: '1000.00', balance: '0.00' })
  expect(kindsOf(body.payments)).toEqual(['payment 1020.00', 'credit_kept -20.00'])
  expect(await creditLeft(invoice)).toBe(2000)
  await agree(invoice)
})

test('refuses money more than 5% above the balance unless it is confirmed', async () => {
  const invoice = await owe({ amountCents: 375_050 })
  for (const body of [{ confirmOverpayment: false }, { confirmOverpayment: undefined }])
    expect(await pay(invoice, '99999', body)).toMatchObject({
      status: 409,
      message:
        'R99999.00 is R96248.50 more than is outstanding. The rest becomes credit. Send confirmOverpayment: true to record it.',
    })
  expect((await pay(invoice, '3938.03', { confirmOverpayment: false })).status).toBe(409)
  expect((await pay(invoice, '99999', { confirmOverpayment: 'yes' })).status).toBe(400)
  expect((await read(invoice)).payments).toEqual([])
  expect((await pay(invoice, '3938.02', { confirmOverpayment: false })).body).toMatchObject({ status: 'paid' })
  expect(await creditLeft(invoice)).toBe(18_752)
  const small = await owe({ organizationId: invoice.organizationId, amountCents: 5000 })
  // Credit pays the balance at most.
  expect((await pay(small, '100.00', { method: 'credit', confirmOverpayment: false })).status).toBe(201)
  const third = await owe({ organizationId: invoice.organizationId })
  expect((await pay(third, '99999', { confirmOverpayment: true })).status).toBe(201)
  await agree(invoice)
})

test('credit pays at most the balance, and only if there is enough', async () => {
  const first = await owe()
  await pay(first, '1300.00')
  const second = await owe({ organizationId: first.organizationId, amountCents: 20_000 })
  expect(await pay(second, '300.01', { method: 'credit' })).toMatchObject({ status: 409, message: NOT_ENOUGH_CREDIT })
  const { body } = await pay(second, '300.00', { method: 'credit' })
  expect([body.status, kindsOf(body.payments)]).toEqual(['paid', ['credit_used 200.00']])
  expect(await creditLeft(first)).toBe(10_000)
  await agree(first)
})

test('a paid, draft or void invoice refuses payments; of eight equal concurrent payments one is recorded', async () => {
  for (const status of ['draft', 'paid', 'void', 'cancelled'] as const) {
    const answer = await pay(await owe({ status }), '1.00')
    expect([status, answer.status, answer.message]).toEqual([status, 409, NOTHING_TO_PAY])
  }
  const invoice = await owe({ status: 'failed' })
  const answers = await eight(() => pay(invoice, '1000.00'))
  expect(statusesOf(answers)).toEqual([201, 409, 409, 409, 409, 409, 409, 409])
  await agree(invoice)
})

test('of eight admins who record the same part payment of one balance one succeeds; the others must reload', async () => {
  const invoice = await owe()
  const answers = await eight(() => pay(invoice, '300.00', { owed: '1000.00' }))
  expect(statusesOf(answers)).toEqual([201, 409, 409, 409, 409, 409, 409, 409])
  expect(answers.find(({ status }) => status === 409)?.message).toBe(OWED_MEANWHILE)
  expect((await pay(invoice, '300.00', { owed: '700.00' })).body.balance).toBe('400.00')
  expect((await pay(invoice, '300.00', { owed: 'all' })).status).toBe(400)
  await agree(invoice)
})

test('the same click twice is one payment, by its Idempotency-Key', async () => {
  const invoice = await owe()
  const headers = { 'idempotency-key': randomUUID() }
  const body = { amount: '100.00', receivedOn: RECEIVED }
  const send = () => admin.call(payments.record, { params: { id: invoice.id }, body, headers })
  const [first, second] = [await send(), await send()]
  expect(second.body).toEqual(first.body)
  expect((await read(invoice)).balance).toBe('900.00')
})

test('what is no amount or no day of the past is refused, and changes nothing', async () => {
  const invoice = await owe()
  for (const amount of ['0', '0.00', '-1.00', '1.005', '1e3', 'all', '', null, '1000000000000.00'])
    expect(
      (await admin.call(payments.record, { params: invoice, body: { amount, receivedOn: RECEIVED } })).status,
    ).toBe(400)
  for (const receivedOn of ['1999-12-31', '2026-02-30', 'yesterday', '', null])
    expect([receivedOn, (await pay(invoice, '1.00', { receivedOn })).status]).toEqual([receivedOn, 400])
  expect(await pay(invoice, '1.00', { receivedOn: '2099-01-01' })).toMatchObject({
    status: 400,
    message: FUTURE_PAYMENT,
    body: { errors: { receivedOn: FUTURE_PAYMENT } },
  })
  expect((await pay(invoice, '1.00', { method: 'cash' })).status).toBe(400)
  expect((await pay(invoice, '1.00', { reference: 'x'.repeat(61) })).status).toBe(400)
  expect((await pay({ id: randomUUID() }, '1.00')).status).toBe(404)
  expect((await read(invoice)).payments).toEqual([])
})

test('a refund pays credit out, and never more of it than there is', async () => {
  const invoice = await owe()
  const { organizationId } = invoice
  expect(await refund(organizationId, '0.01')).toMatchObject({ status: 409, message: NOT_ENOUGH_CREDIT })
  await pay(invoice, '1080.00')
  const answers = await eight(() => refund(organizationId, '20.00'))
  expect(statusesOf(answers)).toEqual([201, 201, 201, 201, 409, 409, 409, 409])
  expect(answers.find(({ status }) => status === 201)?.body).toMatchObject({
    kind: 'refund',
    amount: '-20.00',
    receivedOn: RECEIVED,
    reference: 'EFT 7',
  })
  expect(await creditLeft(invoice)).toBe(0)
  const [row] = await db.select().from(table).where(eq(table.kind, 'refund'))
  expect((await reverse(row?.id)).status).toBe(409)
  expect((await refund(organizationId, '1.00', { reference: '' })).status).toBe(400)
  expect((await refund(organizationId, '1.00', { receivedOn: '2099-01-01' })).message).toBe(FUTURE_PAYMENT)
  expect(await refund(randomUUID(), '1.00')).toMatchObject({ status: 404, message: 'Organization not found' })
  await agree(invoice)
})

test('users read their organization’s invoices with payments, but no drafts', async () => {
  const owner = await signIn()
  const invoice = await owe({ organizationId: owner.organizationId })
  await pay(invoice, '10.00')
  const people = [owner, await owner.colleague('customer'), admin]
  for (const person of people)
    expect((await person.call(payments.read, { params: invoice })).body).toEqual(await read(invoice))
  for (const person of [await signIn(), await signIn({ role: 'agent' })])
    expect(await person.call(payments.read, { params: invoice })).toMatchObject({
      status: 404,
      message: 'Invoice not found',
    })
  await set(invoice, 'draft')
  expect((await owner.call(payments.read, { params: invoice })).status).toBe(404)
  expect((await read(invoice)).status).toBe('draft')
})

test('of eight admins who record the same refund of one credit one succeeds; the others must check it', async () => {
  const invoice = await owe()
  const { organizationId } = invoice
  await pay(invoice, '1080.00')
  const answers = await eight(() => refund(organizationId, '20.00', { credit: '80.00' }))
  expect(statusesOf(answers)).toEqual([201, 409, 409, 409, 409, 409, 409, 409])
  expect(answers.find(({ status }) => status === 409)?.message).toBe(CREDIT_MEANWHILE)
  expect((await refund(organizationId, '20.00', { credit: '60.00' })).status).toBe(201)
  expect((await refund(organizationId, '20.00', { credit: 'some' })).status).toBe(400)
  expect(await creditLeft(invoice)).toBe(4000)
  await agree(invoice)
})

test('only admins record, reverse, credit, refund or read the history [R-ROLE-45]', async () => {
  const owner = await signIn()
  const invoice = await owe({ organizationId: owner.organizationId })
  const [payment] = (await pay(invoice, '10.00')).body.payments
  const money = { amount: '1.00', receivedOn: RECEIVED, reference: 'EFT', reason: 'Because.' }
  for (const person of [owner, await owner.colleague('customer'), await signIn({ role: 'agent' })]) {
    const answers = [
      await person.call(payments.record, { params: invoice, body: money }),
      await person.call(payments.credit, { params: invoice, body: money }),
      await person.call(payments.reverse, { params: payment!, body: money }),
      await person.call(payments.refund, { params: { id: owner.organizationId }, body: money }),
      await person.call(payments.history, { params: invoice }),
    ]
    expect(statusesOf(answers)).toEqual([403, 403, 403, 403, 403])
  }
  expect((await read(invoice)).payments).toHaveLength(1)
})

test('the history of an invoice says who gave it each status', async () => {
  const invoice = await owe()
  await pay(invoice, '1000.00')
  await set(invoice, 'void')
  const { firstName, lastName } = admin.user
  const by = `${firstName} ${lastName}`
  const history = () => admin.call(payments.history, { params: invoice })
  expect((await history()).body).toMatchObject([
    { what: 'status', detail: 'issued', by: 'system' },
    { what: 'status', detail: 'paid', by },
    { what: 'status', detail: 'void', by },
  ])
  expect((await admin.call(payments.history, { params: { id: randomUUID() } })).status).toBe(404)
})

test('totals and the overview add up what was paid and credited in parts', async () => {
  const organizationId = await newOrganization()
  const [part, over, noted] = [
    await owe({ organizationId }),
    await owe({ organizationId }),
    await owe({ organizationId }),
  ]
  await pay(part, '250.00')
  await pay(over, '1100.00')
  await credit(noted, '400.00')
  const row = (await admin.call(invoices.overview)).body.find((each) => each.organizationId === organizationId)
  expect(row).toMatchObject({ totalInvoices: 3, totalPaid: '1250.00', totalUnpaid: '1350.00' })
  await agree(part)
})
