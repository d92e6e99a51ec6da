import { expect, test } from 'vitest'
import { organizations } from '#contract/operations/organizations.ts'
import { makeOrganization } from '#demo/rows/organizations.ts'
import { makeSubscription } from '#demo/rows/subscriptions.ts'
import { organizations as organizationTable } from '#server/database/schema/identity/organizations.ts'
import { db, inDays, signIn, stranger } from '#server/testing/testing.ts'

const admin = await signIn({ role: 'admin' })

async function listed(id: string) {
  const { body } = await admin.call(organizations.list)
  return body.find((organization) => organization.id === id)
}

test('an organization is listed with its seats, price and billing status [R-ENT-14 R-ENT-15 R-ENT-16 R-ENT-17 R-ENT-18 R-ENT-19 R-ENT-20 R-ENT-21 R-API-54]', async () => {
  const { id, createdAt, updatedAt } = await makeOrganization(db, {
    name: 'Listed Works',
    contactEmail: 'office@listed.example',
    phone: '010 555 0199',
    address: '1 List Street',
    billingType: 'annual',
    twelveMonthCents: 359_880,
    updatedAt: inDays(-1),
  })
  await makeSubscription(db, { organizationId: id, licenseLimit: 12 })
  expect(await listed(id)).toEqual({
    id,
    name: 'Listed Works',
    contactEmail: 'office@listed.example',
    phone: '010 555 0199',
    address: '1 List Street',
    numberOfLicenses: 12,
    billingType: 'annual',
    isActive: true,
    subscriptionStatus: 'active',
    billingStatus: 'active',
    isTrial: false,
    twelveMonthValue: '3598.80',
    createdAt,
    updatedAt,
  })
})

test('the names of all are listed in alphabetical order, each with its address', async () => {
  const { id, name, contactEmail } = await makeOrganization(db, { name: 'twin mining' })
  const twin = await makeOrganization(db, { name: 'Twin Mining', contactEmail: 'south@twin.example' })
  const { body } = await admin.call(organizations.names)
  expect(body).toContainEqual({ id, name, contactEmail })
  expect(body).toContainEqual({ id: twin.id, name: 'Twin Mining', contactEmail: 'south@twin.example' })
  const names = body.map((one) => one.name.toLowerCase())
  expect(names).toEqual(names.toSorted((one, other) => one.localeCompare(other)))
  expect((await (await signIn({ role: 'agent' })).call(organizations.names)).status).toBe(403)
})

test('without a subscription there are no seats, and billing is monthly [R-ENT-16 R-ENT-17]', async () => {
  const { id } = await makeOrganization(db, { isActive: false })
  expect(await listed(id)).toMatchObject({
    numberOfLicenses: 0,
    billingType: 'monthly',
    isActive: false,
    subscriptionStatus: 'none',
    phone: null,
  })
})

test('a suspended organization says so, whatever it pays for [R-ENT-19]', async () => {
  const { id } = await makeOrganization(db, { suspendedAt: inDays(-1) })
  await makeSubscription(db, { organizationId: id })
  expect(await listed(id)).toMatchObject({ isActive: false, subscriptionStatus: 'suspended', numberOfLicenses: 10 })
})

test('a canceled subscription counts to the end of its period and not beyond, and an ended one never', async () => {
  const [running, lapsed, ended] = [await makeOrganization(db), await makeOrganization(db), await makeOrganization(db)]
  const canceled = { status: 'canceled', canceledAt: inDays(-9) } as const
  await makeSubscription(db, { organizationId: running.id, ...canceled, currentPeriodEnd: inDays(1) })
  await makeSubscription(db, { organizationId: lapsed.id, ...canceled, currentPeriodEnd: inDays(-1) })
  await makeSubscription(db, { organizationId: ended.id, ...canceled, endedAt: inDays(-40) })
  expect(await listed(running.id)).toMatchObject({ subscriptionStatus: 'canceled', numberOfLicenses: 10 })
  expect(await listed(lapsed.id)).toMatchObject({ subscriptionStatus: 'none', numberOfLicenses: 0 })
  expect(await listed(ended.id)).toMatchObject({ subscriptionStatus: 'none', numberOfLicenses: 0 })
})

test('the list is whole and newest first, whatever page is asked for [R-API-55]', async () => {
  await makeOrganization(db, { createdAt: inDays(-3) })
  const whole = await admin.call(organizations.list)
  const created = whole.body.map(({ createdAt }) => createdAt)
  expect(created).toEqual(created.toSorted().toReversed())
  const query = { page: '2', limit: '1' }
  // Unknown parameters are ignored.
  const paged = await admin.call({
    ...organizations.list,
    url: `/api/admin/organizations?${new URLSearchParams(query)}`,
  })
  expect(paged.body).toEqual(whole.body)
  expect(whole.body).toHaveLength(await db.$count(organizationTable))
})

test('only admins list organizations', async () => {
  for (const role of ['agent', 'org_admin', 'customer'] as const) {
    expect((await (await signIn({ role })).call(organizations.list)).status).toBe(403)
  }
  expect((await stranger().call(organizations.list)).status).toBe(401)
})
