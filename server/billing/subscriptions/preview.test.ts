import { randomUUID } from 'node:crypto'
import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { subscriptions } from '#contract/billing/subscriptions.ts'
import { organizations } from '#contract/operations/organizations.ts'
import { makeLicense } from '#demo/rows/licenses.ts'
import { auditLog } from '#server/database/schema/audit.ts'
import { adjustments } from '#server/database/schema/billing/subscriptions.ts'
import { emails } from '#server/database/schema/emails.ts'
import { db, signIn, type Person } from '#server/testing/testing.ts'

const admin = await signIn({ role: 'admin' })

const preview = (id: string, query: object) => admin.call(subscriptions.previewSubscription, { params: { id }, query })
const change = (id: string, body: object) => admin.call(subscriptions.changeSubscription, { params: { id }, body })

/** An organization with five seats, and its subscription. */
async function subscribed() {
  const owner = await signIn({ role: 'org_admin', licenseLimit: 5 })
  const { body } = await owner.call(subscriptions.read)
  return { owner, id: body.subscription?.id ?? '' }
}

const written = async ({ organizationId, user }: Person) => [
  await db.$count(adjustments, eq(adjustments.organizationId, organizationId)),
  await db.$count(emails, eq(emails.to, user.email)),
  await db.$count(auditLog, eq(auditLog.organizationId, organizationId)),
]

test('the preview of a change is what the change then does, and changes nothing itself', async () => {
  const { owner, id } = await subscribed()
  const upcoming = async () =>
    (await admin.call(organizations.billing, { params: { id: owner.organizationId } })).body.upcomingInvoice
  const before = await written(owner)
  const { status, body } = await preview(id, { price: '2000.00', licenseLimit: '8', billingType: 'monthly' })
  expect(status).toBe(200)
  expect(body.before).toEqual(await upcoming())
  expect(body.emails).toEqual([{ kind: expect.any(String), to: owner.user.email }])
  expect(await written(owner)).toEqual(before)
  expect((await change(id, { price: '2000.00', licenseLimit: 8 })).status).toBe(200)
  expect(body.after).toEqual(await upcoming())
  expect((await preview(id, { price: '2000.00' })).body).toMatchObject({
    before: body.after,
    after: body.after,
    emails: [],
  })
})

test('the preview refuses what the change refuses', async () => {
  const { owner, id } = await subscribed()
  await makeLicense(db, { organizationId: owner.organizationId })
  await makeLicense(db, { organizationId: owner.organizationId })
  const refused = await preview(id, { licenseLimit: '1' })
  expect(refused).toMatchObject({ status: 409, message: (await change(id, { licenseLimit: 1 })).message })
  for (const query of [{}, { price: '-1' }, { licenseLimit: '0' }, { billingType: 'weekly' }])
    expect((await preview(id, query)).status).toBe(400)
  expect((await preview(randomUUID(), { price: '1.00' })).status).toBe(404)
})

test('only admins preview a change', async () => {
  const { owner, id } = await subscribed()
  const call = { params: { id }, query: { price: '1.00' } }
  for (const person of [owner, await owner.colleague('customer'), await signIn({ role: 'agent' })])
    expect((await person.call(subscriptions.previewSubscription, call)).status).toBe(403)
})
