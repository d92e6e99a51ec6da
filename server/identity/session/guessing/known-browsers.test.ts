import { eq, sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { account as own } from '#contract/identity/account.ts'
import { session } from '#contract/identity/session.ts'
import { users } from '#contract/identity/users.ts'
import { knownBrowsers } from '#server/database/schema/identity/users.ts'
import { mailPasswordReset } from '#server/identity/session/passwords/recovery.ts'
import { sweep } from '#server/operations/upkeep/sweep.ts'
import { sha256 } from '#server/platform/hashing.ts'
import { passwordLinkFor } from '#server/testing/identity/account.ts'
import { counted, enter, everywhere, guess, knownBrowser } from '#server/testing/identity/guesses.ts'
import {
  account,
  browserIn,
  enterPassword,
  sessionIn,
  withBrowser,
  withSession,
} from '#server/testing/identity/session.ts'
import { PASSWORD, caller, db, platform, signIn, stranger } from '#server/testing/testing.ts'

test('remembers the browser that opened a password link', async () => {
  const { email } = await account()
  await guess(email, everywhere, 40)
  await mailPasswordReset(platform, email)
  const token = await passwordLinkFor(email)
  const password = 'an entirely new secret'
  const reset = await stranger().call(session.resetPassword, { body: { token, password } })
  expect(sessionIn(reset.cookies)).toBe('')
  expect((await enter(stranger(), email, password)).status).toBe(429)
  expect((await enter(withBrowser(browserIn(reset.cookies)), email, password)).status).toBe(200)
})

test('a known browser has ten wrong passwords in a quarter of an hour, and they are its own', async () => {
  const { email } = await account()
  const [one, other] = [await knownBrowser(email), await knownBrowser(email)]
  const answers = await Promise.all(Array.from({ length: 12 }, () => enter(one, email, 'wrong password')))
  expect([counted(answers, 401), counted(answers, 429)]).toEqual([10, 2])
  expect((await enter(one, email)).status).toBe(429)
  expect((await enter(other, email)).status).toBe(200)
})

test('remembers a browser by a long-lived cookie, stored as a hash, for the user who signed in', async () => {
  const [user, other] = [await account(), await account()]
  const { headers, cookies } = await enterPassword(user.email)
  const cookie = [headers['set-cookie']].flat().find((text) => String(text).startsWith('__Host-browser='))
  expect(cookie).toMatch(/^__Host-browser=[\w-]{43}; Max-Age=15552000; Path=\/; HttpOnly; Secure; SameSite=Lax$/)
  const token = browserIn(cookies)
  const stored = await db.select().from(knownBrowsers).where(eq(knownBrowsers.userId, user.id))
  expect(stored.map(({ tokenHash }) => tokenHash)).toEqual([sha256(token)])
  await guess(other.email, everywhere, 40)
  expect((await enter(withBrowser(token), other.email)).status).toBe(429)
  expect(browserIn((await enter(withBrowser(token), user.email)).cookies)).toBe(token)
})

test('a second user of a browser makes it a new token, by which the first is known, too', async () => {
  const [first, second] = [await account(), await account()]
  const before = browserIn((await enterPassword(first.email)).cookies)
  const after = browserIn((await enter(withBrowser(before), second.email)).cookies)
  expect(after).not.toBe(before)
  for (const { email } of [first, second]) {
    await guess(email, everywhere, 40)
    expect((await enter(withBrowser(before), email)).status).toBe(429)
    expect((await enter(withBrowser(after), email)).status).toBe(200)
  }
})

test('a token that was planted in a browser never becomes known', async () => {
  const { id, email } = await account()
  const planted = 'p'.repeat(43)
  expect(browserIn((await enter(withBrowser(planted), email)).cookies)).not.toBe(planted)
  expect(await db.$count(knownBrowsers, eq(knownBrowsers.tokenHash, sha256(planted)))).toBe(0)
  expect(await db.$count(knownBrowsers, eq(knownBrowsers.userId, id))).toBe(1)
})

test('a new password gives its browser a new token, so that a copy of the former one is not known', async () => {
  const { email } = await account()
  const { cookies } = await enterPassword(email)
  const copy = browserIn(cookies)
  const both = caller({ cookie: `__Host-session=${sessionIn(cookies)}; __Host-browser=${copy}` })
  const newPassword = 'an entirely new secret'
  const changed = await both.call(own.changePassword, { body: { currentPassword: PASSWORD, newPassword } })
  await guess(email, everywhere, 40)
  expect((await enter(withBrowser(copy), email, newPassword)).status).toBe(429)
  expect((await enter(withBrowser(browserIn(changed.cookies)), email, newPassword)).status).toBe(200)
})

test.each(['signs out all other sessions', 'is signed out by an admin'])(
  'a browser that was stolen is no longer known once its owner %s',
  async (how) => {
    const { id, email } = await account()
    const [stolen, { cookies }] = [await knownBrowser(email), await enterPassword(email)]
    const here = caller({ cookie: `__Host-session=${sessionIn(cookies)}; __Host-browser=${browserIn(cookies)}` })
    const isOwn = how.startsWith('signs')
    const answer = isOwn
      ? await here.call(own.endOtherSessions)
      : await (await signIn({ role: 'admin' })).call(users.endSessions, { params: { id } })
    expect(answer.status).toBe(200)
    await guess(email, everywhere, 40)
    expect((await enter(stolen, email)).status).toBe(429)
    expect((await enter(here, email)).status).toBe(429)
    expect((await enter(withBrowser(browserIn(answer.cookies)), email)).status).toBe(isOwn ? 200 : 429)
  },
)

test('a browser that was not known stays unknown when it changes the password', async () => {
  const { email } = await account()
  const { cookies } = await enterPassword(email)
  const newPassword = 'an entirely new secret'
  const changed = await withSession(sessionIn(cookies)).call(own.changePassword, {
    body: { currentPassword: PASSWORD, newPassword },
  })
  expect([changed.status, browserIn(changed.cookies)]).toEqual([200, ''])
})

test('after half a year without a sign-in a browser is forgotten', async () => {
  const { id, email } = await account()
  const browser = await knownBrowser(email)
  await db
    .update(knownBrowsers)
    .set({ lastUsedAt: sql`now() - interval '180 days 1 second'` })
    .where(eq(knownBrowsers.userId, id))
  await guess(email, everywhere, 40)
  expect((await enter(browser, email)).status).toBe(429)
  await sweep(platform)
  expect(await db.$count(knownBrowsers, eq(knownBrowsers.userId, id))).toBe(0)
})
