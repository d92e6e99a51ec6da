import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { payments } from '#contract/billing/payments.ts'
import { organizations } from '#contract/operations/organizations.ts'
import { makeInvoice } from '#demo/rows/invoices.ts'
import { makeLicense } from '#demo/rows/licenses.ts'
import { makeOrganization } from '#demo/rows/organizations.ts'
import { makeSubscription } from '#demo/rows/subscriptions.ts'
import { invoiceItems } from '#server/database/schema/billing/invoices.ts'
import { adjustments } from '#server/database/schema/billing/subscriptions.ts'
import { admin } from '#server/testing/operations/organizations.ts'
import { db, inDays } from '#server/testing/testing.ts'

const billingOf = ({ id }: { id: string }) => admin.call(organizations.billing, { params: { id } })

test('the billing detail has the organization, its subscription by the month, and no cards [R-API-62 R-ENT-22 R-ENT-24 R-ENT-27]', async () => {
  const { id } = await makeOrganization(db, { name: 'Detailed Works' })
  const made = await makeSubscription(db, { organizationId: id, licenseLimit: 10, monthlyCents: 249_550 })
  await makeLicense(db, { organizationId: id })
  const { status, body } = await billingOf({ id })
  expect(status).toBe(200)
  expect(body.organization).toMatchObject({ id, name: 'Detailed Works', twelveMonthValue: '29946.00' })
  expect(body.subscription).toEqual({
    id: made.id,
    planName: 'Standard Plan',
    status: 'active',
    isTrial: false,
    price: '2495.50',
    currency: 'ZAR',
    licenseLimit: 10,
    licensesUsed: 1,
    features: [],
    currentPeriodStart: made.currentPeriodStart,
    currentPeriodEnd: made.currentPeriodEnd,
  })
  expect(body.paymentMethods).toEqual([])
})

test('the summary counts paid and outstanding invoices [R-ENT-23]', async () => {
  const { id: organizationId } = await makeOrganization(db)
  await makeInvoice(db, { organizationId, amountCents: 30_000, status: 'paid' })
  await makeInvoice(db, { organizationId, amountCents: 4_050, status: 'overdue' })
  for (const status of ['draft', 'void', 'cancelled'] as const) {
    await makeInvoice(db, { organizationId, amountCents: 77_777, status })
  }
  await makeInvoice(db, { organizationId: (await makeOrganization(db)).id, amountCents: 1_000_000 })
  expect((await billingOf({ id: organizationId })).body.summary).toEqual({
    totalInvoiced: '340.50',
    totalPaid: '300.00',
    totalOutstanding: '40.50',
    paidInvoiceCount: 1,
    invoiceCount: 2,
  })
})

test('the ledger comes newest first with the numbers of the invoices, and the credit that is left', async () => {
  const { id: organizationId } = await makeOrganization(db)
  const { id, invoiceNumber } = await makeInvoice(db, { organizationId, amountCents: 10_000 })
  const receivedOn = '2026-02-03'
  const record = { amount: '150.00', receivedOn, reference: 'EFT 1', confirmOverpayment: true }
  await admin.call(payments.record, { params: { id }, body: record })
  const refund = { amount: '20.00', receivedOn, reference: 'EFT 2' }
  await admin.call(payments.refund, { params: { id: organizationId }, body: refund })
  const { body } = await billingOf({ id: organizationId })
  expect(body.credit).toBe('30.00')
  expect(body.payments).toMatchObject([
    { kind: 'refund', amount: '-20.00', reference: 'EFT 2', invoiceId: null, invoiceNumber: null },
    { kind: 'credit_kept', amount: '-50.00', invoiceId: id, invoiceNumber },
    { kind: 'payment', amount: '150.00', reference: 'EFT 1', isReversed: false, invoiceId: id, invoiceNumber },
  ])
  expect(body.summary).toMatchObject({ totalInvoiced: '100.00', totalPaid: '100.00', totalOutstanding: '0.00' })
})

test('invoices come newest first with their lines, drafts too, a hundred at most [R-ENT-26]', async () => {
  const { id: organizationId } = await makeOrganization(db)
  for (let days = 1; days <= 100; days += 1) await makeInvoice(db, { organizationId, createdAt: inDays(-days) })
  const draft = await makeInvoice(db, { organizationId, status: 'draft', amountCents: 75_000 })
  const line = { organizationId, invoiceId: draft.id }
  await db.insert(invoiceItems).values([
    { ...line, position: 2, description: '+2 seats', amountCents: 25_000 },
    { ...line, position: 1, description: 'Standard Plan', amountCents: 50_000 },
  ])
  const { invoices } = (await billingOf({ id: organizationId })).body
  expect(invoices).toHaveLength(100)
  expect(invoices[0]).toMatchObject({
    id: draft.id,
    status: 'draft',
    amount: '750.00',
    dueDate: draft.dueDate,
    paidAt: null,
    items: [
      { description: 'Standard Plan', amount: '500.00' },
      { description: '+2 seats', amount: '250.00' },
    ],
  })
  expect(invoices[1]).toMatchObject({ items: [] })
})

test('changes of seats come newest first, with what a month of them costs today [R-ENT-25]', async () => {
  const { id: organizationId } = await makeOrganization(db)
  const { id: subscriptionId } = await makeSubscription(db, { organizationId, licenseLimit: 3, monthlyCents: 100 })
  const facts = { organizationId, subscriptionId, effectiveAt: inDays(9) }
  const seen = { createdAt: inDays(-3), status: 'applied', appliedAt: inDays(-3), reason: 'New branch' } as const
  await db.insert(adjustments).values([
    { ...facts, deltaQuantity: 7, ...seen },
    { ...facts, deltaQuantity: -1 },
  ])
  expect((await billingOf({ id: organizationId })).body.adjustments).toMatchObject([
    {
      adjustmentType: 'seats_removed',
      deltaQuantity: -1,
      amount: '-0.33',
      reason: null,
      effectiveDate: facts.effectiveAt,
      status: 'pending',
    },
    { adjustmentType: 'seats_added', deltaQuantity: 7, amount: '2.33', reason: 'New branch', status: 'applied' },
  ])
})

test('an organization with nothing yet has nothing; one that does not exist is answered with 404', async () => {
  const { id } = await makeOrganization(db, { isActive: false })
  expect((await billingOf({ id })).body).toMatchObject({
    summary: { totalInvoiced: '0.00', totalPaid: '0.00', totalOutstanding: '0.00', invoiceCount: 0 },
    subscription: null,
    adjustments: [],
    invoices: [],
  })
  expect(await billingOf({ id: randomUUID() })).toMatchObject({ status: 404, message: 'Organization not found' })
})
