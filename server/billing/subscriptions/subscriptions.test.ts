import { randomUUID } from 'node:crypto'
import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { ALREADY_SUBSCRIBED, subscriptions } from '#contract/billing/subscriptions.ts'
import { makeLicense } from '#demo/rows/licenses.ts'
import { makeOrganization } from '#demo/rows/organizations.ts'
import { makeSubscription } from '#demo/rows/subscriptions.ts'
import { only } from '#server/database/database.ts'
import { auditLog } from '#server/database/schema/audit.ts'
import { subscriptions as subscriptionTable } from '#server/database/schema/billing/subscriptions.ts'
import { organizations } from '#server/database/schema/identity/organizations.ts'
import { licenses } from '#server/database/schema/licensing/licenses.ts'
import { db, inDays, signIn } from '#server/testing/testing.ts'

const admin = await signIn({ role: 'admin' })
const draft = { planName: 'Gold Plan', pricePerLicense: '249.50', licenseLimit: 12 }

const subscribe = (id: string, body: object = draft) =>
  admin.call(subscriptions.createSubscription, { params: { id }, body })
const subscriptionsOf = (id: string) => db.$count(subscriptionTable, eq(subscriptionTable.organizationId, id))

test('a subscription costs its price per license times its licenses, every month [R-CONST-03 R-API-63]', async () => {
  const { id } = await makeOrganization(db)
  const { status, body } = await subscribe(id)
  expect(status).toBe(201)
  expect(body).toMatchObject({
    planName: 'Gold Plan',
    status: 'active',
    price: '2994.00',
    currency: 'ZAR',
    licenseLimit: 12,
    licensesUsed: 0,
  })
  const [organization] = await db.select().from(organizations).where(eq(organizations.id, id))
  expect(organization?.twelveMonthCents).toBe(3_592_800)
  const entries = await db.select().from(auditLog).where(eq(auditLog.subjectId, body.id))
  expect(entries).toMatchObject([
    {
      action: 'subscription.created',
      actorId: admin.user.id,
      organizationId: id,
      changes: { planName: [null, 'Gold Plan'], licenseLimit: [null, 12], twelveMonthCents: [0, 3_592_800] },
    },
  ])
})

test.each([
  ['monthly', 1],
  ['annual', 12],
] as const)('the first %s period starts now and lasts as long', async (billingType, months) => {
  const { id } = await makeOrganization(db, { billingType })
  const { body } = await subscribe(id)
  const start = Date.parse(body.currentPeriodStart)
  expect(Math.abs(Date.now() - start)).toBeLessThan(60_000)
  const days = (Date.parse(body.currentPeriodEnd ?? '') - start) / 86_400_000
  expect(days).toBeGreaterThanOrEqual(months === 1 ? 28 : 365)
  expect(days).toBeLessThanOrEqual(months === 1 ? 31 : 366)
  expect(body.currentPeriodEnd?.slice(11)).toBe(body.currentPeriodStart.slice(11))
})

test('without a plan name it is the Standard Plan, and billed by the month [R-CONST-06 R-CONST-29]', async () => {
  const { id } = await db
    .insert(organizations)
    .values({ name: 'Newly registered', contactEmail: 'office@newly.example' })
    .returning()
    .then(only)
  const { body } = await subscribe(id, { pricePerLicense: 100, licenseLimit: '3' })
  expect(body).toMatchObject({ planName: 'Standard Plan', price: '300.00', licenseLimit: 3 })
  const days = (Date.parse(body.currentPeriodEnd ?? '') - Date.parse(body.currentPeriodStart)) / 86_400_000
  expect(days).toBeLessThanOrEqual(31)
})

test('a second subscription is refused', async () => {
  const { id } = await makeOrganization(db)
  await subscribe(id)
  expect(await subscribe(id, { ...draft, pricePerLicense: '1' })).toMatchObject({
    status: 409,
    message: ALREADY_SUBSCRIBED,
  })
  const [organization] = await db.select().from(organizations).where(eq(organizations.id, id))
  expect(organization?.twelveMonthCents).toBe(3_592_800)
})

