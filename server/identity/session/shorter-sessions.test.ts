import { eq } from 'drizzle-orm'
import { afterAll, expect, test } from 'vitest'
import { session } from '#contract/identity/session.ts'
import { buildApp } from '#server/app.ts'
import { sessions } from '#server/database/schema/identity/users.ts'
import { findLiveSessions } from '#server/identity/account/queries.ts'
import { countLiveSessions } from '#server/identity/users/queries.ts'
import { account, enterPassword, sessionIn } from '#server/testing/identity/session.ts'
import { config, db, inDays, platform } from '#server/testing/testing.ts'

const limits = { ...config.sessions, staffHours: 1, customerHours: 3 }
const shorter = await buildApp({ ...platform, config: { ...config, sessions: limits } })
afterAll(() => shorter.close())

async function signedIn(role: 'customer' | 'agent') {
  const { id, email } = await account({ role })
  const cookie = `__Host-session=${sessionIn((await enterPassword(email)).cookies)}`
  const openedBefore = (hours: number) =>
    db
      .update(sessions)
      .set({ createdAt: inDays(-hours / 24) })
      .where(eq(sessions.userId, id))
  const ask = async (hoursAgo: number) => {
    await openedBefore(hoursAgo)
    const { url } = session.currentUser
    return (await shorter.inject({ url, headers: { cookie, host: new URL(config.publicUrl).host } })).statusCode
  }
  /** Its own list and an admin's count. */
  const listed = async (hoursAgo: number) => {
    await openedBefore(hoursAgo)
    return [(await findLiveSessions(db, id, limits)).length, await countLiveSessions(db, id, limits)]
  }
  return { ask, listed }
}

test('a shorter limit also ends the sessions that were opened under a longer one', async () => {
  const [customer, agent] = [await signedIn('customer'), await signedIn('agent')]
  expect([await agent.ask(0.9), await agent.ask(1.1)]).toEqual([200, 401])
  expect([await customer.ask(2.9), await customer.ask(3.1)]).toEqual([200, 401])
})

test('sessions beyond a shorter limit are neither listed nor counted', async () => {
  const [customer, agent] = [await signedIn('customer'), await signedIn('agent')]
  expect([await agent.listed(0.9), await agent.listed(1.1)]).toEqual([
    [1, 1],
    [0, 0],
  ])
  expect([await customer.listed(2.9), await customer.listed(3.1)]).toEqual([
    [1, 1],
    [0, 0],
  ])
})
