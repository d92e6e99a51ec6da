import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { session } from '#contract/identity/session.ts'
import { LAST_ADMINISTRATOR, ONLY_THE_VENDOR, TEAM_REQUIRED } from '#contract/identity/team.ts'
import { auditLog } from '#server/database/schema/audit.ts'
import { users } from '#server/database/schema/identity/users.ts'
import { systemActor } from '#server/platform/actor.ts'
import { audit } from '#server/platform/audit.ts'
import { changeRole, members, reactivate, remove, storedUser } from '#server/testing/identity/team.ts'
import {
  caller,
  db,
  inDays,
  newUser,
  PASSWORD,
  signIn,
  statusesOf,
  stranger,
  type Person,
} from '#server/testing/testing.ts'

const isSignedIn = async (person: Person) => (await person.call(session.currentUser)).status === 200

const activeAdministrators = async ({ organizationId }: Person) => {
  const people = await db.select().from(users).where(eq(users.organizationId, organizationId))
  return people.filter(({ role, status }) => role === 'org_admin' && status === 'active').length
}

const actionsAbout = async (id: string) => {
  const rows = await db.select().from(auditLog).where(eq(auditLog.subjectId, id)).orderBy(auditLog.id)
  return rows.map(({ action, changes }) => [action, changes] as const)
}

test('an administrator sees all members of their organization, newest first, and no one else', async () => {
  const owner = await signIn()
  const member = await owner.colleague('customer')
  await signIn()
  const { body, headers } = await members(owner)
  expect(headers['x-total-count']).toBe('2')
  expect(body.map(({ id }) => id)).toEqual([member.user.id, owner.user.id])
  expect(body[1]).toEqual({
    id: owner.user.id,
    firstName: 'Lerato',
    lastName: 'Dlamini',
    username: owner.user.username,
    email: owner.user.email,
    role: 'org_admin',
    status: 'active',
    isEmailVerified: false,
    isMfaEnabled: false,
    isRemoved: false,
    lastSeen: expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/),
    createdAt: owner.user.createdAt,
  })
})

test('a member without a session was last seen when the last one was opened or closed', async () => {
  const owner = await signIn()
  const member = await newUser({ role: 'customer', organizationId: owner.organizationId })
  const seen = async () => (await members(owner, { search: member.email })).body[0]?.lastSeen
  expect(await seen()).toBeNull()
  const entry = { actorKind: 'user', actorId: member.id } as const
  const [opened, closed] = [inDays(-20), inDays(-3)]
  await db.insert(auditLog).values([
    { ...entry, action: 'session.opened', createdAt: opened },
    { ...entry, action: 'session.opened', createdAt: inDays(-1), outcome: 'refused' },
  ])
  expect(await seen()).toBe(opened)
  await db.insert(auditLog).values({ ...entry, action: 'session.closed', createdAt: closed })
  expect(await seen()).toBe(closed)
  const { cookies } = await stranger().call(session.login, { body: { email: member.email, password: PASSWORD } })
  const { name, value } = cookies[0]!
  await caller({ cookie: `${name}=${value}` }).call(session.logout)
  expect(Date.parse((await seen()) ?? '')).toBeGreaterThan(Date.parse(inDays(-1)))
})

test('a search finds by full name, address and username, a status narrows, and pages join', async () => {
  const owner = await signIn()
  const { organizationId } = owner
  await newUser({ role: 'customer', organizationId, firstName: 'Thandi', lastName: 'Nkosi' })
  await newUser({ role: 'customer', organizationId, username: `percent%${organizationId}` })
  await newUser({ role: 'customer', organizationId, status: 'suspended', email: `left-${organizationId}@a.example` })
  const found = async (query: object) => (await members(owner, query)).body.length
  expect(await found({ search: 'THANDI NK' })).toBe(1)
  expect(await found({ search: 'percent%' })).toBe(1)
  expect(await found({ search: 'LEFT-' })).toBe(1)
  expect(await found({ search: '%' })).toBe(1)
  expect(await found({ status: 'suspended' })).toBe(1)
  const page = await members(owner, { limit: '3' })
  const cursor = /cursor=([\w-]+)/.exec(String(page.headers.link))?.[1]
  const rest = await members(owner, { limit: '3', cursor })
  expect([...page.body, ...rest.body]).toEqual((await members(owner)).body)
})

test('an admin of the vendor has no team', async () => {
  const admin = await signIn({ role: 'admin' })
  const { user } = await signIn()
  expect(await members(admin)).toMatchObject({ status: 403, message: TEAM_REQUIRED })
  expect(await remove(admin, user.id)).toMatchObject({ status: 403, message: TEAM_REQUIRED })
})

