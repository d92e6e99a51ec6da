import { eq } from 'drizzle-orm'
import { afterAll, expect, test } from 'vitest'
import { session } from '#contract/identity/session.ts'
import { buildApp } from '#server/app.ts'
import { sessions } from '#server/database/schema/identity/users.ts'
import { account, enterPassword, sessionIn } from '#server/testing/identity/session.ts'
import { config, db, inDays, platform } from '#server/testing/testing.ts'

const limits = { ...config.sessions, staffHours: 1, customerHours: 3 }
const shorter = await buildApp({ ...platform, config: { ...config, sessions: limits } })
afterAll(() => shorter.close())

async function signedIn(role: 'customer' | 'agent') {
  const { id, email } = await account({ role })
  const cookie = `__Host-session=${sessionIn((await enterPassword(email)).cookies)}`
  return async (hoursAgo: number) => {
    await db
      .update(sessions)
      .set({ createdAt: inDays(-hoursAgo / 24) })
      .where(eq(sessions.userId, id))
    const { url } = session.currentUser
    return (await shorter.inject({ url, headers: { cookie, host: new URL(config.publicUrl).host } })).statusCode
  }
}

test('a shorter limit also ends the sessions that were opened under a longer one', async () => {
  const [askAsCustomer, askAsAgent] = [await signedIn('customer'), await signedIn('agent')]
  expect([await askAsAgent(0.9), await askAsAgent(1.1)]).toEqual([200, 401])
  expect([await askAsCustomer(2.9), await askAsCustomer(3.1)]).toEqual([200, 401])
})
