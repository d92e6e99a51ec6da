import { randomUUID } from 'node:crypto'
import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { session } from '#contract/identity/session.ts'
import { team } from '#contract/identity/team.ts'
import { users } from '#contract/identity/users.ts'
import { SEED_PASSWORD, makeUser } from '#demo/rows/users.ts'
import { users as userTable } from '#server/database/schema/identity/users.ts'
import { accept, invited } from '#server/testing/identity/team.ts'
import { db, signIn, stranger } from '#server/testing/testing.ts'

const admin = await signIn({ role: 'admin' })
const read = (id: string) => admin.call(users.read, { params: { id } })

test('a user who signed in shows when, and in how many browsers', async () => {
  const { organizationId } = await signIn()
  const member = await makeUser(db, { role: 'customer', organizationId })
  const login = () => stranger().call(session.login, { body: { email: member.email, password: SEED_PASSWORD } })
  await login()
  const first = await read(member.id)
  expect(first.body).toMatchObject({ email: member.email, sessions: 1, suspended: null })
  await login()
  const second = await read(member.id)
  expect(second.body.sessions).toBe(2)
  expect(Date.parse(second.body.lastSignIn!)).toBeGreaterThan(Date.parse(first.body.lastSignIn!))
  await admin.call(users.endSessions, { params: { id: member.id } })
  expect((await read(member.id)).body).toMatchObject({ sessions: 0, lastSignIn: second.body.lastSignIn })
})

test('a user who never signed in has no last sign-in', async () => {
  const agent = await makeUser(db, { role: 'agent', organizationId: null })
  const { body } = await read(agent.id)
  expect(body).toMatchObject({ lastSignIn: null, sessions: 0, arrival: null })
})

test('staff show who added them', async () => {
  const draft = { firstName: 'Zola', lastName: 'Nkosi', email: `${randomUUID()}@example.com`, role: 'agent' } as const
  const added = await admin.call(users.addStaff, { body: draft })
  const { body } = await read(added.body.id)
  expect(body.arrival).toMatchObject({ kind: 'added', by: `${admin.user.firstName} ${admin.user.lastName}` })
})

test('a member who was invited shows by whom', async () => {
  const owner = await signIn({ role: 'org_admin' })
  const { token } = await invited(owner)
  const { id } = (await accept(token)).body
  const by = `${owner.user.firstName} ${owner.user.lastName}`
  expect((await read(id)).body.arrival).toMatchObject({ kind: 'invited', by })
  await db
    .update(userTable)
    .set({ email: `${randomUUID()}@example.com` })
    .where(eq(userTable.id, id))
  expect((await read(id)).body.arrival).toMatchObject({ kind: 'invited', by })
})

test('a member with the former address of a colleague does not show the invitation of that colleague', async () => {
  const owner = await signIn({ role: 'org_admin' })
  const { email, token } = await invited(owner)
  await db
    .update(userTable)
    .set({ email: `${randomUUID()}@example.com` })
    .where(eq(userTable.id, (await accept(token)).body.id))
  const { id } = await makeUser(db, { role: 'customer', organizationId: owner.user.organizationId, email })
  expect((await read(id)).body.arrival).toMatchObject({ kind: 'registered', by: null })
})

test('a suspension shows its reason and who decided, until it ends', async () => {
  const member = await makeUser(db, { role: 'org_admin', organizationId: (await signIn({})).user.organizationId })
  expect((await read(member.id)).body.arrival).toMatchObject({ kind: 'registered', by: null })
  await admin.call(users.suspend, { params: { id: member.id }, body: { reason: 'Shared the password' } })
  const { body } = await read(member.id)
  const by = `${admin.user.firstName} ${admin.user.lastName}`
  expect(body.suspended).toMatchObject({ reason: 'Shared the password', by })
  await admin.call(users.reactivate, { params: { id: member.id } })
  expect((await read(member.id)).body.suspended).toBeNull()
})

test('a member whom the organization removed shows who did it', async () => {
  const owner = await signIn({ role: 'org_admin' })
  const member = await makeUser(db, { role: 'customer', organizationId: owner.user.organizationId })
  expect((await owner.call(team.remove, { params: { id: member.id } })).status).toBe(200)
  const { body } = await read(member.id)
  expect(body.suspended).toMatchObject({ reason: null, by: `${owner.user.firstName} ${owner.user.lastName}` })
})

test('an unknown user is not found', async () => {
  expect((await read(randomUUID())).status).toBe(404)
})
