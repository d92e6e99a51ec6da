import { randomUUID } from 'node:crypto'
import { and, asc, eq, gt } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { InvoiceStatus } from '#contract/billing/invoices.ts'
import { CREDITED_IN_FULL } from '#contract/billing/payments.ts'
import { statusPreviews } from '#contract/billing/status-previews.ts'
import { toAmount } from '#contract/money.ts'
import { emails } from '#server/database/schema/emails.ts'
import { readBooks } from '#server/testing/billing/books.ts'
import { admin, credit, owe, pay, preview, set } from '#server/testing/billing/invoices.ts'
import { db, newOrganization, newUser, signIn } from '#server/testing/testing.ts'

/** An organization whose administrator is emailed. */
async function newCustomer() {
  const organizationId = await newOrganization()
  const { email } = await newUser({ role: 'org_admin', organizationId })
  return { organizationId, email }
}

const emailsTo = (to: string) =>
  db
    .select({ kind: emails.kind, to: emails.to })
    .from(emails)
    .where(eq(emails.to, to))
    .orderBy(asc(emails.kind), asc(emails.createdAt))

const NOTHING = {
  recordedAmount: '0.00',
  reversedAmount: '0.00',
  returnedCredit: '0.00',
  reopened: [],
  subscription: null,
  dueDate: null,
  emails: [],
}

test('previews every status change exactly as it then happens, and changes nothing', async () => {
  const { organizationId, email } = await newCustomer()
  for (const from of InvoiceStatus.options) {
    const invoice = await owe({ organizationId })
    await pay(invoice, '300.00')
    await set(invoice, from)
    for (const to of InvoiceStatus.options) {
      const [books, sent] = [await readBooks(organizationId), await emailsTo(email)]
      const { status, body } = await preview(invoice, to)
      expect(status).toBe(200)
      expect([await readBooks(organizationId), await emailsTo(email)]).toEqual([books, sent])

      await set(invoice, to)
      const known = new Set(books.payments.map(({ id }) => id))
      const added = (await readBooks(organizationId)).payments.filter(({ id }) => !known.has(id))
      const sum = (kind: string) =>
        toAmount(Math.abs(added.reduce((cents, row) => cents + (row.kind === kind ? row.amountCents : 0), 0)))
      expect([from, to, body.recordedAmount, body.reversedAmount]).toEqual([from, to, sum('payment'), sum('reversal')])
      expect((await emailsTo(email)).length - sent.length).toBe(body.emails.length)
      const isShown = { before: from !== 'draft', after: to !== 'draft' }
      expect(body.isShown).toEqual(isShown)
      if (from === to) expect(body).toEqual({ ...NOTHING, isShown })
      await set(invoice, from)
    }
  }
}, 120_000)

test('previews the payment and the receipt of a draft that is set to paid', async () => {
  const { organizationId, email } = await newCustomer()
  const draft = await owe({ organizationId, status: 'draft' })
  expect((await preview(draft, 'paid')).body).toEqual({
    ...NOTHING,
    isShown: { before: false, after: true },
    recordedAmount: '1000.00',
    emails: [{ kind: 'payment-received', to: email }],
  })
  expect((await preview(draft, 'issued')).body.emails).toEqual([{ kind: 'invoice-issued', to: email }])
})

test('names the invoices that credit from this one had paid', async () => {
  const { organizationId } = await newCustomer()
  const first = await owe({ organizationId })
  await pay(first, '1500.00')
  const second = await owe({ organizationId, amountCents: 40_000 })
  await pay(second, '400.00', { method: 'credit' })
  expect((await preview(first, 'void')).body).toMatchObject({
    reversedAmount: '1500.00',
    reopened: [second.invoiceNumber],
    emails: [{ kind: 'payment-reversed' }],
  })
})

test('refuses what the change itself would refuse, with the same sentence', async () => {
  const invoice = await owe()
  await credit(invoice, '1000.00')
  const [asked, done] = [await preview(invoice, 'issued'), await set(invoice, 'issued')]
  expect([asked, done]).toMatchObject([
    { status: 409, message: CREDITED_IN_FULL },
    { status: 409, message: CREDITED_IN_FULL },
  ])
  expect(await preview({ id: randomUUID() }, 'paid')).toMatchObject({ status: 404, message: 'Invoice not found' })
  const query = { status: 'open' }
  expect((await admin.call(statusPreviews.read, { params: invoice, query })).status).toBe(400)
})

test('is for administrators of the vendor only', async () => {
  const owner = await signIn({ role: 'org_admin' })
  const invoice = await owe({ organizationId: owner.organizationId })
  for (const person of [owner, await signIn({ role: 'agent' })]) {
    const answer = await person.call(statusPreviews.read, { params: invoice, query: { status: 'paid' } })
    expect(answer.status).toBe(403)
  }
})

test('queues no email that a later transaction would send', async () => {
  const { organizationId, email } = await newCustomer()
  const draft = await owe({ organizationId, status: 'draft' })
  const start = new Date(Date.now() - 60_000).toISOString()
  await preview(draft, 'issued')
  await set(draft, 'issued')
  const sent = and(eq(emails.to, email), gt(emails.createdAt, start))
  expect(await db.$count(emails, sent)).toBe(1)
})
