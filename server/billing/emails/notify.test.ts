import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { makeInvoice } from '#demo/rows/invoices.ts'
import { makeLicense } from '#demo/rows/licenses.ts'
import { makeSubscription } from '#demo/rows/subscriptions.ts'
import { withBillingLock, withInvoiceLock } from '#server/billing/lock.ts'
import { invoiceItems } from '#server/database/schema/billing/invoices.ts'
import { creditNotes, payments } from '#server/database/schema/billing/payments.ts'
import { organizations } from '#server/database/schema/identity/organizations.ts'
import { notificationSettings } from '#server/database/schema/identity/users.ts'
import { dayIn, emailsTo, makeLateInvoice } from '#server/testing/billing/billing-mails.ts'
import { db, inDays, platform, signIn } from '#server/testing/testing.ts'
import {
  notifyInvoiceCredited,
  notifyInvoiceIssued,
  notifyPaymentReceived,
  notifySeatsChanged,
  notifyBillingStatus,
} from './notify.ts'

async function billed(facts = {}) {
  const admin = await signIn({ licenseLimit: null })
  const { organizationId } = admin
  const subscription = await makeSubscription(db, { organizationId })
  const invoice = await makeInvoice(db, { organizationId, amountCents: 100_000, ...facts })
  return { admin, organizationId, subscription, invoice, emails: (kind: string) => emailsTo(admin.user.email, kind) }
}

test('an invoice is emailed once, with its lines, to administrators with the notification on', async () => {
  const { admin, organizationId, invoice, emails } = await billed()
  const silent = await admin.colleague('org_admin')
  await db.insert(notificationSettings).values({ userId: silent.user.id, kind: 'invoices', isEnabled: false })
  await db.insert(invoiceItems).values({
    organizationId,
    invoiceId: invoice.id,
    position: 1,
    description: 'Onboarding',
    quantity: 2,
    amountCents: 100_000,
  })
  await Promise.all(
    Array.from({ length: 8 }, () =>
      withInvoiceLock(platform, invoice.id, (lock, row) => notifyInvoiceIssued(platform, lock, row)),
    ),
  )
  const [email, ...others] = await emails('invoice-issued')
  expect(others).toEqual([])
  expect(email?.text).toContain('- 2 × Onboarding: R1000.00')
  expect(await emailsTo(silent.user.email, 'invoice-issued')).toEqual([])
})

test('an invoice that credit has paid in part is said to be due for the rest', async () => {
  const { invoice, emails } = await billed({ paidCents: 40_000 })
  await withInvoiceLock(platform, invoice.id, (lock, row) => notifyInvoiceIssued(platform, lock, row))
  const [email] = await emails('invoice-issued')
  expect(email?.text).toContain(`R600.00 of invoice ${invoice.invoiceNumber} is due on`)
  expect(email?.text).toContain('Paid from credit: R400.00')
})

test('each payment has a receipt with the balance, then “paid in full” and the credit', async () => {
  const { organizationId, invoice, emails } = await billed({ paidCents: 40_000 })
  const pay = { organizationId, invoiceId: invoice.id, kind: 'payment', receivedOn: await dayIn(0) } as const
  await db.insert(payments).values({ ...pay, amountCents: 40_000 })
  const tellOnce = () =>
    withInvoiceLock(platform, invoice.id, (lock) =>
      notifyPaymentReceived(platform, lock, { invoice, amountCents: 40_000 }),
    )
  await tellOnce()
  await tellOnce()
  const [first, ...others] = await emails('payment-received')
  expect(others).toEqual([])
  expect(first?.text).toContain('Received: R400.00\nLeft to pay: R600.00')

  await db.insert(payments).values([
    { ...pay, amountCents: 65_000 },
    { ...pay, kind: 'credit_kept', amountCents: -5000 },
  ])
  await withInvoiceLock(platform, invoice.id, (lock) =>
    notifyPaymentReceived(platform, lock, { invoice, amountCents: 65_000 }),
  )
  const [, second] = await emails('payment-received')
  expect(second?.text).toContain('we have received R650.00')
  expect(second?.text).toContain('You have a credit of R50.00. Your next invoice uses it.')
})

test('a receipt leaves out refunded credit', async () => {
  const { organizationId, invoice, emails } = await billed({ paidCents: 40_000 })
  const receivedOn = await dayIn(0)
  const paid = { organizationId, invoiceId: invoice.id, receivedOn }
  await db.insert(payments).values([
    { ...paid, kind: 'payment', amountCents: 45_000 },
    { ...paid, kind: 'credit_kept', amountCents: -5000 },
    { organizationId, kind: 'refund', amountCents: -2000, receivedOn },
  ])
  await withInvoiceLock(platform, invoice.id, (lock) =>
    notifyPaymentReceived(platform, lock, { invoice, amountCents: 45_000 }),
  )
  const [email] = await emails('payment-received')
  expect(email?.text).toContain('You have a credit of R30.00.')
})

