import { eq, sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { account } from '#contract/identity/account.ts'
import { session } from '#contract/identity/session.ts'
import { Role } from '#contract/roles.ts'
import { sessions } from '#server/database/schema/identity/users.ts'
import { deviceName } from '#server/identity/session/sessions.ts'
import { actionsOf } from '#server/testing/identity/account.ts'
import { sessionIn, withSession } from '#server/testing/identity/session.ts'
import { PASSWORD, db, signIn, statusesOf, stranger, type Person } from '#server/testing/testing.ts'

const CHROME =
  'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36'
const IPHONE =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.0 Mobile/15E148 Safari/604.1'

/** The same user on another device. */
async function another({ user }: Person) {
  const { cookies } = await stranger().call(session.login, {
    body: { email: user.email, password: PASSWORD },
    headers: { 'user-agent': CHROME },
  })
  return withSession(sessionIn(cookies))
}
const listOf = async ({ call }: Pick<Person, 'call'>) => (await call(account.sessions)).body
const otherOf = async (person: Pick<Person, 'call'>) => (await listOf(person)).find(({ isCurrent }) => !isCurrent)

test('people see where they are signed in, and never a token', async () => {
  const person = await signIn()
  await another(person)
  const list = await listOf(person)
  expect(list).toHaveLength(2)
  expect(list.find(({ isCurrent }) => isCurrent)).toMatchObject({ device: 'Unknown device' })
  expect(list.find(({ isCurrent }) => !isCurrent)).toMatchObject({
    device: 'Chrome on Windows',
    ip: expect.stringMatching(/^10\./),
  })
  expect(Object.keys(list[0] ?? {}).toSorted()).toEqual(['createdAt', 'device', 'id', 'ip', 'isCurrent', 'lastUsedAt'])
})

test.each([
  [CHROME, 'Chrome on Windows'],
  [IPHONE, 'Safari on iOS'],
  ['curl/8.5.0', 'Unknown device'],
  ['<script>', 'Unknown device'],
  [null, 'Unknown device'],
])('%s is shown as %s', async (userAgent, device) => {
  expect(await deviceName(userAgent)).toBe(device)
})

test('sessions that have ended by age or silence are not listed', async () => {
  const person = await signIn()
  await another(person)
  const mine = eq(sessions.id, (await otherOf(person))?.id ?? '')
  await db
    .update(sessions)
    .set({ lastUsedAt: sql`now() - interval '31 minutes'` })
    .where(mine)
  expect(await listOf(person)).toHaveLength(1)
  await db
    .update(sessions)
    .set({ lastUsedAt: sql`now()`, expiresAt: sql`now() - interval '1 second'` })
    .where(mine)
  expect(await listOf(person)).toHaveLength(1)
})

test('a session can be ended from another one', async () => {
  const person = await signIn()
  const there = await another(person)
  const params = await otherOf(person)
  expect((await person.call(account.endSession, { params: { id: params?.id } })).status).toBe(200)
  expect((await there.call(session.currentUser)).status).toBe(401)
  expect((await person.call(session.currentUser)).status).toBe(200)
  expect((await person.call(account.endSession, { params: { id: params?.id } })).status).toBe(404)
  expect(await actionsOf(person)).toContain('session.revoked')
})

test.each(Role.options)('hides other users’ sessions from %s, even a colleague’s', async (role) => {
  const owner = await signIn()
  const [theirs] = await listOf(owner)
  for (const person of [await signIn({ role }), await owner.colleague('org_admin')]) {
    expect(await person.call(account.endSession, { params: { id: theirs?.id } })).toMatchObject({
      status: 404,
      message: 'Session not found',
    })
    expect((await listOf(person)).map(({ id }) => id)).not.toContain(theirs?.id)
  }
  expect((await owner.call(session.currentUser)).status).toBe(200)
})

test('ends all other sessions of the user, and no one else’s', async () => {
  const [person, bystander] = [await signIn(), await signIn()]
  const others = await Promise.all([another(person), another(person), another(person)])
  expect((await person.call(account.endOtherSessions)).status).toBe(200)
  expect(statusesOf(await Promise.all(others.map(({ call }) => call(session.currentUser))))).toEqual([401, 401, 401])
  expect(statusesOf(await Promise.all([person, bystander].map(({ call }) => call(session.currentUser))))).toEqual([
    200, 200,
  ])
})
