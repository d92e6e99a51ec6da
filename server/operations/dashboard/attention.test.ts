import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { SUPPORT_TEAM } from '#contract/licensing/history.ts'
import { licenses } from '#contract/licensing/licenses.ts'
import { dashboard } from '#contract/operations/dashboard.ts'
import { makeInvoice } from '#demo/rows/invoices.ts'
import { makeLicenseRequest } from '#demo/rows/license-requests.ts'
import { makeActiveLicense, makeCheckIn, makeLicense } from '#demo/rows/licenses.ts'
import { makeTicket } from '#demo/rows/tickets.ts'
import { organizations } from '#server/database/schema/identity/organizations.ts'
import { users } from '#server/database/schema/identity/users.ts'
import { computer } from '#server/testing/licensing/devices.ts'
import { remove, suspend } from '#server/testing/licensing/licenses.ts'
import { db, inDays, signIn, type Person } from '#server/testing/testing.ts'

const attentionOf = async ({ call }: Pick<Person, 'call'>) => (await call(dashboard.attention)).body

test('a new organization has a checklist, step by step, until its first device is active', async () => {
  const owner = await signIn({ licenseLimit: 5 })
  const { organizationId } = owner
  await db.update(users).set({ emailVerifiedAt: null }).where(eq(users.id, owner.user.id))
  await db.update(organizations).set({ address: null }).where(eq(organizations.id, organizationId))
  expect(await attentionOf(owner)).toMatchObject({
    isEmailVerified: false,
    checklist: {
      isEmailVerified: false,
      hasPlan: true,
      hasDownload: false,
      hasLicense: false,
      hasColleague: false,
      hasBillingAddress: false,
    },
  })
  const { licenseKey } = await makeLicense(db, { organizationId })
  await db.update(organizations).set({ address: '1 Long Street' }).where(eq(organizations.id, organizationId))
  const member = await owner.colleague('customer')
  expect((await attentionOf(owner)).checklist).toMatchObject({
    hasLicense: true,
    hasColleague: true,
    hasBillingAddress: true,
  })
  expect((await attentionOf(member)).checklist).toBeNull()

  await computer().activate(licenseKey)
  expect((await attentionOf(owner)).checklist).toBeNull()
})

test('the checklist stays away when the only license that ever had a device is deleted', async () => {
  const owner = await signIn()
  const license = await makeLicense(db, { organizationId: owner.organizationId })
  const device = computer()
  await device.activate(license.licenseKey)
  await device.deactivate(license.licenseKey)
  expect((await remove(owner, license)).status).toBe(200)
  expect((await attentionOf(owner)).checklist).toBeNull()
})

test('members learn that their organization is suspended', async () => {
  const owner = await signIn()
  const member = await owner.colleague('customer')
  expect(await attentionOf(member)).toMatchObject({ isSuspended: false })
  await suspend(owner.organizationId)
  expect(await attentionOf(owner)).toMatchObject({ isSuspended: true })
  expect(await attentionOf(member)).toMatchObject({ isSuspended: true })
})

test('the oldest overdue invoice is named by its due day', async () => {
  const owner = await signIn()
  const { organizationId } = owner
  await makeInvoice(db, { organizationId, dueDate: '2099-01-31' })
  expect(await attentionOf(owner)).toMatchObject({ oldestDue: null })
  await makeInvoice(db, { organizationId, status: 'issued', dueDate: '2026-03-31' })
  await makeInvoice(db, { organizationId, status: 'overdue', dueDate: '2026-04-30' })
  await makeInvoice(db, { organizationId, status: 'void', dueDate: '2026-01-31' })
  await makeInvoice(db, { organizationId, status: 'paid', dueDate: '2026-01-31' })
  expect(await attentionOf(owner)).toMatchObject({ oldestDue: '2026-03-31' })
})

test('without a subscription the checklist has no plan', async () => {
  const owner = await signIn({ licenseLimit: null })
  expect((await attentionOf(owner)).checklist).toMatchObject({ hasPlan: false })
})

test('counts overdue invoices, tickets that wait for a reply and silent devices of the organization alone', async () => {
  const owner = await signIn()
  const { organizationId, user } = owner
  await makeInvoice(db, { organizationId, status: 'overdue', dueDate: inDays(-3).slice(0, 10) })
  await makeInvoice(db, { organizationId, status: 'paid' })
  await makeTicket(db, { organizationId, userId: user.id, status: 'waiting_customer' })
  await makeTicket(db, { organizationId, userId: user.id, status: 'open' })
  const quiet = await makeActiveLicense(db, { organizationId, activatedAt: inDays(-200) })
  await makeCheckIn(db, { organizationId, licenseId: quiet.id, lastCheckIn: inDays(-31) })
  await makeActiveLicense(db, { organizationId })
  const counts = { overdueInvoices: 1, waitingTickets: 1, silentDevices: 1 }
  expect(await attentionOf(owner)).toMatchObject(counts)
  expect(await attentionOf(await owner.colleague('customer'))).toMatchObject({ ...counts, waitingTickets: 0 })
  expect(await attentionOf(await signIn())).toMatchObject({ overdueInvoices: 0, waitingTickets: 0, silentDevices: 0 })
})

test.each(['admin', 'agent'] as const)('is empty for an %s', async (role) => {
  expect(await attentionOf(await signIn({ role }))).toMatchObject({ checklist: null, overdueInvoices: 0 })
})

test('has the newest license requests of the organization and the usage of its plan', async () => {
  const owner = await signIn({ licenseLimit: 4 })
  const { organizationId, user } = owner
  await makeLicense(db, { organizationId })
  await makeLicenseRequest(db, { organizationId, userId: user.id, additionalLicenses: 3 })
  const { licenseRequests: requests, usage } = await attentionOf(owner)
  expect(requests).toMatchObject([{ additionalLicenses: 3, status: 'pending' }])
  expect(usage).toMatchObject({ unassigned: 1, limit: 4 })
  expect(usage).toEqual((await owner.call(licenses.usage)).body)
  expect(await attentionOf(await signIn())).toMatchObject({ licenseRequests: [] })
})

test('shows the last event of the three licenses that changed last, without the names of staff', async () => {
  const owner = await signIn({ licenseLimit: 9 })
  const admin = await signIn({ role: 'admin' })
  const made = []
  for (const label of ['First', 'Second', 'Third', 'Fourth']) {
    made.push((await owner.call(licenses.create, { body: { label } })).body)
  }
  const [first, second] = made
  await owner.call(licenses.change, { params: { id: first!.id }, body: { description: 'Hall 2' } })
  await admin.call(licenses.change, { params: { id: second!.id }, body: { description: 'Hall 2' } })
  await (await signIn({ licenseLimit: 9 })).call(licenses.create, { body: { label: 'Of another organization' } })
  expect((await attentionOf(owner)).licenseNews).toMatchObject([
    { licenseId: second!.id, label: 'Second', action: 'updated', who: SUPPORT_TEAM, ip: null },
    { licenseId: first!.id, label: 'First', action: 'updated', who: expect.stringMatching(/./) },
    { label: 'Fourth', action: 'created' },
  ])
})
