import { and, eq, ne } from 'drizzle-orm'
import { expect, onTestFinished, test } from 'vitest'
import { NOT_SIGNED_IN, NOT_YOUR_ROLE } from '#contract/errors.ts'
import { session } from '#contract/identity/session.ts'
import {
  CUSTOMER_ROLE,
  LAST_ADMIN,
  OWN_ACCOUNT,
  users,
  type StaffDraft,
  type StaffRole,
} from '#contract/identity/users.ts'
import { makeUser } from '#demo/rows/users.ts'
import { emails } from '#server/database/schema/emails.ts'
import { sessions, users as userTable } from '#server/database/schema/identity/users.ts'
import { EMAIL_TAKEN } from '#server/identity/session/registration/registration.ts'
import { passwordLinkFor } from '#server/testing/identity/account.ts'
import { enterPassword } from '#server/testing/identity/session.ts'
import { actionsAbout, entriesAbout, mailsTo, stored } from '#server/testing/identity/users.ts'
import { db, signIn, statusesOf, stranger, type Person, untilOneWaits } from '#server/testing/testing.ts'

const newAdmin = () => signIn({ role: 'admin' })

const draft = (facts: Partial<StaffDraft> = {}): StaffDraft => ({
  firstName: 'Nomsa',
  lastName: 'Khumalo',
  email: `nomsa-${crypto.randomUUID()}@vendor.example`,
  role: 'agent',
  ...facts,
})
const add = (admin: Person, body: object) => admin.call(users.addStaff, { body })
const changeRole = (admin: Person, { user }: Pick<Person, 'user'>, role: StaffRole) =>
  admin.call(users.changeRole, { params: { id: user.id }, body: { role } })

const PASSWORD = 'violet harbour seldom rains'

test.each(['agent', 'admin'] as const)(
  'a new %s sets a password by the emailed link and can work immediately',
  async (role) => {
    const [admin, body] = [await newAdmin(), draft({ role })]
    const { status, body: made } = await add(admin, { ...body, email: ` ${body.email} ` })
    expect([status, made]).toEqual([
      201,
      expect.objectContaining({ ...body, status: 'active', organizationId: null, isEmailVerified: false }),
    ])
    expect(made.username).toBe(body.email.split('@')[0])
    expect(await entriesAbout(made.id)).toMatchObject([
      {
        action: 'user.created',
        actorId: admin.user.id,
        organizationId: null,
        changes: { email: [null, body.email], role: [null, role] },
      },
    ])

    const [mail] = await db.select().from(emails).where(eq(emails.to, body.email))
    expect(mail?.text).toContain(`Lerato Dlamini has made you an ${role} of`)
    expect(mail?.text).toContain('The link works once, for 24 hours.')
    expect(mail?.text).toContain('Forgot your password?')
    const token = await passwordLinkFor(body.email)
    const choose = () => stranger().call(session.resetPassword, { body: { token, password: PASSWORD } })
    expect(statusesOf([await choose(), await choose()])).toEqual([200, 400])
    expect((await enterPassword(body.email, PASSWORD)).body).toMatchObject({ id: made.id, role, isEmailVerified: true })
  },
)

test('eight who add one address at once add one person; an address that is taken is refused at its field', async () => {
  const [admin, body] = [await newAdmin(), draft()]
  const answers = await Promise.all(Array.from({ length: 8 }, () => add(admin, body)))
  expect(statusesOf(answers)).toEqual([201, ...Array<number>(7).fill(409)])
  expect(await mailsTo(body.email)).toEqual(['staff-invitation'])
  expect(await add(admin, { ...body, email: body.email.toUpperCase() })).toMatchObject({
    status: 409,
    body: { message: EMAIL_TAKEN, errors: { email: EMAIL_TAKEN } },
  })
})

test('whatever names others go by, a colleague gets one that signs in and can be kept', async () => {
  const admin = await newAdmin()
  const email = `v${crypto.randomUUID().slice(0, 8)}@vendor.example`
  const [name = ''] = email.split('@')
  await makeUser(db, { role: 'agent', username: name })
  await makeUser(db, { role: 'agent', username: email.replace('@', '.').toUpperCase() })
  expect((await add(admin, draft({ email }))).body.username).toMatch(new RegExp(`^${name}-[\\w-]{8}$`))
  const short = `jo@${crypto.randomUUID().slice(0, 8)}.example`
  expect((await add(admin, draft({ email: short }))).body.username).toBe(short.replace('@', '.'))
})

