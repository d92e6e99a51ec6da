import { hash } from '@node-rs/argon2'
import { eq, inArray } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { account } from '#contract/identity/account.ts'
import { mfa } from '#contract/identity/mfa.ts'
import { session, SIGN_IN_AGAIN } from '#contract/identity/session.ts'
import { stepUp } from '#contract/identity/step-up.ts'
import { team } from '#contract/identity/team.ts'
import { users } from '#contract/identity/users.ts'
import { loginChallenges } from '#server/database/schema/identity/mfa.ts'
import { sessions, userTokens } from '#server/database/schema/identity/users.ts'
import { passwordLinkFor } from '#server/testing/identity/account.ts'
import { enterPassword, protectedUser, sessionIn, withSession } from '#server/testing/identity/session.ts'
import { PASSWORD, db, newUser, platform, signIn, statusesOf, stranger, type Person } from '#server/testing/testing.ts'
import { mailPasswordReset } from './passwords/recovery.ts'
import { openSession } from './sessions.ts'

const NEW = 'an entirely new secret'

type Owner = { id: string; email: string }

/** Slightly fewer than the queue of password hashing takes. */
const AT_ONCE = 28
const AT_LEAST = 100

/** Signs in repeatedly with the correct password while `act` runs. `until`: whether new sign-ins start until `act` begins or ends. */
async function amongSignIns<Result>({ email }: Owner, act: () => Promise<Result>, until: 'begun' | 'done' = 'done') {
  const answers: Awaited<ReturnType<typeof enterPassword>>[] = []
  let isOver = false
  let begin = () => {}
  const enough = new Promise<void>((resolve) => (begin = resolve))
  const enter = async () => {
    while (!isOver) {
      answers.push(await enterPassword(email))
      if (answers.length === AT_LEAST - AT_ONCE) begin()
    }
  }
  const all = Promise.all(Array.from({ length: AT_ONCE }, enter))
  await enough
  if (until === 'begun') isOver = true
  const result = await act()
  isOver = true
  await all
  const refused = answers.filter(({ message }) => message === SIGN_IN_AGAIN)
  return { result, refused: refused.length, total: answers.length }
}

const aliveOf = ({ id }: Owner) => db.$count(sessions, eq(sessions.userId, id))

async function resetLink(email: string) {
  await mailPasswordReset(platform, email)
  return passwordLinkFor(email)
}

async function reset(email: string) {
  const token = await resetLink(email)
  return () => stranger().call(session.resetPassword, { body: { token, password: NEW } })
}

/** Some sign-ins were in flight. How many depends on how quickly a busy machine gets to the change. */
function expectRefusals({ refused, total }: { refused: number; total: number }) {
  expect(total).toBeGreaterThanOrEqual(AT_LEAST)
  expect(refused).toBeGreaterThan(0)
}

test('no sign-in with the old password survives a password reset', async () => {
  const { user } = await signIn()
  const { result, ...signIns } = await amongSignIns(user, await reset(user.email))
  expect(result.status).toBe(200)
  expect(await aliveOf(user)).toBe(0)
  expectRefusals(signIns)
  expect((await enterPassword(user.email, NEW)).status).toBe(200)
})

test('no sign-in with the old password survives a password change, and the session that made it does', async () => {
  const person = await signIn()
  const body = { currentPassword: PASSWORD, newPassword: NEW }
  const { result, ...signIns } = await amongSignIns(person.user, () => person.call(account.changePassword, { body }))
  expect(result.status).toBe(200)
  expect(await aliveOf(person.user)).toBe(1)
  expect((await withSession(sessionIn(result.cookies)).call(session.currentUser)).status).toBe(200)
  expectRefusals(signIns)
})

test('no sign-in survives the removal of a member', async () => {
  const owner = await signIn()
  const { user } = await owner.colleague('customer')
  const { result, ...signIns } = await amongSignIns(user, () => owner.call(team.remove, { params: { id: user.id } }))
  expect(result.status).toBe(200)
  expect(await aliveOf(user)).toBe(0)
  expectRefusals(signIns)
})

