import { and, eq, ne } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { NOT_SIGNED_IN, NOT_YOUR_ROLE } from '#contract/errors.ts'
import { ACCOUNT_SUSPENDED, session } from '#contract/identity/session.ts'
import { team } from '#contract/identity/team.ts'
import { LAST_ADMIN, OWN_ACCOUNT, users } from '#contract/identity/users.ts'
import { audit } from '#contract/operations/audit.ts'
import { makeUser } from '#demo/rows/users.ts'
import { sessions, users as userTable, userTokens } from '#server/database/schema/identity/users.ts'
import { issueLink } from '#server/identity/session/registration/links.ts'
import { openSession } from '#server/identity/session/sessions.ts'
import { enterPassword } from '#server/testing/identity/session.ts'
import { actionsAbout, entriesAbout, mailsTo, stored } from '#server/testing/identity/users.ts'
import { db, signIn, statusesOf, stranger, type Person } from '#server/testing/testing.ts'

const newAdmin = () => signIn({ role: 'admin' })
const body = { reason: 'Left the company' }
const suspend = (admin: Person, { user }: Pick<Person, 'user'>) => admin.call(users.suspend, { params: user, body })
const reactivate = (admin: Person, { user }: Pick<Person, 'user'>) => admin.call(users.reactivate, { params: user })

test('a suspended person is out at once, everywhere, and cannot come back [R-STATE-54 R-STATE-65]', async () => {
  const [admin, person] = [await newAdmin(), await signIn()]
  await issueLink(db, { userId: person.user.id, purpose: 'password-reset', minutes: 30 })
  const { status, body } = await suspend(admin, person)
  expect(status).toBe(200)
  expect(body).toMatchObject({ id: person.user.id, status: 'suspended' })

  expect((await person.call(session.currentUser)).status).toBe(401)
  expect(await enterPassword(person.user.email)).toMatchObject({ status: 403, message: ACCOUNT_SUSPENDED })
  expect(await db.$count(sessions, eq(sessions.userId, person.user.id))).toBe(0)
  expect(await db.$count(userTokens, eq(userTokens.userId, person.user.id))).toBe(0)
  expect(await mailsTo(person.user.email)).toEqual([])
  expect((await entriesAbout(person.user.id))[0]).toMatchObject({
    action: 'user.suspended',
    actorId: admin.user.id,
    organizationId: person.organizationId,
    changes: { status: ['active', 'suspended'], internalReason: [null, 'Left the company'] },
  })
})

test('a suspension without a reason is refused, and the organization of the person never reads it', async () => {
  const [admin, owner] = [await newAdmin(), await signIn()]
  const person = await owner.colleague('customer')
  const refused = await admin.call(users.suspend, { params: person.user, body: { reason: ' ' } })
  expect(refused).toMatchObject({ status: 400, body: { errors: { reason: 'Reason is required' } } })
  expect((await stored(person.user.id))?.status).toBe('active')
  await suspend(admin, person)
  const [own] = (await owner.call(audit.list, { query: { subject: person.user.id } })).body
  expect(own).toMatchObject({ action: 'user.suspended', changes: { status: ['active', 'suspended'] } })
  expect(own?.changes).not.toHaveProperty('internalReason')
})

test('a reactivated user gets an email and signs in with the old password; old sessions stay ended', async () => {
  const [admin, person] = [await newAdmin(), await signIn()]
  await suspend(admin, person)
  // A sign-in that read the account before the suspension.
  await openSession(db, { userId: person.user.id, hours: 1, ip: null, userAgent: null })
  const { status, body } = await reactivate(admin, person)
  expect([status, body.status]).toEqual([200, 'active'])
  expect(await db.$count(sessions, eq(sessions.userId, person.user.id))).toBe(0)
  expect((await enterPassword(person.user.email)).status).toBe(200)
  expect(await mailsTo(person.user.email)).toEqual(['account-reactivated', 'new-sign-in'])
  expect((await entriesAbout(person.user.id))[1]).toMatchObject({
    action: 'user.reactivated',
    actorId: admin.user.id,
    changes: { status: ['suspended', 'active'] },
  })
})

test('eight at once, and again: each changes things once', async () => {
  const [admin, person] = [await newAdmin(), await signIn()]
  for (const change of [suspend, reactivate]) {
    const answers = await Promise.all(Array.from({ length: 8 }, () => change(admin, person)))
    expect(statusesOf(answers)).toEqual(Array(8).fill(200))
  }
  expect(await actionsAbout(person.user.id)).toEqual(['user.suspended', 'user.reactivated'])
  expect(await mailsTo(person.user.email)).toEqual(['account-reactivated'])
})

