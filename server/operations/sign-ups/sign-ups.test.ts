import { eq } from 'drizzle-orm'
import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { session } from '#contract/identity/session.ts'
import { users } from '#contract/identity/users.ts'
import { signUps } from '#contract/operations/sign-ups.ts'
import { makeLicense } from '#demo/rows/licenses.ts'
import { makeOrganization } from '#demo/rows/organizations.ts'
import { makeUser } from '#demo/rows/users.ts'
import { invoices } from '#server/database/schema/billing/invoices.ts'
import { subscriptions } from '#server/database/schema/billing/subscriptions.ts'
import { blockedDomains } from '#server/database/schema/identity/blocked-domains.ts'
import { organizations } from '#server/database/schema/identity/organizations.ts'
import { plusDays } from '#server/domain/calendar.ts'
import { today } from '#server/testing/billing/renewals.ts'
import { mailsTo, stored } from '#server/testing/identity/users.ts'
import { db, signIn, statusesOf, stranger } from '#server/testing/testing.ts'

const admin = await signIn({ role: 'admin' })

const newDomain = () => `${randomUUID().slice(0, 8)}.example`

async function apply(domain = newDomain()) {
  const name = randomUUID().slice(0, 8)
  const form = {
    organizationName: `Kopje ${name}`,
    email: `Lindiwe.${name}@${domain}`,
    username: `lindiwe-${name}`,
    password: 'a long enough secret',
    firstName: 'Lindiwe',
    lastName: 'Dlamini',
  }
  const { body } = await stranger().call(session.register, { body: form })
  return { ...form, id: body.id, organizationId: body.organizationId!, params: { id: body.id }, domain }
}

const body = { reason: 'We do not know this organization.' }
const plan = { pricePerLicense: '100.00', licenseLimit: 5 }

test('shows whose organization may be meant: same domain or same name', async () => {
  const { domain, organizationName, params, id } = await apply()
  const customer = await makeOrganization(db, { name: 'Kopje Mining' })
  await makeUser(db, { organizationId: customer.id, email: `first@${domain.toUpperCase()}` })
  await makeUser(db, { organizationId: customer.id, email: `second@${domain}` })
  await makeUser(db, { organizationId: customer.id, email: `third@other-${domain}` })
  const namesake = await makeOrganization(db, { name: organizationName.toUpperCase() })
  const { body: signUp } = await admin.call(signUps.read, { params })
  expect(signUp).toEqual({
    user: expect.objectContaining({ id, organization: organizationName, isEmailVerified: false }),
    domain,
    plan: null,
    similar: [
      { id: customer.id, name: 'Kopje Mining', users: 2 },
      { id: namesake.id, name: namesake.name, users: 0 },
    ],
    blockRefusal: `2 active users have an address at ${domain}, so it cannot be blocked.`,
  })
})

test('approves the account and starts its subscription', async () => {
  const { params, id, email, organizationId } = await apply()
  expect(await admin.call(signUps.approve, { params, body: { ...plan, features: ['reports'] } })).toMatchObject({
    status: 200,
    body: { id, status: 'active' },
  })
  const started = await db.select().from(subscriptions).where(eq(subscriptions.organizationId, organizationId))
  expect(started).toMatchObject([{ licenseLimit: 5, features: ['reports'] }])
  expect(await db.$count(invoices, eq(invoices.organizationId, organizationId))).toBe(1)
  expect(await mailsTo(email)).toEqual(expect.arrayContaining(['registration-received', 'account-activated']))
})

test('approves nothing if the subscription is refused', async () => {
  const { params, id, organizationId, email } = await apply()
  await Promise.all([1, 2].map(() => makeLicense(db, { organizationId })))
  const answer = await admin.call(signUps.approve, { params, body: { ...plan, licenseLimit: 1 } })
  expect(answer).toMatchObject({ status: 409, message: expect.stringContaining('already has 2 licenses') })
  expect((await stored(id))?.status).toBe('pending')
  expect(await mailsTo(email)).toEqual(['registration-received'])
})