test('a sign-in from before the removal does not come to life with the reactivation', async () => {
  const owner = await signIn()
  const { user } = await owner.colleague('customer')
  const removeAndReactivate = async () => {
    await owner.call(team.remove, { params: { id: user.id } })
    return owner.call(team.reactivate, { params: { id: user.id } })
  }
  const { result, ...signIns } = await amongSignIns(user, removeAndReactivate, 'begun')
  expect(result.body.status).toBe('active')
  expect(await aliveOf(user)).toBe(0)
  expectRefusals(signIns)
  expect((await enterPassword(user.email)).status).toBe(200)
})

test('a session that outlived a removal ends with the reactivation', async () => {
  const owner = await signIn()
  const { user, call } = await owner.colleague('customer')
  await owner.call(team.remove, { params: { id: user.id } })
  const left = await openSession(db, { userId: user.id, hours: 1, ip: null, userAgent: null })
  expect((await owner.call(team.reactivate, { params: { id: user.id } })).body.status).toBe('active')
  for (const answer of [await call(session.currentUser), await withSession(left).call(session.currentUser)])
    expect(answer.status).toBe(401)
})

test.each(['role', 'suspension'] as const)('no sign-in survives a change by the vendor: %s', async (change) => {
  const admin = await signIn({ role: 'admin' })
  const { user } = await signIn({ role: 'agent' })
  const params = { id: user.id }
  const act = () =>
    change === 'role'
      ? admin.call(users.changeRole, { params, body: { role: 'admin' } })
      : admin.call(users.suspend, { params, body: { reason: 'Left the company' } })
  const { result, ...signIns } = await amongSignIns(user, act, 'begun')
  expect(result.status).toBe(200)
  expect(await aliveOf(user)).toBe(0)
  expectRefusals(signIns)
})

test('no challenge for a code that the old password opened survives a reset', async () => {
  const { user } = await protectedUser()
  const { result, ...signIns } = await amongSignIns(user, await reset(user.email))
  expect(result.status).toBe(200)
  expect(await db.$count(loginChallenges, eq(loginChallenges.userId, user.id))).toBe(0)
  expectRefusals(signIns)
})

test('what the old password was about to change does not happen after a reset', async () => {
  const people = await Promise.all(Array.from({ length: 4 }, () => signIn()))
  const resets = await Promise.all(people.map(({ user }) => reset(user.email)))
  const mine = people.map(({ user }) => user.id)
  const ask = ({ call }: Person) => [
    ...Array.from({ length: 3 }, () =>
      call(account.changeEmail, { body: { email: `${crypto.randomUUID()}@new.example`, password: PASSWORD } }),
    ),
    call(mfa.setUp, { body: { password: PASSWORD } }),
    call(stepUp.confirm, { body: { password: PASSWORD } }),
  ]
  const done = resets.map((act) => act())
  const asked = await Promise.all(people.flatMap(ask))
  expect(statusesOf(await Promise.all(done))).toEqual([200, 200, 200, 200])
  expect(await db.$count(userTokens, inArray(userTokens.userId, mine))).toBe(0)
  expect(asked.filter(({ message }) => message === SIGN_IN_AGAIN).length).toBeGreaterThanOrEqual(8)
})

test('a password that is hashed again at sign-in never replaces the one that was reset', async () => {
  const weak = await hash(PASSWORD, { memoryCost: 8_192, timeCost: 1, parallelism: 1 })
  const user = await newUser({ role: 'customer', organizationId: (await signIn()).organizationId, passwordHash: weak })
  const token = await resetLink(user.email)
  const change = () => stranger().call(session.resetPassword, { body: { token, password: NEW } })
  const [answer] = await Promise.all([change(), ...Array.from({ length: 12 }, () => enterPassword(user.email))])
  expect(answer.status).toBe(200)
  expect(await aliveOf(user)).toBe(0)
  expect((await enterPassword(user.email)).status).toBe(401)
  expect((await enterPassword(user.email, NEW)).status).toBe(200)
})