test('who waits for approval can be neither suspended nor reactivated', async () => {
  const [admin, colleague] = [await newAdmin(), await signIn()]
  const user = await makeUser(db, { organizationId: colleague.organizationId, status: 'pending' })
  expect(await suspend(admin, { user })).toMatchObject({
    status: 409,
    message: 'A user who is pending cannot be suspended.',
  })
  expect(await reactivate(admin, { user })).toMatchObject({
    status: 409,
    message: 'A user who is pending cannot be reactivated.',
  })
  expect((await stored(user.id))?.status).toBe('pending')
})

test('refuses to suspend your own account', async () => {
  const admin = await newAdmin()
  await newAdmin()
  expect(await suspend(admin, admin)).toMatchObject({ status: 409, message: OWN_ACCOUNT })
  expect((await admin.call(session.currentUser)).status).toBe(200)
})

test('the last active administrator of an organization can be suspended: the vendor reactivates', async () => {
  const [admin, person] = [await newAdmin(), await signIn()]
  expect((await suspend(admin, person)).status).toBe(200)
})

test('who was suspended by the vendor is reactivated by the vendor alone', async () => {
  const [admin, owner] = [await newAdmin(), await signIn()]
  const colleague = await owner.colleague('customer')
  const params = { id: colleague.user.id }
  await owner.call(team.remove, { params })
  await reactivate(admin, colleague)
  await suspend(admin, colleague)
  expect((await owner.call(team.reactivate, { params })).status).toBe(409)
  expect((await stored(colleague.user.id))?.status).toBe('suspended')

  await reactivate(admin, colleague)
  await owner.call(team.remove, { params })
  expect((await owner.call(team.reactivate, { params })).status).toBe(200)
})

/** Both suspend each other four times, concurrently. */
const duel = (one: Person, other: Person) =>
  Promise.all(Array.from({ length: 8 }, (_, turn) => (turn % 2 ? suspend(one, other) : suspend(other, one))))

const activeOf = async (...people: Person[]) => {
  const all = await Promise.all(people.map(({ user }) => stored(user.id)))
  return all.filter((user) => user?.status === 'active').length
}

const outcomes = (answers: { status: number; message: string }[]) =>
  new Set(answers.map(({ status, message }) => `${status} ${message}`.trim()))

test('two last admins who suspend each other at once: one of them stays', async () => {
  const [one, other] = [await newAdmin(), await newAdmin()]
  const others = and(eq(userTable.role, 'admin'), ne(userTable.id, one.user.id), ne(userTable.id, other.user.id))
  await db.update(userTable).set({ status: 'suspended' }).where(others)
  const answers = await duel(one, other)
  expect(await activeOf(one, other)).toBe(1)
  const allowed = new Set(['200', `401 ${NOT_SIGNED_IN}`, `409 ${LAST_ADMIN}`])
  expect(outcomes(answers).difference(allowed)).toEqual(new Set())
})

test('refuses an admin who is suspended while waiting for the lock', async () => {
  const [one, other] = [await newAdmin(), await newAdmin(), await newAdmin()]
  const answers = await duel(one, other)
  expect(await activeOf(one, other)).toBe(1)
  const allowed = new Set(['200', `401 ${NOT_SIGNED_IN}`, `403 ${NOT_YOUR_ROLE}`])
  expect(outcomes(answers).difference(allowed)).toEqual(new Set())
})

test('allows only admins to suspend and reactivate', async () => {
  const person = await signIn()
  for (const role of ['agent', 'org_admin', 'customer'] as const) {
    const caller = await signIn({ role })
    expect((await suspend(caller, person)).status).toBe(403)
    expect((await reactivate(caller, person)).status).toBe(403)
  }
  expect((await stranger().call(users.suspend, { params: person.user, body })).status).toBe(401)
  expect((await stored(person.user.id))?.status).toBe('active')
})

test('suspending an unknown user is a 404, a malformed id a 400', async () => {
  const admin = await newAdmin()
  await newAdmin()
  const params = { id: crypto.randomUUID() }
  expect(await admin.call(users.suspend, { params, body })).toMatchObject({ status: 404, message: 'User not found' })
  expect((await admin.call(users.reactivate, { params })).status).toBe(404)
  expect((await admin.call(users.suspend, { params: { id: 'half' }, body })).status).toBe(400)
})