test('the applicant can register again, unless the domain is blocked', async () => {
  const { params, domain } = await apply()
  await admin.call(users.decline, { params, body })
  const again = await apply(domain)
  await admin.call(users.decline, { params: again.params, body: { ...body, isDomainBlocked: true } })
  expect(await db.$count(blockedDomains, eq(blockedDomains.domain, domain))).toBe(1)
  const form = { ...again, email: `new@mail.${domain}`, username: `new-${randomUUID()}` }
  const answer = await stranger().call(session.register, { body: form })
  expect(answer).toMatchObject({ status: 403, message: expect.stringContaining(`registrations from mail.${domain}`) })
})

test('declines nothing if the domain is in use', async () => {
  const { params, id, domain, email } = await apply()
  await makeUser(db, { email: `someone@${domain}` })
  const answer = await admin.call(users.decline, { params, body: { ...body, isDomainBlocked: true } })
  expect(answer).toMatchObject({ status: 409, message: expect.stringContaining('One active user') })
  expect((await stored(id))?.status).toBe('pending')
  expect(await mailsTo(email)).toEqual(['registration-received'])
})

test('an active account is neither approved nor declined', async () => {
  const { user } = await signIn()
  expect(await admin.call(users.decline, { params: user, body })).toMatchObject({
    status: 409,
    message: 'A user who is active cannot be declined.',
  })
  expect((await admin.call(signUps.approve, { params: user, body: plan })).status).toBe(409)
  expect((await admin.call(signUps.read, { params: user })).status).toBe(409)
})

test('answers 404 for an unknown person and 400 without a reason', async () => {
  const params = { id: randomUUID() }
  expect((await admin.call(signUps.read, { params })).status).toBe(404)
  expect((await admin.call(users.decline, { params, body })).status).toBe(404)
  expect((await admin.call(signUps.approve, { params, body: plan })).status).toBe(404)
  const { id } = await apply()
  expect(await admin.call(users.decline, { params: { id }, body: { reason: ' ' } })).toMatchObject({
    status: 400,
    body: { errors: { reason: 'Reason is required' } },
  })
})

test('of admins who approve and decline at once, one wins', async () => {
  const { params, id, email, organizationId } = await apply()
  const answers = await Promise.all([
    admin.call(users.decline, { params, body }),
    admin.call(users.activate, { params }),
    admin.call(signUps.approve, { params, body: plan }),
    admin.call(users.decline, { params, body }),
  ])
  expect(statusesOf(answers).every((status) => [200, 404, 409].includes(status))).toBe(true)
  const status = (await stored(id))?.status
  expect(['active', undefined]).toContain(status)
  const decisions = ['account-activated', 'registration-declined']
  const decided = (await mailsTo(email)).filter((kind) => decisions.includes(kind))
  expect(decided).toEqual([status === 'active' ? 'account-activated' : 'registration-declined'])
  expect(await db.$count(organizations, eq(organizations.id, organizationId))).toBe(status === 'active' ? 1 : 0)
})

test('approves the account and starts a trial, both or neither', async () => {
  const { params, id, email, organizationId } = await apply()
  const endsOn = plusDays(today, 14)
  expect((await admin.call(signUps.approveTrial, { params, body: { licenseLimit: 2, endsOn: today } })).status).toBe(
    400,
  )
  expect((await stored(id))?.status).toBe('pending')
  const trial = { licenseLimit: 2, endsOn }
  const answers = await Promise.all([1, 2, 3].map(() => admin.call(signUps.approveTrial, { params, body: trial })))
  expect(statusesOf(answers)).toEqual([200, 409, 409])
  expect((await stored(id))?.status).toBe('active')
  const started = await db.select().from(subscriptions).where(eq(subscriptions.organizationId, organizationId))
  expect(started).toMatchObject([{ isTrial: true, licenseLimit: 2 }])
  expect(await mailsTo(email)).toEqual(expect.arrayContaining(['account-activated', 'trial-started']))
})
