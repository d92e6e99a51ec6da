import { randomUUID } from 'node:crypto'
import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { CHANGED_MEANWHILE } from '#contract/billing/invoices.ts'
import {
  CANNOT_CREDIT,
  CREDITED_IN_FULL,
  NOTHING_TO_CREDIT,
  payments,
  TOO_MUCH_CREDIT,
} from '#contract/billing/payments.ts'
import { withInvoiceLock } from '#server/billing/lock.ts'
import { auditLog } from '#server/database/schema/audit.ts'
import { creditNotes } from '#server/database/schema/billing/payments.ts'
import { systemActor } from '#server/platform/actor.ts'
import { expectBooksAgree, readBooks } from '#server/testing/billing/books.ts'
import { admin, credit, creditLeft, issue, kindsOf, owe, pay, read, set } from '#server/testing/billing/invoices.ts'
import { config, db, platform, signIn, statusesOf, stranger } from '#server/testing/testing.ts'
import { voidOrCreditInvoice } from './credit-notes.ts'

const agree = async ({ organizationId }: { organizationId: string }) =>
  expectBooksAgree(await readBooks(organizationId))

test('a credit note lowers the balance, and paying the rest makes the invoice paid', async () => {
  const invoice = await owe()
  const answer = await credit(invoice, '300.00', 'Two seats were never used.')
  expect(answer).toMatchObject({
    status: 201,
    body: {
      status: 'issued',
      amount: '1000.00',
      creditedAmount: '300.00',
      balance: '700.00',
      creditNotes: [{ amount: '300.00', reason: 'Two seats were never used.' }],
    },
  })
  expect((await pay(invoice, '700.00')).body).toMatchObject({ status: 'paid', balance: '0.00' })
  expect(await creditLeft(invoice)).toBe(0)
  await agree(invoice)
})

test('what was paid of a credited part is kept as credit, and the invoice stays paid', async () => {
  const invoice = await owe()
  await pay(invoice, '1000.00')
  const { paidAt } = await read(invoice)
  const { body } = await credit(invoice, '250.00')
  expect(body).toMatchObject({ status: 'paid', paidAt, paidAmount: '750.00', creditedAmount: '250.00' })
  expect(kindsOf(body.payments)).toEqual(['payment 1000.00', 'credit_kept -250.00'])
  expect(await creditLeft(invoice)).toBe(25_000)
  await agree(invoice)
})

test('a credit note over exactly the rest of a partly paid invoice makes it paid, a larger one keeps the difference', async () => {
  const organizationId = (await owe()).organizationId
  const [exact, larger] = [await owe({ organizationId }), await owe({ organizationId })]
  for (const invoice of [exact, larger]) await pay(invoice, '600.00')
  expect((await credit(exact, '400.00')).body).toMatchObject({ status: 'paid', paidAmount: '600.00' })
  expect(await creditLeft(exact)).toBe(0)
  expect((await credit(larger, '500.00')).body).toMatchObject({ status: 'paid', paidAmount: '500.00' })
  expect(await creditLeft(exact)).toBe(10_000)
  await agree(exact)
})

test('an unpaid invoice that is credited in full, in parts, becomes void and cannot be reopened', async () => {
  const invoice = await owe()
  await credit(invoice, '400.00')
  expect((await credit(invoice, '600.01')).message).toBe(TOO_MUCH_CREDIT)
  expect((await credit(invoice, '600.00')).body).toMatchObject({ status: 'void', balance: '0.00', paidAt: null })
  for (const status of ['issued', 'pending', 'paid', 'overdue', 'failed'] as const)
    expect(await set(invoice, status)).toMatchObject({ status: 409, message: CREDITED_IN_FULL })
  for (const status of ['cancelled', 'draft', 'void'] as const) expect((await set(invoice, status)).status).toBe(200)
  expect(await credit(invoice, '0.01')).toMatchObject({ status: 409, message: NOTHING_TO_CREDIT })
  await agree(invoice)
})

test('credited in full, a partly paid one becomes void and keeps its money as credit; a paid one stays paid', async () => {
  const part = await owe()
  await pay(part, '150.00')
  expect((await credit(part, '1000.00')).body).toMatchObject({ status: 'void', paidAmount: '0.00' })
  expect(await creditLeft(part)).toBe(15_000)
  await agree(part)
  const whole = await owe()
  await pay(whole, '1000.00')
  expect((await credit(whole, '1000.00')).body).toMatchObject({ status: 'paid', paidAmount: '0.00' })
  expect(await creditLeft(whole)).toBe(100_000)
  expect(await set(whole, 'issued')).toMatchObject({ status: 409, message: CREDITED_IN_FULL })
  expect(await credit(whole, '1.00')).toMatchObject({ status: 409, message: NOTHING_TO_CREDIT })
  expect((await set(whole, 'void')).body).toMatchObject({ status: 'void', paidAmount: '0.00' })
  expect(await creditLeft(whole)).toBe(0)
  await agree(whole)
})

test('a payment that bounces leaves an invoice void that was credited in full', async () => {
  const invoice = await owe()
  const [payment] = (await pay(invoice, '150.00')).body.payments
  expect((await credit(invoice, '1000.00')).body).toMatchObject({ status: 'void', paidAt: null })
  const { body } = await admin.call(payments.reverse, { params: payment!, body: { reason: 'Returned.' } })
  expect(body).toMatchObject({ status: 'void', paidAt: null, paidAmount: '0.00', balance: '0.00' })
  expect(await creditLeft(invoice)).toBe(0)
  await agree(invoice)
})