test('a new role applies immediately and ends existing sessions', async () => {
  const owner = await signIn()
  const member = await owner.colleague('customer')
  const answer = await changeRole(owner, member.user.id, 'org_admin')
  expect(answer).toMatchObject({ status: 200, body: { role: 'org_admin' } })
  expect(await isSignedIn(member)).toBe(false)
  expect(await isSignedIn(owner)).toBe(true)
  expect(await actionsAbout(member.user.id)).toEqual([['member.role-changed', { role: ['customer', 'org_admin'] }]])
  expect((await changeRole(owner, member.user.id, 'org_admin')).status).toBe(200)
  expect(await actionsAbout(member.user.id)).toHaveLength(1)
})

test('a removed member is out at once and comes back by the same hands', async () => {
  const owner = await signIn()
  const member = await owner.colleague('customer')
  const { id, email } = member.user
  expect(await remove(owner, id)).toMatchObject({ status: 200, body: { status: 'suspended', isRemoved: true } })
  expect(await isSignedIn(member)).toBe(false)
  const login = () => member.call(session.login, { body: { email, password: 'correct horse battery staple' } })
  expect((await login()).status).toBe(403)
  expect((await remove(owner, id)).status).toBe(200)
  expect(await reactivate(owner, id)).toMatchObject({ status: 200, body: { status: 'active', isRemoved: false } })
  expect((await reactivate(owner, id)).status).toBe(200)
  expect((await login()).status).toBe(200)
  expect((await actionsAbout(id)).map(([action]) => action).filter((action) => !action.startsWith('session'))).toEqual([
    'member.removed',
    'member.reactivated',
  ])
})

test('whom the vendor suspended or has not approved stays outside', async () => {
  const owner = await signIn()
  const { organizationId } = owner
  const pending = await newUser({ role: 'customer', organizationId, status: 'pending' })
  const suspended = await newUser({ role: 'customer', organizationId })
  await remove(owner, suspended.id)
  await audit(db, systemActor, {
    action: 'user.suspended',
    organizationId,
    subject: { kind: 'user', id: suspended.id },
    changes: { status: ['suspended', 'suspended'] },
  })
  for (const { id } of [pending, suspended]) {
    expect(await reactivate(owner, id)).toMatchObject({ status: 409, message: ONLY_THE_VENDOR })
    expect((await remove(owner, id)).status).toBe(409)
    expect((await changeRole(owner, id, 'org_admin')).status).toBe(409)
  }
  expect(await storedUser(pending.id)).toMatchObject({ status: 'pending', role: 'customer' })
})

test('the last administrator cannot be removed or demoted, not even by that administrator', async () => {
  const owner = await signIn()
  const other = await owner.colleague('org_admin')
  await remove(owner, other.user.id)
  const refusal = { status: 409, message: LAST_ADMINISTRATOR }
  expect(await changeRole(owner, owner.user.id, 'customer')).toMatchObject(refusal)
  expect(await remove(owner, owner.user.id)).toMatchObject(refusal)
  expect(await storedUser(owner.user.id)).toMatchObject({ role: 'org_admin', status: 'active' })
})

test('two administrators who demote each other at the same time: one wins', async () => {
  for (let round = 0; round < 5; round += 1) {
    const one = await signIn()
    const other = await one.colleague('org_admin')
    const answers = await Promise.all([changeRole(one, other.user.id, 'customer'), remove(other, one.user.id)])
    const [won, lost] = statusesOf(answers)
    expect([won, lost]).toEqual([200, expect.toBeOneOf([401, 403, 409])])
    expect(await activeAdministrators(one)).toBe(1)
  }
})

test('eight administrators who remove each other leave at least one, and none acts after losing access', async () => {
  const first = await signIn()
  const others = await Promise.all(Array.from({ length: 7 }, () => first.colleague('org_admin')))
  const ring = [first, ...others]
  const answers = await Promise.all(ring.map((person, index) => remove(person, ring[(index + 1) % 8]!.user.id)))
  const removed = answers.filter(({ status }) => status === 200).length
  expect(await activeAdministrators(first)).toBe(8 - removed)
  expect(removed).toBeGreaterThan(0)
  expect(removed).toBeLessThan(8)
})

test('quality 25 people of another organization and staff are not found, and stay as they are', async () => {
  const owner = await signIn()
  const stranger = await signIn()
  const guest = await newUser({ role: 'agent', organizationId: owner.organizationId })
  for (const { id } of [stranger.user, guest]) {
    const before = await storedUser(id)
    for (const answer of [
      await changeRole(owner, id, 'customer'),
      await remove(owner, id),
      await reactivate(owner, id),
    ])
      expect(answer).toMatchObject({ status: 404, message: 'Member not found' })
    expect(await storedUser(id)).toEqual(before)
  }
  expect(await isSignedIn(stranger)).toBe(true)
})

test('quality 30 only the two roles of a team can be given', async () => {
  const owner = await signIn()
  const { user } = await owner.colleague('customer')
  for (const role of ['admin', 'agent', 'owner', ''])
    expect(await changeRole(owner, user.id, role)).toMatchObject({
      status: 400,
      message: 'Role must be org_admin or customer',
    })
  expect(await storedUser(user.id)).toMatchObject({ role: 'customer' })
})
