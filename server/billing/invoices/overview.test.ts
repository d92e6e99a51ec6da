import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { InvoiceStatus, invoices } from '#contract/billing/invoices.ts'
import { makeInvoice } from '#demo/rows/invoices.ts'
import { subscriptions } from '#server/database/schema/billing/subscriptions.ts'
import { organizations } from '#server/database/schema/identity/organizations.ts'
import { db, inDays, newOrganization, signIn } from '#server/testing/testing.ts'

const admin = await signIn({ role: 'admin' })
const overview = async () => (await admin.call(invoices.overview)).body
const rowOf = async (organizationId: string) => (await overview()).find((row) => row.organizationId === organizationId)

const NOTHING = { totalInvoices: 0, totalPaid: '0.00', totalUnpaid: '0.00', overdueInvoices: 0 }

type Subscription = Partial<typeof subscriptions.$inferInsert>
const subscribed = (organizationId: string, changes: Subscription) =>
  db.update(subscriptions).set(changes).where(eq(subscriptions.organizationId, organizationId))

test('an organization’s row says what it was billed, has paid and owes [R-API-65 R-ENT-28 R-ENT-29 R-ENT-31 R-ABILL-04]', async () => {
  const organizationId = await newOrganization({ licenseLimit: 5, name: 'Ada Mining' })
  for (const [index, status] of InvoiceStatus.options.entries())
    await makeInvoice(db, { organizationId, status, amountCents: 10 ** index })
  await makeInvoice(db, { organizationId, status: 'overdue', amountCents: 5 })
  expect(InvoiceStatus.options.slice(0, 6)).toEqual(['draft', 'issued', 'pending', 'paid', 'overdue', 'failed'])
  expect(await rowOf(organizationId)).toEqual({
    organizationId,
    organizationName: 'Ada Mining',
    numberOfLicenses: 5,
    pricePerLicense: '200.00',
    subscriptionStatus: 'active',
    totalInvoices: 6,
    totalPaid: '10.00',
    totalUnpaid: '1101.15',
    overdueInvoices: 2,
  })
})

test('a subscription that was canceled runs on, and one that is over is none [R-ENT-30]', async () => {
  const running = await newOrganization()
  const none = await newOrganization({ licenseLimit: null })
  expect(await rowOf(none)).toMatchObject({
    numberOfLicenses: 0,
    pricePerLicense: '0.00',
    subscriptionStatus: 'none',
    ...NOTHING,
  })
  for (const status of ['active', 'past_due', 'unpaid'] as const) {
    await subscribed(running, { status })
    expect(await rowOf(running)).toMatchObject({ subscriptionStatus: 'active', ...NOTHING })
  }
  await subscribed(running, { status: 'canceled', canceledAt: inDays(-1), currentPeriodEnd: inDays(1) })
  expect(await rowOf(running)).toMatchObject({ subscriptionStatus: 'cancelled', numberOfLicenses: 5 })
  await subscribed(running, { status: 'canceled', isTrial: true, currentPeriodEnd: inDays(1) })
  expect(await rowOf(running)).toMatchObject({ subscriptionStatus: 'trial', numberOfLicenses: 5 })
  await subscribed(running, { isTrial: false, currentPeriodStart: inDays(-30), currentPeriodEnd: inDays(-1) })
  expect(await rowOf(running)).toMatchObject({ subscriptionStatus: 'none', numberOfLicenses: 0 })
})

test.each([
  [1_200_000, 7, '142.86'],
  [1_200_006, 1, '1000.01'],
  [42, 7, '0.01'],
  [41, 7, '0.00'],
])('a license of %i cents in twelve months for %i seats costs R%s a month', async (cents, licenseLimit, price) => {
  const organizationId = await newOrganization({ licenseLimit })
  await db.update(organizations).set({ twelveMonthCents: cents }).where(eq(organizations.id, organizationId))
  expect((await rowOf(organizationId))?.pricePerLicense).toBe(price)
})

test('organizations come by name, whatever their case', async () => {
  for (const name of ['zeta Works', 'Yard', 'beta', 'Alpha']) await newOrganization({ name })
  const names = (await overview()).map(({ organizationName }) => organizationName)
  const wanted = ['Alpha', 'beta', 'Yard', 'zeta Works']
  expect(names.filter((name) => wanted.includes(name))).toEqual(wanted)
})
