import { randomUUID } from 'node:crypto'
import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { account } from '#contract/identity/account.ts'
import { session, WRONG_CREDENTIALS } from '#contract/identity/session.ts'
import { users } from '#contract/identity/users.ts'
import { audit } from '#contract/operations/audit.ts'
import { dashboard } from '#contract/operations/dashboard.ts'
import { makeOrganization } from '#demo/rows/organizations.ts'
import { makeSubscription } from '#demo/rows/subscriptions.ts'
import { makeUser } from '#demo/rows/users.ts'
import { emails } from '#server/database/schema/emails.ts'
import { organizations } from '#server/database/schema/identity/organizations.ts'
import { users as accounts } from '#server/database/schema/identity/users.ts'
import { mailsTo, stored } from '#server/testing/identity/users.ts'
import { db, PASSWORD, signIn, statusesOf, stranger, untilOneWaits } from '#server/testing/testing.ts'
import { IN_USE } from './decline.ts'

const admin = await signIn({ role: 'admin' })
const REASON = 'Please register with the address of your company.'

async function applicant(facts: { isActive?: boolean } = {}) {
  const organization = await makeOrganization(db, { isActive: false, ...facts })
  return makeUser(db, { organizationId: organization.id, role: 'org_admin', status: 'pending' })
}

const decline = (id: string, caller = admin, reason: unknown = REASON) =>
  caller.call(users.decline, { params: { id }, body: { reason } as { reason: string } })

const organizationOf = (user: Awaited<ReturnType<typeof applicant>>) =>
  db.$count(organizations, eq(organizations.id, user.organizationId ?? ''))

test('a declined sign-up is gone with its organization, and the applicant reads why', async () => {
  const user = await applicant()
  expect((await decline(user.id)).status).toBe(200)
  expect([await stored(user.id), await organizationOf(user)]).toEqual([undefined, 0])
  expect((await admin.call(users.list, { query: { search: user.username } })).body).toEqual([])
  const { alerts } = (await admin.call(dashboard.read)).body
  expect(alerts.filter(({ id }) => id.includes(user.id))).toEqual([])
  const [mail] = await db.select().from(emails).where(eq(emails.to, user.email))
  expect(mail?.text).toContain(REASON)
  expect(mail?.text).not.toContain(user.firstName)
  const [entry] = (await admin.call(audit.list, { query: { subject: user.id } })).body
  expect(entry).toMatchObject({
    action: 'user.declined',
    actorId: admin.user.id,
    changes: { email: [user.email, null], internalReason: [null, REASON] },
  })
})

test('who was declined may register again with the same address', async () => {
  const form = {
    organizationName: `Karoo ${randomUUID().slice(0, 8)}`,
    email: `${randomUUID()}@example.com`,
    username: randomUUID().slice(0, 12),
    password: 'a long enough secret',
    firstName: 'Lindiwe',
    lastName: 'Dlamini',
  }
  const first = await stranger().call(session.register, { body: form })
  expect((await decline(first.body.id)).status).toBe(200)
  expect((await stranger().call(session.login, { body: form })).status).toBe(401)
  expect((await stranger().call(session.register, { body: form })).status).toBe(201)
})

test.each([null, '', '  ', 7, 'x'.repeat(1001)])('the reason %j is refused at its field', async (reason) => {
  const user = await applicant()
  const answer = await decline(user.id, admin, reason)
  expect(answer).toMatchObject({ status: 400, body: { errors: { reason: expect.any(String) } } })
  expect((await stored(user.id))?.status).toBe('pending')
})

test('an active organization stays when one of its users is declined', async () => {
  const user = await applicant({ isActive: true })
  expect((await decline(user.id)).status).toBe(200)
  expect([await stored(user.id), await organizationOf(user)]).toEqual([undefined, 1])
})

test('an organization stays while another of its users waits', async () => {
  const user = await applicant()
  const other = await makeUser(db, { organizationId: user.organizationId, status: 'pending' })
  expect((await decline(user.id)).status).toBe(200)
  expect(await organizationOf(user)).toBe(1)
  expect((await decline(other.id)).status).toBe(200)
  expect(await organizationOf(user)).toBe(0)
})

test('a sign-up whose organization has a subscription is refused and kept', async () => {
  const user = await applicant()
  await makeSubscription(db, { organizationId: user.organizationId ?? '' })
  expect(await decline(user.id)).toMatchObject({ status: 409, message: IN_USE })
  expect((await stored(user.id))?.status).toBe('pending')
  expect(await mailsTo(user.email)).toEqual([])
})

test('only who waits can be declined', async () => {
  const { user } = await signIn()
  expect(await decline(user.id)).toMatchObject({ status: 409, message: 'A user who is active cannot be declined.' })
  expect((await stored(user.id))?.status).toBe('active')
  expect((await decline(randomUUID())).status).toBe(404)
})

test('eight who decline at once: one does, and one email is sent', async () => {
  const user = await applicant()
  const answers = await Promise.all(Array.from({ length: 8 }, () => decline(user.id)))
  expect(statusesOf(answers)).toEqual([200, ...Array(7).fill(404)])
  expect(await mailsTo(user.email)).toEqual(['registration-declined'])
})

test('of one who approves and one who declines at once, one is refused', async () => {
  const user = await applicant()
  const answers = await Promise.all([
    decline(user.id),
    admin.call(users.activate, { params: { id: user.id } }),
    decline(user.id),
    admin.call(users.activate, { params: { id: user.id } }),
  ])
  const isKept = (await stored(user.id)) !== undefined
  expect(answers.map(({ status }) => status === 200)).toEqual(
    isKept ? [false, true, false, true] : expect.arrayContaining([false, false, false]),
  )
  expect(await mailsTo(user.email)).toEqual([isKept ? 'account-activated' : 'registration-declined'])
  expect(await organizationOf(user)).toBe(isKept ? 1 : 0)
})

test('allows only admins to decline', async () => {
  const user = await applicant()
  for (const role of ['agent', 'org_admin', 'customer'] as const)
    expect((await decline(user.id, await signIn({ role }))).status).toBe(403)
  const asked = { params: { id: user.id }, body: { reason: REASON } }
  expect((await stranger().call(users.decline, asked)).status).toBe(401)
  expect((await stored(user.id))?.status).toBe('pending')
})

test('an applicant who asks for the link while the sign-up is declined learns that the account is gone', async () => {
  const user = await applicant()
  const body = { email: user.email, password: PASSWORD }
  const asked = await db.transaction(async (tx) => {
    await tx.delete(accounts).where(eq(accounts.id, user.id))
    const waiting = stranger().call(account.mailFirstVerification, { body })
    await untilOneWaits()
    return { waiting }
  })
  expect(await asked.waiting).toMatchObject({ status: 401, message: WRONG_CREDENTIALS })
  expect(await mailsTo(user.email)).toEqual([])
})
