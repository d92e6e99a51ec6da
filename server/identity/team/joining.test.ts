import { and, eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { session } from '#contract/identity/session.ts'
import { INVITATION_ACCEPTED, INVITATION_INVALID } from '#contract/identity/team.ts'
import { auditLog } from '#server/database/schema/audit.ts'
import { emails } from '#server/database/schema/emails.ts'
import { organizations } from '#server/database/schema/identity/organizations.ts'
import { notificationSettings, users } from '#server/database/schema/identity/users.ts'
import { newToken } from '#server/platform/hashing.ts'
import { accept, changeInvitation, invited, joinForm, read } from '#server/testing/identity/team.ts'
import { caller, db, inDays, newUser, signIn, statusesOf, stranger } from '#server/testing/testing.ts'

const accountsOf = (email: string) => db.select().from(users).where(eq(users.email, email))
const newsTo = (email: string) => db.$count(emails, and(eq(emails.to, email), eq(emails.kind, 'invitation-accepted')))

test('the link reveals only the inviter and the invited address', async () => {
  const owner = await signIn()
  const { email, token } = await invited(owner)
  const { status, body } = await read(token)
  expect(status).toBe(200)
  expect(body).toEqual({
    organization: expect.stringContaining('Organization '),
    email,
    role: 'customer',
    hasSso: false,
    isSsoRequired: false,
    expiresAt: expect.any(String),
  })
})

test('accepting creates an active, verified account of that role, signs it in and notifies the inviter', async () => {
  const owner = await signIn()
  const { id, email, token } = await invited(owner, 'org_admin')
  const answer = await accept(token)
  expect(answer.status).toBe(201)
  expect(answer.body).toMatchObject({
    email,
    role: 'org_admin',
    status: 'active',
    organizationId: owner.organizationId,
    isEmailVerified: true,
  })
  const [cookie] = answer.cookies
  expect(cookie).toMatchObject({ name: '__Host-session', httpOnly: true, secure: true, sameSite: 'Lax', path: '/' })
  const joined = caller({ cookie: `__Host-session=${cookie?.value}` })
  expect((await joined.call(session.currentUser)).body).toMatchObject({ email })
  const login = await stranger().call(session.login, { body: { email, password: joinForm().password } })
  expect(login.status).toBe(200)
  expect(await newsTo(owner.user.email)).toBe(1)
  const rows = await db.select().from(auditLog).where(eq(auditLog.subjectId, id))
  expect(rows.at(-1)).toMatchObject({
    action: 'invitation.accepted',
    actorId: answer.body.id,
    changes: { member: [null, 'Nomsa Khumalo'], role: [null, 'org_admin'] },
  })
})

test('ignores other fields of the body', async () => {
  const owner = await signIn()
  const { email, token } = await invited(owner)
  const other = await signIn()
  const wanted = {
    role: 'admin',
    email: 'else@people.example',
    organizationId: other.organizationId,
    status: 'pending',
  }
  const { body } = await accept(token, { ...joinForm(), ...wanted })
  expect(body).toMatchObject({ email, role: 'customer', organizationId: owner.organizationId, status: 'active' })
})

test('sends no email to an inviter who turned it off', async () => {
  const owner = await signIn()
  await db.insert(notificationSettings).values({ userId: owner.user.id, kind: 'team', isEnabled: false })
  const { token } = await invited(owner)
  expect((await accept(token)).status).toBe(201)
  expect(await newsTo(owner.user.email)).toBe(0)
})

test('of eight who accept with one link at once, one gets an account', async () => {
  const owner = await signIn()
  const { email, token } = await invited(owner)
  const answers = await Promise.all(Array.from({ length: 8 }, () => accept(token)))
  expect(statusesOf(answers)).toEqual([201, ...Array<number>(7).fill(404)])
  expect(await accountsOf(email)).toHaveLength(1)
  expect(await newsTo(owner.user.email)).toBe(1)
})

test('a taken username and a weak password are refused at their fields, and the link stays usable', async () => {
  const owner = await signIn()
  const { email, token } = await invited(owner)
  const taken = await accept(token, { ...joinForm(), username: owner.user.username.toUpperCase() })
  expect(taken).toMatchObject({ status: 409, body: { errors: { username: 'This username is already taken.' } } })
  for (const password of ['short', 'password123', email])
    expect(await accept(token, { ...joinForm(), password })).toMatchObject({
      status: 400,
      body: { errors: { password: expect.any(String) } },
    })
  expect(await accountsOf(email)).toEqual([])
  expect((await accept(token)).status).toBe(201)
})

test('refuses a user who has created another account since', async () => {
  const owner = await signIn()
  const { email, token } = await invited(owner)
  await newUser({ role: 'agent', email })
  expect(await accept(token)).toMatchObject({
    status: 409,
    message: 'An account with this email address already exists.',
  })
})

test('an unknown or expired link and one to an organization that is not active are all the same', async () => {
  const owner = await signIn()
  const expired = await invited(owner)
  await changeInvitation(expired.id, { expiresAt: inDays(-0.001) })
  const other = await signIn()
  const inactive = await invited(other)
  await db.update(organizations).set({ isActive: false }).where(eq(organizations.id, other.organizationId))
  for (const token of [newToken(), expired.token, inactive.token]) {
    expect(await read(token)).toMatchObject({ status: 404, message: INVITATION_INVALID })
    expect(await accept(token)).toMatchObject({ status: 404, message: INVITATION_INVALID })
  }
  expect(await accept('short')).toMatchObject({ status: 400, message: INVITATION_INVALID })
  expect(await accountsOf(inactive.email)).toEqual([])
})

test('a link that was accepted says so, also to those who accept it at the same time', async () => {
  const { token, email } = await invited(await signIn())
  const answers = await Promise.all([accept(token), accept(token), accept(token)])
  expect(statusesOf(answers)).toEqual([201, 404, 404])
  for (const answer of [...answers.filter(({ status }) => status === 404), await read(token), await accept(token)])
    expect(answer).toMatchObject({ status: 404, message: INVITATION_ACCEPTED })
  expect(await accountsOf(email)).toHaveLength(1)
})

test('replaces the session of the user signed in in that browser', async () => {
  const owner = await signIn()
  const { token } = await invited(owner)
  const before = await signIn()
  expect((await accept(token, joinForm(), before)).status).toBe(201)
  expect((await before.call(session.currentUser)).status).toBe(401)
})

test('links are tried sixty times an hour and address at most', async () => {
  const one = stranger()
  const tries = await Promise.all(Array.from({ length: 62 }, () => accept(newToken(), joinForm(), one)))
  expect(statusesOf(tries)).toEqual([...Array<number>(60).fill(404), 429, 429])
})
