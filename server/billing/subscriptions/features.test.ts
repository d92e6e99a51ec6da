import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { FEATURES_MAX, TOO_MANY_FEATURES } from '#contract/billing/subscriptions/features.ts'
import { SUBSCRIPTION_ENDED, subscriptions } from '#contract/billing/subscriptions.ts'
import { customers } from '#contract/operations/customers.ts'
import { organizations } from '#contract/operations/organizations.ts'
import { makeOrganization } from '#demo/rows/organizations.ts'
import { makeSubscription } from '#demo/rows/subscriptions.ts'
import { auditLog } from '#server/database/schema/audit.ts'
import { adjustments } from '#server/database/schema/billing/subscriptions.ts'
import { db, signIn } from '#server/testing/testing.ts'
import { otherFeatures } from './features.ts'

const admin = await signIn({ role: 'admin' })

const change = ({ id }: { id: string }, body: object) =>
  admin.call(subscriptions.changeSubscription, { params: { id }, body })

async function subscribed(features: string[] = []) {
  const { id: organizationId } = await makeOrganization(db)
  return makeSubscription(db, { organizationId, monthlyCents: 12_000, features })
}

const auditOf = ({ id }: { id: string }) =>
  db
    .select()
    .from(auditLog)
    .where(eq(auditLog.subjectId, id))
    .orderBy(auditLog.id)
    .then((entries) => entries.map(({ action, changes }) => ({ action, changes })))

test('a subscription starts with its features, sorted and each once', async () => {
  const { id } = await makeOrganization(db)
  const features = ['reports', ' cad-export ', 'reports']
  const body = { pricePerLicense: '10.00', licenseLimit: 2, features }
  const created = await admin.call(subscriptions.createSubscription, { params: { id }, body })
  expect([created.status, created.body.features]).toEqual([201, ['cad-export', 'reports']])
  const audited = await auditOf(created.body)
  expect(audited).toMatchObject([{ changes: { features: [null, 'cad-export, reports'] } }])
})

test('a change of features is audited, and changes neither price nor seats', async () => {
  const subscription = await subscribed(['reports'])
  const { body } = await change(subscription, { features: ['reports', 'cad-export'] })
  expect(body).toMatchObject({ features: ['cad-export', 'reports'], price: '120.00', licenseLimit: 10 })
  expect((await change(subscription, { features: ['cad-export', 'reports'] })).status).toBe(200)
  expect(await change(subscription, { planName: 'Gold' })).toMatchObject({ body: { features: body.features } })
  expect((await change(subscription, { features: [] })).body.features).toEqual([])
  expect(await auditOf(subscription)).toEqual([
    { action: 'subscription.updated', changes: { features: ['reports', 'cad-export, reports'] } },
    { action: 'subscription.updated', changes: { planName: ['Standard Plan', 'Gold'] } },
    { action: 'subscription.updated', changes: { features: ['cad-export, reports', null] } },
  ])
  expect(await db.$count(adjustments, eq(adjustments.subscriptionId, subscription.id))).toBe(0)
})

test('features that were edited from an outdated list are refused with 409', async () => {
  const subscription = await subscribed(['reports'])
  await change(subscription, { features: ['cad-export'], featuresFrom: ['reports'] })
  const stale = await change(subscription, { features: [], featuresFrom: ['reports'] })
  expect(stale).toMatchObject({ status: 409, message: otherFeatures(['cad-export']) })
  expect((await change(subscription, { features: [], featuresFrom: ['cad-export'] })).status).toBe(200)
})

test('a subscription that has ended says so, whatever its features were', async () => {
  const { id } = await makeOrganization(db)
  const ended = await makeSubscription(db, { organizationId: id, endedAt: new Date().toISOString() })
  const { status, message } = await change(ended, { features: ['reports'], featuresFrom: ['zoning'], seatsFrom: 3 })
  expect([status, message]).toEqual([409, SUBSCRIPTION_ENDED])
})

test.each([
  ['in upper case', ['CAD']],
  ['two words', ['cad export']],
  ['two names', ['cad,reports']],
  ['empty', ['']],
  ['a hyphen first', ['-cad']],
  ['too long', ['a'.repeat(41)]],
  ['a number', [7]],
])('a feature that is %s is refused', async (_why, features) => {
  const { status, message } = await change(await subscribed(), { features })
  expect([status, message]).toEqual([400, expect.stringContaining('such as cad-export')])
})

test('the refusal of a long list names the feature that is wrong', async () => {
  const { message } = await change(await subscribed(), { features: ['reports', 'CAD Export'] })
  expect(message).toContain('“CAD Export” can’t be a feature')
  const long = await change(await subscribed(), { features: ['a'.repeat(5000)] })
  expect(long.message).toContain(`“${'a'.repeat(41)}” can’t be a feature`)
})

test('a subscription has at most fifty features', async () => {
  const names = Array.from({ length: FEATURES_MAX + 1 }, (_, number) => `feature-${number}`)
  const subscription = await subscribed()
  const { status, message } = await change(subscription, { features: names })
  expect([status, message]).toEqual([400, TOO_MANY_FEATURES])
  expect((await change(subscription, { features: names.slice(1) })).body.features).toHaveLength(FEATURES_MAX)
})

test('customers, agents and admins read them; only admins list those of all subscriptions', async () => {
  const owner = await signIn({ licenseLimit: 5 })
  const agent = await signIn({ role: 'agent' })
  const params = { id: owner.organizationId ?? '' }
  const { body } = await admin.call(organizations.billing, { params })
  const feature = `only-${params.id.slice(0, 8)}`
  await change(body.subscription ?? { id: '' }, { features: [feature] })
  expect((await owner.call(subscriptions.read)).body.subscription?.features).toEqual([feature])
  expect((await agent.call(customers.read, { params })).body.subscription?.features).toEqual([feature])
  const listed = await admin.call(subscriptions.features)
  expect(listed.body).toContainEqual({ feature, count: 1 })
  for (const person of [owner, agent]) expect((await person.call(subscriptions.features)).status).toBe(403)
})
