import { expect, test } from 'vitest'
import { makeInvoice } from '#demo/rows/invoices.ts'
import { makeSubscription } from '#demo/rows/subscriptions.ts'
import { notificationSettings } from '#server/database/schema/identity/users.ts'
import { dayIn, emailsTo } from '#server/testing/billing/billing-mails.ts'
import { credit, pay, refund, reverse, set } from '#server/testing/billing/invoices.ts'
import { db, signIn } from '#server/testing/testing.ts'

/** An outstanding invoice for R1000.00 and the reversal emails about it. */
async function owing(dueInDays: number) {
  const owner = await signIn({ licenseLimit: null })
  const { organizationId } = owner
  const facts = { organizationId, amountCents: 100_000 }
  const invoice = await makeInvoice(db, { ...facts, dueDate: await dayIn(dueInDays) })
  const letters = async () => (await emailsTo(owner.user.email, 'payment-reversed')).map(({ text }) => text)
  return { owner, facts, organizationId, invoice, letters }
}

const firstOf = async (answer: ReturnType<typeof pay>) => (await answer).body.payments[0]

test('a reversed payment is emailed once to those who get receipts, with the balance and the due day', async () => {
  const { owner, organizationId, invoice, letters } = await owing(5)
  await makeSubscription(db, { organizationId })
  const silent = await owner.colleague('org_admin')
  await db.insert(notificationSettings).values({ userId: silent.user.id, kind: 'invoices', isEnabled: false })
  await pay(invoice, '400.00')
  const payment = await firstOf(pay(invoice, '600.00'))
  await Promise.all(Array.from({ length: 8 }, () => reverse(payment?.id)))
  const [letter, ...others] = await letters()
  expect(others).toEqual([])
  expect(letter).toContain(`R400.00 that we had recorded for invoice ${invoice.invoiceNumber} was reversed.`)
  expect(letter).toContain('Reversed: R400.00\nLeft to pay: R400.00\n')
  expect(letter).toContain('The bank returned it.')
  expect(letter).toContain('Devices keep working. If the invoice isn’t paid, they stop on')
  expect(await emailsTo(silent.user.email, 'payment-reversed')).toEqual([])
})

test('money that bounces long after the due day is said to stop devices, where there are any', async () => {
  for (const hasDevices of [true, false]) {
    const { organizationId, invoice, letters } = await owing(-20)
    if (hasDevices) await makeSubscription(db, { organizationId })
    await reverse((await firstOf(pay(invoice, '1000.00')))?.id)
    const [letter] = await letters()
    expect(letter).toContain('R1000.00 of it was due on')
    expect(letter?.includes('Devices don’t work')).toBe(hasDevices)
  }
})

test('invoices that credit from it had paid are named, and credit that was paid out is asked for', async () => {
  const { organizationId, facts, invoice, letters } = await owing(5)
  const payment = await firstOf(pay(invoice, '1500.00'))
  const other = await makeInvoice(db, { ...facts, amountCents: 30_000, dueDate: '2099-12-31' })
  await pay(other, '300.00', { method: 'credit' })
  await refund(organizationId, '200.00')
  await reverse(payment?.id)
  const [letter] = await letters()
  expect(letter).toContain(`${other.invoiceNumber}: R300.00, due on Dec 31, 2099`)
  expect(letter).toContain('We had paid R200.00 of it out to you as credit.')
})

test('an invoice that credit still pays in full is said to be paid', async () => {
  const { invoice, letters } = await owing(5)
  const payment = await firstOf(pay(invoice, '100.00'))
  await pay(invoice, '1500.00')
  await reverse(payment?.id)
  expect((await letters())[0]).toContain('It is still paid in full, from your credit.')
})

test('an invoice that was credited in full is not said to be paid', async () => {
  const { invoice, letters } = await owing(5)
  const payment = await firstOf(pay(invoice, '1000.00'))
  await credit(invoice, '1000.00')
  const { body } = await reverse(payment?.id)
  expect(body).toMatchObject({ status: 'paid', balance: '0.00', creditedAmount: '1000.00' })
  expect((await letters())[0]).toContain('It was credited in full, so there is nothing to pay on it.')
})

test('reversals by a status change are sent in one email, and none for a draft', async () => {
  for (const [status, words] of [
    ['issued', 'R1000.00 of it is due on'],
    ['void', 'The invoice no longer applies: there is nothing to pay on it.'],
    ['draft', undefined],
  ] as const) {
    const { invoice, letters } = await owing(5)
    await pay(invoice, '400.00')
    await pay(invoice, '600.00')
    await set(invoice, status)
    expect(await letters()).toEqual(words ? [expect.stringContaining(`R1000.00 that we had recorded`)] : [])
    if (words) expect((await letters())[0]).toContain(words)
  }
})