test('a payment that bounces takes the credit with it that a credit note had made of it', async () => {
  const invoice = await owe()
  const [payment] = (await pay(invoice, '1000.00')).body.payments
  await credit(invoice, '400.00')
  const answer = await admin.call(payments.reverse, { params: payment!, body: { reason: 'Returned.' } })
  expect(answer.body).toMatchObject({ status: 'issued', paidAmount: '0.00', balance: '600.00' })
  expect(await creditLeft(invoice)).toBe(0)
  await agree(invoice)
})

test('only what was issued is credited, for a reason, and eight at once credit no more than there is', async () => {
  for (const status of ['draft', 'void', 'cancelled'] as const)
    expect(await credit(await owe({ status }), '1.00')).toMatchObject({ status: 409, message: CANNOT_CREDIT })
  const invoice = await owe()
  for (const [amount, reason] of [
    ['0.00', 'Yes.'],
    ['1.001', 'Yes.'],
    ['1.00', ' '],
    ['1.00', 'x'.repeat(501)],
  ] as const)
    expect((await credit(invoice, amount, reason)).status).toBe(400)
  const answers = await Promise.all(Array.from({ length: 8 }, () => credit(invoice, '300.00')))
  expect(statusesOf(answers)).toEqual([201, 201, 201, 409, 409, 409, 409, 409])
  expect((await read(invoice)).balance).toBe('100.00')
  expect((await credit({ id: randomUUID() }, '1.00')).status).toBe(404)
  await agree(invoice)
})

test('of eight admins who issue the same credit note one does, also where another has recorded a payment since', async () => {
  const invoice = await owe()
  const issueAs = (amount: string, shown: object) =>
    admin.call(payments.credit, { params: invoice, body: { amount, reason: 'Agreed on the phone.', ...shown } })
  const shown = { owed: '1000.00', credited: '0.00' }
  const answers = await Promise.all(Array.from({ length: 8 }, () => issueAs('100.00', shown)))
  expect(statusesOf(answers)).toEqual([201, ...Array.from({ length: 7 }, () => 409)])
  expect(answers.find(({ status }) => status === 409)?.message).toBe(CHANGED_MEANWHILE)
  await pay(invoice, '900.00')
  expect((await issueAs('200.00', { owed: '900.00', credited: '100.00' })).message).toBe(CHANGED_MEANWHILE)
  expect((await issueAs('200.00', { owed: '0.00', credited: '0.00' })).message).toBe(CHANGED_MEANWHILE)
  expect((await issueAs('200.00', { owed: '0.00', credited: 'none' })).status).toBe(400)
  expect((await issueAs('200.00', { owed: '0.00', credited: '100.00' })).status).toBe(201)
  expect(await creditLeft(invoice)).toBe(20_000)
  await agree(invoice)
})

test('a credit note says what its invoice says of both parties and of the VAT, whatever became of them', async () => {
  const owner = await signIn()
  const invoice = await issue({ organizationId: owner.organizationId })
  await credit(invoice, '10.00')
  const [note] = await db.select().from(creditNotes).where(eq(creditNotes.invoiceId, invoice.id))
  expect(note).toMatchObject({
    particulars: invoice.particulars,
    vatBasisPoints: invoice.vatBasisPoints,
    userId: admin.user.id,
  })
  expect(invoice.particulars?.vendor.name).toBe(config.vendor.name)
  const trail = await db.select().from(auditLog).where(eq(auditLog.subjectId, invoice.id))
  expect(trail).toContainEqual(
    expect.objectContaining({
      action: 'invoice.credited',
      changes: { creditNote: [null, note?.creditNoteNumber], amount: [null, '10.00'] },
    }),
  )
})

test('its PDF is for the organization it belongs to', async () => {
  const owner = await signIn()
  const invoice = await owe({ organizationId: owner.organizationId })
  const [note] = (await credit(invoice, '10.00')).body.creditNotes
  expect(note?.url).toBe(`/api/credit-notes/${note?.id}/download`)
  const download = { params: { id: note?.id } }
  for (const person of [owner, await owner.colleague('customer'), admin]) {
    const { status, headers } = await person.call(payments.downloadCreditNote, download)
    expect([status, headers['content-type']]).toEqual([200, 'application/pdf'])
    expect(headers['content-disposition']).toContain(`${note?.creditNoteNumber}.pdf`)
  }
  for (const person of [await signIn(), await signIn({ role: 'agent' })])
    expect((await person.call(payments.downloadCreditNote, download)).status).toBe(404)
  expect((await stranger().call(payments.downloadCreditNote, download)).status).toBe(401)
})

test('an invoice that bills what will not be is void if nothing was paid of it, else credited in full', async () => {
  const [unpaid, part, paid, gone] = [await owe(), await owe(), await owe(), await owe({ status: 'cancelled' })]
  await pay(part, '1.00')
  await pay(paid, '1000.00')
  for (const { id } of [unpaid, part, paid, gone])
    await withInvoiceLock(platform, id, (lock) => voidOrCreditInvoice(platform, lock, systemActor, id))
  expect([await read(unpaid), await read(part), await read(paid), await read(gone)]).toMatchObject([
    { status: 'void', creditNotes: [] },
    { status: 'void', creditNotes: [{ amount: '1000.00' }] },
    { status: 'paid', creditNotes: [{ amount: '1000.00' }] },
    { status: 'cancelled', creditNotes: [] },
  ])
  expect([await creditLeft(part), await creditLeft(paid)]).toEqual([100, 100_000])
  for (const invoice of [unpaid, part, paid]) await agree(invoice)
})