test('of eight subscriptions at once one is made', async () => {
  const { id } = await makeOrganization(db)
  const answers = await Promise.all(Array.from({ length: 8 }, () => subscribe(id)))
  expect(answers.filter(({ status }) => status === 201)).toHaveLength(1)
  expect(answers.filter(({ message }) => message === ALREADY_SUBSCRIBED)).toHaveLength(7)
  expect(await subscriptionsOf(id)).toBe(1)
})

test('after a canceled subscription has run out a new one can start, before it not', async () => {
  const { id } = await makeOrganization(db)
  const canceled = { status: 'canceled', canceledAt: inDays(-9) } as const
  const old = await makeSubscription(db, { organizationId: id, ...canceled, currentPeriodEnd: inDays(1) })
  expect((await subscribe(id)).status).toBe(409)
  const currentPeriodEnd = inDays(-1)
  await db.update(subscriptionTable).set({ currentPeriodEnd }).where(eq(subscriptionTable.id, old.id))
  expect((await subscribe(id)).status).toBe(201)
  const [stored] = await db.select().from(subscriptionTable).where(eq(subscriptionTable.id, old.id))
  expect(stored?.endedAt).toBe(currentPeriodEnd)
})

test('licenses that went with an earlier subscription return with the next one, unless the organization is suspended', async () => {
  const standings = [
    { suspendedAt: null, status: 'active' },
    { suspendedAt: inDays(-1), status: 'inactive' },
  ]
  for (const { suspendedAt, status } of standings) {
    const { id } = await makeOrganization(db, { suspendedAt })
    await makeSubscription(db, { organizationId: id, endedAt: inDays(-1) })
    const off = { status: 'inactive', statusBeforeSuspension: 'active' } as const
    const license = await makeLicense(db, { organizationId: id, ...off })
    expect((await subscribe(id)).status).toBe(201)
    const [stored] = await db.select().from(licenses).where(eq(licenses.id, license.id))
    expect(stored?.status).toBe(status)
  }
})

test('a subscription has seats for the licenses there are', async () => {
  const { id } = await makeOrganization(db)
  for (let count = 0; count < 3; count += 1) await makeLicense(db, { organizationId: id })
  expect(await subscribe(id, { ...draft, licenseLimit: 2 })).toMatchObject({
    status: 409,
    message: 'This organization already has 3 licenses. The subscription needs at least as many.',
  })
  expect(await subscriptionsOf(id)).toBe(0)
  expect((await subscribe(id, { ...draft, licenseLimit: 3 })).body).toMatchObject({ licensesUsed: 3 })
})

test.each([
  ['a negative price', { pricePerLicense: '-1' }],
  ['three decimals', { pricePerLicense: '1.005' }],
  ['an exponent', { pricePerLicense: '1e3' }],
  ['no licenses', { licenseLimit: 0 }],
  ['half a license', { licenseLimit: 1.5 }],
  ['a total beyond all measure', { pricePerLicense: '999999999999', licenseLimit: 1_000_000 }],
])('%s is refused', async (_what, wrong) => {
  const { id } = await makeOrganization(db)
  expect((await subscribe(id, { ...draft, ...wrong })).status).toBe(400)
  expect(await subscriptionsOf(id)).toBe(0)
})

test('a subscription for an unknown organization is 404', async () => {
  expect(await subscribe(randomUUID())).toMatchObject({ status: 404, message: 'Organization not found' })
})

test('only admins create subscriptions', async () => {
  const { id } = await makeOrganization(db)
  for (const role of ['agent', 'org_admin', 'customer'] as const) {
    const person = await signIn({ role })
    expect((await person.call(subscriptions.createSubscription, { params: { id }, body: draft })).status).toBe(403)
  }
  expect(await subscriptionsOf(id)).toBe(0)
})