test.each([
  ['thandi+portal@vendor.example', /^thandiportal/],
  ['.@vendor.example', /^\.?[\w.-]+$/],
  ['josé@vendor.example', /^jose/],
])('a colleague with the address %s gets a username of plain letters', async (email, expected) => {
  const unique = email.replace('@', `@${crypto.randomUUID().slice(0, 8)}.`)
  const { status, body } = await add(await newAdmin(), draft({ email: unique }))
  // An address that is invalid for its username.
  if (status !== 400) expect([status, body.username]).toEqual([201, expect.stringMatching(expected)])
})

test.each([
  [{ firstName: '  ' }, 'firstName', 'First name is required'],
  [{ lastName: undefined }, 'lastName', 'Last name is required'],
  [{ email: 'nobody' }, 'email', 'Please enter a valid email address'],
  [{ role: 'org_admin' }, 'role', 'Role must be admin or agent'],
])('%o is refused at its field', async (wrong, field, sentence) => {
  const answer = await add(await newAdmin(), { ...draft(), ...wrong })
  expect(answer).toMatchObject({ status: 400, body: { errors: { [field]: sentence } } })
})

test('one admin adds twenty in an hour at most', async () => {
  const admin = await newAdmin()
  const answers = await Promise.all(Array.from({ length: 22 }, () => add(admin, draft())))
  expect(statusesOf(answers)).toEqual([...Array<number>(20).fill(201), 429, 429])
})

test('every admin is emailed when someone becomes an admin, the one who did it included', async () => {
  const [admin, other, agent] = [await newAdmin(), await newAdmin(), await signIn({ role: 'agent' })]
  const mailed = () => Promise.all([admin, other, agent].map(({ user }) => mailsTo(user.email)))
  await add(admin, draft({ role: 'agent' }))
  expect(await mailed()).toEqual([[], [], []])
  await changeRole(admin, agent, 'admin')
  await changeRole(admin, agent, 'admin')
  expect(await mailed()).toEqual([['admin-added'], ['admin-added'], []])
  await changeRole(admin, agent, 'agent')
  const { body: made } = await add(admin, draft({ role: 'admin' }))
  expect(await mailed()).toEqual([['admin-added', 'admin-added'], ['admin-added', 'admin-added'], []])
  expect(await mailsTo(made.email)).toEqual(['staff-invitation'])
  const [mail] = await db.select().from(emails).where(eq(emails.to, other.user.email)).orderBy(emails.createdAt)
  expect(mail?.text).toContain(`Lerato Dlamini has made Lerato Dlamini (${agent.user.email}) an admin of`)
})

test('with the new role come new rights, and every session ends', async () => {
  const [admin, agent] = [await newAdmin(), await signIn({ role: 'agent' })]
  expect(await changeRole(admin, agent, 'admin')).toMatchObject({ status: 200, body: { role: 'admin' } })
  expect((await agent.call(session.currentUser)).status).toBe(401)
  expect((await enterPassword(agent.user.email)).body).toMatchObject({ role: 'admin' })
  expect(await changeRole(admin, agent, 'agent')).toMatchObject({ status: 200, body: { role: 'agent' } })
  expect(await db.$count(sessions, eq(sessions.userId, agent.user.id))).toBe(0)
  const changes = (await entriesAbout(agent.user.id)).filter(({ action }) => action === 'user.role-changed')
  expect(changes).toMatchObject([
    { actorId: admin.user.id, organizationId: null, changes: { role: ['agent', 'admin'] } },
    { changes: { role: ['admin', 'agent'] } },
  ])
})

test('eight at once, and again, change a role once; the first password can still be chosen', async () => {
  const [admin, body] = [await newAdmin(), draft()]
  const { body: user } = await add(admin, body)
  const params = { id: user.id }
  const promote = () => admin.call(users.changeRole, { params, body: { role: 'admin' } })
  const answers = await Promise.all(Array.from({ length: 8 }, promote))
  expect(statusesOf(answers)).toEqual(Array(8).fill(200))
  expect(await actionsAbout(user.id)).toEqual(['user.created', 'user.role-changed'])
  const token = await passwordLinkFor(body.email)
  expect((await stranger().call(session.resetPassword, { body: { token, password: PASSWORD } })).status).toBe(200)
})

