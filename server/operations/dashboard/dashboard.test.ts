import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { dashboard } from '#contract/operations/dashboard.ts'
import { makeInvoice } from '#demo/rows/invoices.ts'
import { makeActiveLicense, makeLicense } from '#demo/rows/licenses.ts'
import { makeOrganization } from '#demo/rows/organizations.ts'
import { makeSubscription } from '#demo/rows/subscriptions.ts'
import { makeTicket } from '#demo/rows/tickets.ts'
import { subscriptions } from '#server/database/schema/billing/subscriptions.ts'
import { organizations } from '#server/database/schema/identity/organizations.ts'
import { read, statsOf, totalsSeenBy } from '#server/testing/operations/dashboard.ts'
import { db, inDays, signIn } from '#server/testing/testing.ts'

test('a new customer sees an empty dashboard with its subscription [R-API-18 R-ENT-46 R-ROLE-28]', async () => {
  const owner = await signIn({ licenseLimit: 5 })
  const { status, body } = await read(owner)
  expect(status).toBe(200)
  expect(body).toMatchObject({
    subscription: { status: 'active', licenseLimit: 5, licensesUsed: 0, currency: 'ZAR' },
    licenses: [],
    tickets: [],
    invoices: [],
    stats: { assignedLicenses: 0, createdLicenses: 0, paidLicenses: 5, openTickets: 0 },
    alerts: [],
  })
})

test('the price is that of twelve months [R-DASH-32]', async () => {
  const owner = await signIn()
  expect((await read(owner)).body.subscription?.price).toBe('12000.00')
})

test('without a live subscription there is none to show, and nothing is paid for [R-DASH-40]', async () => {
  const never = await signIn({ licenseLimit: null })
  expect((await read(never)).body).toMatchObject({ subscription: null, stats: { paidLicenses: 0 } })

  const canceled = await signIn()
  await db
    .update(subscriptions)
    .set({ status: 'canceled', currentPeriodEnd: inDays(-1) })
    .where(eq(subscriptions.organizationId, canceled.organizationId))
  expect((await read(canceled)).body).toMatchObject({ subscription: null, stats: { paidLicenses: 0 } })
})

test('assigned counts what has a device, created counts all [R-ENT-48 R-DASH-13]', async () => {
  const owner = await signIn({ licenseLimit: 9 })
  const { organizationId } = owner
  await makeActiveLicense(db, { organizationId })
  await makeLicense(db, { organizationId, deviceFingerprint: 'D-1' })
  for (const status of ['unassigned', 'revoked', 'inactive'] as const) {
    await makeLicense(db, { organizationId, status })
  }
  await makeActiveLicense(db, { organizationId: (await signIn()).organizationId })
  expect(await statsOf(owner)).toEqual({
    assignedLicenses: 2,
    createdLicenses: 5,
    paidLicenses: 9,
    openTickets: 0,
  })
})

test('the newest twenty licenses come along, the counts say how many there are', async () => {
  const owner = await signIn({ licenseLimit: 50 })
  const { organizationId } = owner
  for (let index = 0; index < 21; index += 1) {
    await makeLicense(db, { organizationId, label: `PC ${index}`, createdAt: inDays(index - 200) })
  }
  const { body } = await read(owner)
  expect(body.licenses).toHaveLength(20)
  expect(body.licenses[0]?.label).toBe('PC 20')
  expect(body.stats).toMatchObject({ createdLicenses: 21 })
})

test('five invoices, newest first, and no drafts [R-DASH-46 R-CONST-10]', async () => {
  const owner = await signIn()
  const { organizationId } = owner
  for (const days of [1, 2, 3, 4, 5, 6]) {
    await makeInvoice(db, { organizationId, invoiceNumber: `${organizationId}-${days}`, createdAt: inDays(-days) })
  }
  await makeInvoice(db, { organizationId, status: 'draft' })
  await makeInvoice(db, { organizationId: (await signIn()).organizationId })
  const { body } = await read(owner)
  expect(body.invoices.map(({ invoiceNumber }) => invoiceNumber.slice(-1))).toEqual(['1', '2', '3', '4', '5'])
})

test('tickets and their count are those the reader may see', async () => {
  const owner = await signIn()
  const { organizationId, user } = owner
  const member = await owner.colleague('customer')
  for (const status of ['open', 'in_progress', 'waiting_customer', 'resolved', 'closed'] as const) {
    await makeTicket(db, { organizationId, userId: user.id, status })
  }
  await makeTicket(db, { organizationId, userId: member.user.id, title: 'By the member' })
  expect(await statsOf(owner)).toMatchObject({ openTickets: 3 })
  expect((await read(owner)).body.tickets).toHaveLength(5)
  expect(await statsOf(member)).toMatchObject({ openTickets: 1 })
  expect((await read(member)).body.tickets).toMatchObject([{ title: 'By the member' }])
})

test('admins and agents see totals of the portal without rows of organizations [R-API-19 R-API-20 R-ENT-47 R-ROLE-04]', async () => {
  const admin = await signIn({ role: 'admin' })
  const before = await totalsSeenBy(admin)
  const { id: organizationId } = await makeOrganization(db, { twelveMonthCents: 100_006 })
  await makeSubscription(db, { organizationId })
  await makeActiveLicense(db, { organizationId })
  await makeLicense(db, { organizationId })
  const { user } = await signIn({ role: 'customer', organizationId })
  await makeTicket(db, { organizationId, userId: user.id, status: 'closed' })
  for (const person of [admin, await signIn({ role: 'agent' })]) {
    const { body } = await read(person)
    expect(body).toMatchObject({
      subscription: null,
      licenses: [],
      tickets: [],
      invoices: [],
      alerts: expect.any(Array),
    })
    const stats = await totalsSeenBy(person)
    expect({ ...stats, monthlyRevenue: Number(stats.monthlyRevenue).toFixed(2) }).toEqual({
      totalOrganizations: before.totalOrganizations + 1,
      totalActiveLicenses: before.totalActiveLicenses + 1,
      // 1000.06 / 12 = 83.338
      monthlyRevenue: (Number(before.monthlyRevenue) + 83.34).toFixed(2),
      totalSupportTickets: before.totalSupportTickets + 1,
    })
  }
})

test('organizations that are suspended or not approved yet are not active, and only active subscriptions earn [R-OVER-02]', async () => {
  const admin = await signIn({ role: 'admin' })
  const before = await totalsSeenBy(admin)
  await makeOrganization(db, { isActive: false })
  const { id } = await makeOrganization(db, { twelveMonthCents: 1_200_000 })
  await makeSubscription(db, { organizationId: id, status: 'past_due' })
  await db
    .update(organizations)
    .set({ suspendedAt: inDays(0) })
    .where(eq(organizations.id, id))
  expect(await totalsSeenBy(admin)).toEqual(before)
})

test('nothing in it is asked for without a session [R-API-18]', async () => {
  const owner = await signIn()
  expect((await owner.call(dashboard.usage)).status).toBe(200)
  expect((await (await signIn({ role: 'agent' })).call(dashboard.usage)).body).toEqual([])
})
