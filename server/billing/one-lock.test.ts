import { expect, test } from 'vitest'
import { subscriptions } from '#contract/billing/subscriptions.ts'
import { licenseRequests } from '#contract/licensing/license-requests.ts'
import { makeInvoice } from '#demo/rows/invoices.ts'
import { admin, pay, set } from '#server/testing/billing/invoices.ts'
import { bill, dayIn, invoicesOf, subscribed } from '#server/testing/billing/renewals.ts'
import { locksOf, recordStatements } from '#server/testing/lock-order.ts'
import { db, signIn } from '#server/testing/testing.ts'

// docs/decisions/040: what changes money, seats or a subscription locks and reads once.

/** Ten seats, and the invoice of the renewal in two days. */
async function renewed() {
  const { id, organizationId } = await subscribed({ currentPeriodEnd: dayIn(2, '10:00') })
  await bill({ id })
  const [invoice] = await invoicesOf({ id })
  if (!invoice) throw new Error('No invoice')
  return { id, organizationId, invoice }
}

const ownerOf = (organizationId: string) => signIn({ role: 'org_admin', organizationId })

async function prepareMarkingPaid() {
  const { invoice } = await renewed()
  return () => set(invoice, 'paid')
}

async function prepareVoidWithUsedCredit() {
  const { invoice, organizationId } = await renewed()
  const other = await makeInvoice(db, { organizationId, amountCents: 5000 })
  await pay(invoice, '170.00')
  await pay(other, '50.00', { method: 'credit' })
  return () => set(invoice, 'void')
}

async function prepareSeatChange() {
  const { id } = await renewed()
  return () => admin.call(subscriptions.changeSubscription, { params: { id }, body: { licenseLimit: 13 } })
}

async function prepareApproval() {
  const owner = await ownerOf((await renewed()).organizationId)
  const { body } = await owner.call(licenseRequests.create, {
    body: { additionalLicenses: 3, businessJustification: 'Three more people.' },
  })
  return () => admin.call(licenseRequests.approve, { params: { id: body.id }, body: { effective: 'now' } })
}

async function preparePayment() {
  const { invoice } = await renewed()
  return () => pay(invoice, '120.00')
}

async function prepareCancellation() {
  const { invoice, organizationId } = await renewed()
  await pay(invoice, '20.00')
  const owner = await ownerOf(organizationId)
  return () => owner.call(subscriptions.cancel)
}

const countOf = (statements: string[], table: string) =>
  statements.filter((text) => text.includes(' for ') && locksOf(text).some((lock) => lock.table === table)).length

/** By its id: what looks for the paid invoice of a period reads others. */
const isInvoiceRead = (text: string) =>
  text.split(' from ')[1]?.startsWith('invoices ') === true && /invoices\.id (=|in)/.test(text)

function summarize(recorded: string[]) {
  const statements = recorded.map((text) => text.toLowerCase().replaceAll('"', '').replaceAll(/\s+/g, ' ').trim())
  return {
    organizationLocks: countOf(statements, 'organizations'),
    subscriptionLocks: countOf(statements, 'subscriptions'),
    invoiceReads: statements.filter(isInvoiceRead).length,
    postings: statements.filter((text) => text.startsWith('insert into payments')).length,
  }
}

test.each([
  ['marks an invoice paid', prepareMarkingPaid, { invoiceReads: 1, postings: 1 }],
  ['voids an invoice whose credit another one used', prepareVoidWithUsedCredit, { invoiceReads: 2, postings: 1 }],
  ['changes seats', prepareSeatChange, { invoiceReads: 0, postings: 0 }],
  ['approves more seats', prepareApproval, { invoiceReads: 0, postings: 0 }],
  ['records a payment', preparePayment, { invoiceReads: 1, postings: 1 }],
  ['cancels and credits a renewal paid in part', prepareCancellation, { invoiceReads: 1, postings: 1 }],
])('%s with one lock each, one read of each invoice and one posting', async (_what, prepare, expected) => {
  const work = await prepare()
  const statements = await recordStatements(async () => expect((await work()).status).toBeLessThan(300))
  expect(summarize(statements)).toEqual({ organizationLocks: 1, subscriptionLocks: 1, ...expected })
})
