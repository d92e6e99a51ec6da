import { eq, sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { ACCOUNT_SUSPENDED, AWAITING_APPROVAL, WRONG_CREDENTIALS, session } from '#contract/identity/session.ts'
import { sessions, users } from '#server/database/schema/identity/users.ts'
import { sha256 } from '#server/platform/hashing.ts'
import { account } from '#server/testing/identity/session.ts'
import { PASSWORD, caller, db, signIn, statusesOf, stranger } from '#server/testing/testing.ts'

const tokenIn = (cookies: { name: string; value: string }[]) =>
  cookies.find(({ name }) => name === '__Host-session')?.value ?? ''
const withToken = (token: string) => caller({ cookie: `__Host-session=${token}` })

test('signing in opens a session that only its cookie knows [R-STATE-02 R-API-10 R-API-12 R-ENT-01]', async () => {
  const user = await account()
  const answer = await stranger().call(session.login, { body: { email: user.email.toUpperCase(), password: PASSWORD } })
  expect(answer.status).toBe(200)
  expect(answer.body).toMatchObject({ id: user.id, email: user.email, role: 'customer' })
  expect(JSON.stringify(answer.body)).not.toContain('argon2')

  const token = tokenIn(answer.cookies)
  const cookie = [answer.headers['set-cookie']].flat().find((text) => String(text).startsWith('__Host-session='))
  expect(cookie).toMatch(/^__Host-session=[\w-]{43}; Max-Age=604800; Path=\/; HttpOnly; Secure; SameSite=Lax$/)
  expect((await withToken(token).call(session.currentUser)).body.id).toBe(user.id)
  const stored = await db.select().from(sessions).where(eq(sessions.userId, user.id))
  expect(stored.map(({ tokenHash }) => tokenHash)).toEqual([sha256(token)])
})

test('the current user is what the server says of it, everything the portal shows and nothing secret [R-GEN-16 R-GEN-17 R-ENT-01]', async () => {
  const person = await signIn({ role: 'customer' })
  const { id, firstName, lastName, username, email, role, status, createdAt } = person.user
  const shown = { id, firstName, lastName, username, email, role, status, createdAt }
  expect((await person.call(session.currentUser)).body).toEqual({
    ...shown,
    organizationId: person.organizationId,
    organization: expect.stringMatching(/^Organization /),
    isEmailVerified: false,
    isMfaEnabled: false,
    isMfaRequired: false,
    isSso: false,
    isErased: false,
  })
  await db.update(users).set({ firstName: 'Renamed', role: 'org_admin' }).where(eq(users.id, id))
  expect((await person.call(session.currentUser)).body).toMatchObject({ firstName: 'Renamed', role: 'org_admin' })
})

test('answers 401 with a message without a session [R-API-11]', async () => {
  const { status, body } = await stranger().call(session.currentUser)
  expect([status, body]).toEqual([401, { message: 'Not signed in' }])
})

test('a customer belongs to one organization, and cannot be left without [R-GEN-01]', async () => {
  const person = await signIn({ role: 'customer' })
  const mine = eq(users.id, person.user.id)
  await expect(db.update(users).set({ organizationId: null }).where(mine)).rejects.toMatchObject({
    cause: { constraint: 'customers_have_an_organization' },
  })
  expect((await person.call(session.currentUser)).body.organizationId).toBe(person.organizationId)
})

test('a username does as well as an address [R-ENT-13]', async () => {
  const user = await account()
  const { body } = await stranger().call(session.login, { body: { username: user.username, password: PASSWORD } })
  expect(body).toMatchObject({ id: user.id })
})

test('an unknown account, a wrong password and a pending one with a wrong password look the same [R-API-13]', async () => {
  const [active, pending] = [await account(), await account({ status: 'pending' })]
  const emails = ['nobody@example.com', active.email, pending.email]
  const answers = await Promise.all(
    emails.map((email) => stranger().call(session.login, { body: { email, password: 'wrong password' } })),
  )
  for (const { status, body, cookies } of answers) {
    expect({ status, body, cookies }).toEqual({ status: 401, body: { message: WRONG_CREDENTIALS }, cookies: [] })
  }
})

test('reveals a pending or suspended account only after the right password [R-STATE-13 R-STATE-65]', async () => {
  const [pending, suspended] = [await account({ status: 'pending' }), await account({ status: 'suspended' })]
  const enter = (email: string) => stranger().call(session.login, { body: { email, password: PASSWORD } })
  expect(await enter(pending.email)).toMatchObject({
    status: 403,
    body: { message: AWAITING_APPROVAL, pending: { since: pending.createdAt, isEmailVerified: false } },
    cookies: [],
  })
  expect(await enter(suspended.email)).toMatchObject({ status: 403, body: { message: ACCOUNT_SUSPENDED }, cookies: [] })
})

test('a malformed address or a missing password is a 400 that names the field [R-VAL-03]', async () => {
  const visitor = stranger()
  const noEmail = await visitor.call(session.login, { body: { email: 'not an address', password: 'x' } })
  expect(noEmail).toMatchObject({
    status: 400,
    body: { message: 'Invalid email address', errors: { email: 'Invalid email address' } },
  })
  const noPassword = await visitor.call(session.login, { body: { email: 'a@example.com' } })
  expect(noPassword).toMatchObject({ status: 400, body: { errors: { password: 'Password is required' } } })
})

test('signing in again replaces the session the browser had, and a chosen cookie never becomes one', async () => {
  const user = await account()
  const body = { email: user.email, password: PASSWORD }
  const chosen = withToken('a'.repeat(43))
  const first = await chosen.call(session.login, { body })
  expect(tokenIn(first.cookies)).not.toBe('a'.repeat(43))
  const second = await withToken(tokenIn(first.cookies)).call(session.login, { body })
  expect((await withToken(tokenIn(first.cookies)).call(session.currentUser)).status).toBe(401)
  expect((await withToken(tokenIn(second.cookies)).call(session.currentUser)).status).toBe(200)
  expect((await chosen.call(session.currentUser)).status).toBe(401)
})

test('signing out ends this session and no other [R-STATE-06 R-API-16]', async () => {
  const user = await account()
  const open = async () =>
    tokenIn((await stranger().call(session.login, { body: { email: user.email, password: PASSWORD } })).cookies)
  const [here, there] = [await open(), await open()]
  const answer = await withToken(here).call(session.logout)
  expect(answer.status).toBe(200)
  expect(answer.headers['clear-site-data']).toBe('"cache", "storage"')
  expect(answer.headers['set-cookie']).toMatch(/^__Host-session=; .*Expires=Thu, 01 Jan 1970/)
  expect((await withToken(here).call(session.currentUser)).status).toBe(401)
  expect((await withToken(there).call(session.currentUser)).status).toBe(200)
  expect((await stranger().call(session.logout)).status).toBe(200)
})

test('a session ends at its absolute age, after half an hour of silence, and when its user is suspended', async () => {
  const endedBy = async (change: (userId: string) => Promise<unknown>) => {
    const person = await signIn({ role: 'customer' })
    expect((await person.call(session.currentUser)).status).toBe(200)
    await change(person.user.id)
    return (await person.call(session.currentUser)).status
  }
  const ofUser = (userId: string) => eq(sessions.userId, userId)
  expect(
    await endedBy((id) =>
      db
        .update(sessions)
        .set({ expiresAt: sql`now() - interval '1 second'` })
        .where(ofUser(id)),
    ),
  ).toBe(401)
  expect(
    await endedBy((id) =>
      db
        .update(sessions)
        .set({ lastUsedAt: sql`now() - interval '30 minutes 1 second'` })
        .where(ofUser(id)),
    ),
  ).toBe(401)
  expect(await endedBy((id) => db.update(users).set({ status: 'suspended' }).where(eq(users.id, id)))).toBe(401)
  expect(
    await endedBy((id) =>
      db
        .update(sessions)
        .set({ lastUsedAt: sql`now() - interval '29 minutes'` })
        .where(ofUser(id)),
    ),
  ).toBe(200)
})

test('concurrent requests each get their own user, and an ended session gets none', async () => {
  const people = await Promise.all(Array.from({ length: 8 }, () => signIn()))
  const ended = people[3]!
  await db.delete(sessions).where(eq(sessions.userId, ended.user.id))
  const everyone = [...people, ...people, stranger(), withToken('a'.repeat(43))]
  const answers = await Promise.all(everyone.map((person) => person.call(session.currentUser)))
  const present = people.map(({ user }) => (user.id === ended.user.id ? undefined : user.id))
  expect(answers.map(({ body }) => body.id)).toEqual([...present, ...present, undefined, undefined])
  expect(statusesOf(answers).filter((status) => status === 401)).toHaveLength(4)
})

test('using a session keeps it from falling silent', async () => {
  const person = await signIn()
  const mine = eq(sessions.userId, person.user.id)
  await db
    .update(sessions)
    .set({ lastUsedAt: sql`now() - interval '10 minutes'` })
    .where(mine)
  await person.call(session.currentUser)
  const [row] = await db
    .select({ fresh: sql<boolean>`${sessions.lastUsedAt} > now() - interval '1 minute'` })
    .from(sessions)
    .where(mine)
  expect(row).toEqual({ fresh: true })
})

test('the eleventh attempt on an account in a minute waits, from that address only', async () => {
  const user = await account()
  const attacker = stranger()
  const attempts = Array.from({ length: 12 }, () =>
    attacker.call(session.login, { body: { email: user.email, password: 'wrong password' } }),
  )
  const statuses = (await Promise.all(attempts)).map(({ status }) => status)
  expect(statuses.filter((status) => status === 401)).toHaveLength(10)
  expect(statuses.filter((status) => status === 429)).toHaveLength(2)
  const refused = await attacker.call(session.login, { body: { email: user.email, password: PASSWORD } })
  expect(refused.status).toBe(429)
  expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0)
  expect((await stranger().call(session.login, { body: { email: user.email, password: PASSWORD } })).status).toBe(200)
})

test('the addresses of one /64 share a budget, and so do an IPv4 address and its form in IPv6', async () => {
  const user = await account()
  const guess = (ip: string) =>
    caller({ ip }).call(session.login, { body: { email: user.email, password: 'wrong password' } })
  const neighbors = Array.from({ length: 40 }, (_, host) => guess(`2001:db8:7:7::${host.toString(16)}`))
  const answers = statusesOf(await Promise.all(neighbors))
  expect(answers.filter((status) => status === 401)).toHaveLength(10)
  expect(answers.filter((status) => status === 429)).toHaveLength(30)
  const both = [...Array<string>(6).fill('192.0.2.9'), ...Array<string>(6).fill('::ffff:192.0.2.9')]
  expect(statusesOf(await Promise.all(both.map(guess)))).toEqual([...Array<number>(10).fill(401), 429, 429])
})