test('a credit note is emailed with its reason and the balance', async () => {
  const { organizationId, invoice, emails } = await billed({ creditedCents: 30_000 })
  const [creditNote] = await db
    .insert(creditNotes)
    .values({
      organizationId,
      invoiceId: invoice.id,
      creditNoteNumber: `CN-${invoice.invoiceNumber}`,
      amountCents: 30_000,
      vatBasisPoints: 0,
      reason: 'Two seats\nwere never used',
      particulars: {
        vendor: { name: 'Vendor', address: null, vatNumber: null },
        recipient: { name: 'Customer', address: null, vatNumber: null },
      },
    })
    .returning()
  if (!creditNote) throw new Error('No credit note')
  await withInvoiceLock(platform, invoice.id, (lock) => notifyInvoiceCredited(platform, lock, { invoice, creditNote }))
  const [email] = await emails('invoice-credited')
  expect(email?.text).toContain('Credited: R300.00\nLeft to pay: R700.00\nReason:\n  Two seats\n  were never used')
})

test.each([
  ['past_due', 'subscription-past-due', 'If your oldest invoice isn’t paid, they stop on'],
  ['unpaid', 'subscription-unpaid', 'so the application doesn’t run on your devices.'],
  ['active', 'subscription-active', 'is active again'],
  ['ended', 'subscription-ended', 'was not paid within 60 days of its due day'],
] as const)(
  'the email about a subscription that is %s names the oldest overdue invoice',
  async (billingStatus, kind, words) => {
    const { organizationId, subscription, emails } = await billed({ status: 'void' })
    const { id: subscriptionId } = subscription
    const late = await makeLateInvoice(3, { organizationId, subscriptionId })
    await makeLateInvoice(9, { organizationId })
    await withBillingLock(platform, organizationId, async (lock) => {
      const told = { billingStatus, since: inDays(0) }
      await notifyBillingStatus(platform, lock, subscription, told)
      await notifyBillingStatus(platform, lock, subscription, told)
    })
    const [email, ...others] = await emails(kind)
    expect(others).toEqual([])
    expect(email?.text).toContain(words)
    expect(email?.text.includes(`${late.invoiceNumber}: R1234.50`)).toBe(billingStatus !== 'active')
  },
)

test.each([
  ['past_due', 'subscription-past-due'],
  ['unpaid', 'subscription-unpaid'],
  ['active', 'subscription-active'],
  ['ended', 'subscription-ended'],
] as const)('of a suspended organization, the email about %s promises no working licenses', async (status, kind) => {
  const { organizationId, subscription, emails } = await billed()
  await db
    .update(organizations)
    .set({ suspendedAt: inDays(-1) })
    .where(eq(organizations.id, organizationId))
  const told = { billingStatus: status, since: inDays(-1) }
  await withBillingLock(platform, organizationId, (lock) => notifyBillingStatus(platform, lock, subscription, told))
  const [email] = await emails(kind)
  expect(email?.text).toContain('Your organization is suspended, so its licenses don’t work until it is reactivated')
  expect(email?.text).not.toMatch(/keep working|work again/)
})

test('a bounced payment sends the past due email again, although the due day is the same', async () => {
  const { organizationId, subscription, emails } = await billed()
  for (const billingStatus of ['past_due', 'active', 'past_due'] as const) {
    const told = { billingStatus, since: inDays(-1) }
    await withBillingLock(platform, organizationId, (lock) => notifyBillingStatus(platform, lock, subscription, told))
  }
  expect(await emails('subscription-past-due')).toHaveLength(2)
})

test('the email about a canceled subscription’s end does not call it unpaid', async () => {
  const { organizationId, subscription, emails } = await billed()
  const canceled = { ...subscription, canceledAt: inDays(-9) }
  const told = { billingStatus: 'ended', since: inDays(0) } as const
  await withBillingLock(platform, organizationId, (lock) => notifyBillingStatus(platform, lock, canceled, told))
  expect((await emails('subscription-ended'))[0]?.text).toContain('was canceled and has now ended.')
})

test('a seat change is emailed once, and an impossible one with its reason', async () => {
  const { organizationId, emails } = await billed()
  await makeLicense(db, { organizationId })
  await makeLicense(db, { organizationId })
  const change = (seats: Parameters<typeof notifySeatsChanged>[2]) =>
    withBillingLock(platform, organizationId, (lock) => notifySeatsChanged(platform, lock, seats))
  for (const _again of [1, 2]) await change({ key: 'one', from: 10, to: 15, failed: false })
  await change({ key: 'two', from: 15, to: 1, failed: true })
  expect(await emails('seats-changed')).toMatchObject([
    { text: expect.stringContaining('has 15 licenses, 5 more than') },
  ])
  const [failed] = await emails('seats-not-changed')
  expect(failed?.text).toContain('was due to have 14 fewer licenses from today. It keeps 15 licenses')
  expect(failed?.text).toContain('because your organization uses 2 licenses, more than would be left')
})

test('new seats are offered only to an organization that is not suspended', async () => {
  const offer = 'You can assign the new ones'
  for (const suspendedAt of [null, inDays(-1)]) {
    const { organizationId, emails } = await billed()
    await db.update(organizations).set({ suspendedAt }).where(eq(organizations.id, organizationId))
    await withBillingLock(platform, organizationId, (lock) =>
      notifySeatsChanged(platform, lock, { key: organizationId, from: 10, to: 15, failed: false }),
    )
    const [letter] = await emails('seats-changed')
    expect(letter?.text.includes(offer)).toBe(suspendedAt === null)
    expect(letter?.text.includes('is suspended')).toBe(suspendedAt !== null)
  }
})
