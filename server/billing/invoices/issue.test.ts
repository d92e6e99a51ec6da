import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { REBILLED } from '#contract/billing/payments.ts'
import { makeInvoice } from '#demo/rows/invoices.ts'
import { makeSubscription } from '#demo/rows/subscriptions.ts'
import { auditLog } from '#server/database/schema/audit.ts'
import { invoices } from '#server/database/schema/billing/invoices.ts'
import { seatCharges } from '#server/database/schema/billing/payments.ts'
import { emails } from '#server/database/schema/emails.ts'
import { organizations } from '#server/database/schema/identity/organizations.ts'
import { expectBooksAgree, readBooks } from '#server/testing/billing/books.ts'
import { creditLeft, issue, kindsOf, owe, pay, read, set } from '#server/testing/billing/invoices.ts'
import { config, db, inDays, newOrganization, newUser } from '#server/testing/testing.ts'

const agree = async (organizationId: string) => expectBooksAgree(await readBooks(organizationId))

test('an invoice that the portal issues has its lines, a log, a trail and a mail to the customer’s admins', async () => {
  const organizationId = await newOrganization()
  const { email } = await newUser({ role: 'org_admin', organizationId })
  const invoice = await issue({
    organizationId,
    notes: 'As agreed.',
    items: [
      { description: 'Standard Plan', quantity: 4, amountCents: 120_000 },
      { description: '-1 seats', quantity: 1, amountCents: -20_000 },
    ],
  })
  expect(invoice).toMatchObject({ isManual: false, amountCents: 100_000, status: 'issued', notes: 'As agreed.' })
  expect((await read(invoice)).items).toEqual([
    { description: 'Standard Plan', quantity: 4, amount: '1200.00' },
    { description: '-1 seats', quantity: 1, amount: '-200.00' },
  ])
  const [entry] = await db.select().from(auditLog).where(eq(auditLog.subjectId, invoice.id))
  expect(entry).toMatchObject({
    action: 'invoice.created',
    organizationId,
    actorKind: 'system',
    changes: { invoiceNumber: [null, invoice.invoiceNumber], amount: [null, '1000.00'], status: [null, 'issued'] },
  })
  const letters = await db.select().from(emails).where(eq(emails.to, email))
  expect(letters).toMatchObject([{ kind: 'invoice-issued', text: expect.stringContaining(invoice.invoiceNumber) }])
  await agree(organizationId)
})

test('it says of both parties what they were on its day; a draft says what they are when it is issued', async () => {
  const organizationId = await newOrganization()
  const draft = await makeInvoice(db, { organizationId, status: 'draft' })
  const invoice = await issue({ organizationId })
  const move = { name: 'Moved Away (Pty) Ltd', address: '2 New Street', vatNumber: '4123456789' }
  await db.update(organizations).set(move).where(eq(organizations.id, organizationId))
  await set(draft, 'issued')
  const recipientOf = async ({ id }: { id: string }) => {
    const [row] = await db.select().from(invoices).where(eq(invoices.id, id))
    expect(row?.particulars?.vendor).toMatchObject({ name: config.vendor.name, address: config.vendor.address })
    return row?.particulars?.recipient
  }
  expect((await recipientOf(invoice))?.address).toBeNull()
  expect(await recipientOf(draft)).toEqual(move)
})

test('credit pays a new invoice, all of it or a part, and what is left waits for the next', async () => {
  const first = await owe()
  const { organizationId } = first
  await pay(first, '2500.00')
  const second = await issue({ organizationId })
  expect(second).toMatchObject({ status: 'paid', paidCents: 100_000, paidAt: expect.any(String) })
  const third = await issue({ organizationId })
  expect(third).toMatchObject({ status: 'issued', paidCents: 50_000 })
  expect(kindsOf((await read(third)).payments)).toEqual(['credit_used 500.00'])
  expect(await creditLeft(first)).toBe(0)
  expect((await issue({ organizationId })).paidCents).toBe(0)
  await agree(organizationId)
})

test('credit that a void invoice had used pays the next one', async () => {
  const first = await owe()
  await pay(first, '1300.00')
  const second = await issue({ organizationId: first.organizationId })
  await set(second, 'void')
  expect(await creditLeft(first)).toBe(30_000)
  expect(await issue({ organizationId: first.organizationId })).toMatchObject({ status: 'issued', paidCents: 30_000 })
  await agree(first.organizationId)
})

/** A renewal of a subscription, with three seats on it that were added before. */
async function billedSeats() {
  const organizationId = await newOrganization({ licenseLimit: null })
  const [start, end] = [inDays(15), inDays(45)]
  const subscription = await makeSubscription(db, { organizationId, currentPeriodEnd: start })
  const order = { organizationId, subscriptionId: subscription.id }
  const renewal = () => issue({ ...order, period: { start, end, seats: 10 } })
  const invoice = await renewal()
  const charge = { ...order, seats: 3, startsAt: inDays(-5), endsAt: start, amountCents: 100 }
  await db.insert(seatCharges).values({ ...charge, invoiceId: invoice.id })
  const charges = () =>
    db
      .select({ invoiceId: seatCharges.invoiceId, voidedInvoiceId: seatCharges.voidedInvoiceId })
      .from(seatCharges)
      .where(eq(seatCharges.organizationId, organizationId))
  return { organizationId, invoice, order, renewal, charges }
}

test('a voided invoice releases its seat charges, and claims them again if it is reinstated', async () => {
  const { invoice, charges } = await billedSeats()
  for (const status of ['void', 'cancelled', 'draft'] as const) {
    await set(invoice, status)
    expect(await charges()).toEqual([{ invoiceId: null, voidedInvoiceId: invoice.id }])
    expect((await set(invoice, 'issued')).status).toBe(200)
    expect(await charges()).toEqual([{ invoiceId: invoice.id, voidedInvoiceId: null }])
  }
})

test('an invoice cannot come back once its period is billed by another one', async () => {
  const { organizationId, invoice, renewal } = await billedSeats()
  await set(invoice, 'void')
  const anew = await renewal()
  for (const status of ['issued', 'paid', 'overdue', 'draft'] as const)
    expect(await set(invoice, status)).toMatchObject({ status: 409, message: REBILLED })
  expect((await set(invoice, 'cancelled')).status).toBe(200)
  await set(anew, 'void')
  expect((await set(invoice, 'issued')).message).toBe(REBILLED)
  expect((await set(anew, 'issued')).status).toBe(200)
  await agree(organizationId)
})

test('an invoice cannot come back once its seats are billed by another one, nor before that is known', async () => {
  const { invoice, order } = await billedSeats()
  await set(invoice, 'void')
  const other = await issue(order)
  expect((await set(invoice, 'issued')).status).toBe(200)
  await set(invoice, 'void')
  await db.update(seatCharges).set({ invoiceId: other.id }).where(eq(seatCharges.voidedInvoiceId, invoice.id))
  expect((await set(invoice, 'issued')).message).toBe(REBILLED)
})

test('the ledger stays consistent when eight admins void and reissue an invoice at once', async () => {
  const invoice = await owe()
  await Promise.all(
    ['void', 'paid', 'issued', 'paid', 'draft', 'paid', 'cancelled', 'overdue'].map((status) =>
      set(invoice, status as 'void'),
    ),
  )
  await agree(invoice.organizationId)
})