test('the email after a suspension says how a colleague without a password chooses one', async () => {
  const [admin, body] = [await newAdmin(), draft()]
  const { body: user } = await add(admin, body)
  await admin.call(users.suspend, { params: user, body: { reason: 'Starts later' } })
  await admin.call(users.reactivate, { params: user })
  const [mail] = await db
    .select()
    .from(emails)
    .where(and(eq(emails.to, body.email), eq(emails.kind, 'account-reactivated')))
  expect(mail?.text).not.toContain('previous password')
  expect(mail?.text).toMatch(/If you never chose a password, .* use “Forgot your password\?”/)
})

test('neither the own role nor a customer’s nor that of who is not active can be changed', async () => {
  const [admin, customer] = [await newAdmin(), await signIn()]
  await newAdmin()
  expect(await changeRole(admin, admin, 'agent')).toMatchObject({ status: 409, message: OWN_ACCOUNT })
  expect(await changeRole(admin, customer, 'admin')).toMatchObject({ status: 409, message: CUSTOMER_ROLE })
  for (const status of ['pending', 'suspended'] as const) {
    const user = await makeUser(db, { role: 'agent', status })
    expect(await changeRole(admin, { user }, 'admin')).toMatchObject({
      status: 409,
      message: `A user who is ${status} cannot be given another role.`,
    })
    expect((await stored(user.id))?.role).toBe('agent')
  }
  expect((await stored(customer.user.id))?.role).toBe('org_admin')
  expect((await customer.call(session.currentUser)).status).toBe(200)
})

test('refuses roles that staff cannot have, malformed ids and unknown users', async () => {
  const [admin, { user }] = [await newAdmin(), await signIn({ role: 'agent' })]
  for (const body of [{ role: 'customer' }, {}])
    expect((await admin.call(users.changeRole, { params: user, body })).status).toBe(400)
  const body = { role: 'admin' }
  expect((await admin.call(users.changeRole, { params: { id: 'half' }, body })).status).toBe(400)
  const params = { id: crypto.randomUUID() }
  expect(await admin.call(users.changeRole, { params, body })).toMatchObject({ status: 404, message: 'User not found' })
})

/** Both demote each other four times, concurrently. */
const duel = (one: Person, other: Person) =>
  Promise.all(
    Array.from({ length: 8 }, (_, turn) =>
      turn % 2 ? changeRole(one, other, 'agent') : changeRole(other, one, 'agent'),
    ),
  )

const adminsAmong = async (...people: Person[]) => {
  const all = await Promise.all(people.map(({ user }) => stored(user.id)))
  return all.filter((user) => user?.role === 'admin').length
}

const outcomes = (answers: { status: number; message: string }[]) =>
  new Set(answers.map(({ status, message }) => `${status} ${message}`.trim()))

test('two last admins who demote each other at once: one of them stays', async () => {
  const [one, other] = [await newAdmin(), await newAdmin()]
  const others = and(eq(userTable.role, 'admin'), ne(userTable.id, one.user.id), ne(userTable.id, other.user.id))
  await db.update(userTable).set({ status: 'suspended' }).where(others)
  const answers = await duel(one, other)
  expect(await adminsAmong(one, other)).toBe(1)
  const allowed = new Set(['200', `401 ${NOT_SIGNED_IN}`, `409 ${LAST_ADMIN}`])
  expect(outcomes(answers).difference(allowed)).toEqual(new Set())
})

test('refuses an admin who is demoted while waiting for the lock', async () => {
  const [one, other, body] = [await newAdmin(), await newAdmin(), draft({ role: 'admin' })]
  const { promise: held, resolve: release } = Promise.withResolvers<void>()
  onTestFinished(() => release())
  const demotion = db.transaction(async (tx) => {
    await tx.update(userTable).set({ role: 'agent' }).where(eq(userTable.id, other.user.id))
    await held
  })
  const adding = add(other, body)
  await untilOneWaits()
  release()
  await demotion
  expect(await adding).toMatchObject({ status: 403, message: NOT_YOUR_ROLE })
  expect(await db.$count(userTable, eq(userTable.email, body.email))).toBe(0)
  expect((await add(one, body)).status).toBe(201)
})

test('allows only admins to add staff or change a role', async () => {
  const agent = await signIn({ role: 'agent' })
  for (const role of ['agent', 'org_admin', 'customer'] as const) {
    const caller = await signIn({ role })
    expect((await add(caller, draft())).status).toBe(403)
    expect((await changeRole(caller, agent, 'admin')).status).toBe(403)
  }
  expect((await stranger().call(users.addStaff, { body: draft() })).status).toBe(401)
  expect((await stored(agent.user.id))?.role).toBe('agent')
})
