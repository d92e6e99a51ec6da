import { eq, sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { account as own } from '#contract/identity/account.ts'
import { mfa } from '#contract/identity/mfa.ts'
import { session } from '#contract/identity/session.ts'
import { users } from '#contract/identity/users.ts'
import { only } from '#server/database/database.ts'
import { emails } from '#server/database/schema/emails.ts'
import { knownBrowsers } from '#server/database/schema/identity/users.ts'
import {
  account,
  browserIn,
  challenged,
  codeOf,
  protectedUser,
  sessionIn,
  withBrowser,
  withSession,
} from '#server/testing/identity/session.ts'
import { mailsTo } from '#server/testing/identity/users.ts'
import { PASSWORD, db, signIn, statusesOf, stranger } from '#server/testing/testing.ts'
import { BROWSER_DAYS } from './queries.ts'

const FIREFOX = 'Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:140.0) Gecko/20100101 Firefox/140.0'

const enter = (email: string, from = stranger(), password = PASSWORD) =>
  from.call(session.login, { body: { email, password }, headers: { 'user-agent': FIREFOX } })

test('a sign-in with another browser than before is emailed, with its name and address', async () => {
  const { email } = await account()
  const { cookies } = await enter(email)
  expect((await enter(email, withBrowser(browserIn(cookies)))).status).toBe(200)
  expect(await mailsTo(email)).toEqual([])
  const other = stranger()
  expect((await enter(email, other)).status).toBe(200)
  const sent = await db.select().from(emails).where(eq(emails.to, email))
  expect(sent).toMatchObject([{ kind: 'new-sign-in', subject: 'New sign-in to your Latchkey account' }])
  expect(JSON.stringify(sent)).toContain(`Firefox on Windows, from the address ${other.ip}.`)
})

test('a browser that was last used half a year ago is forgotten, so the next one is a first one', async () => {
  const { id, email } = await account()
  await enter(email)
  const lastUsedAt = sql`now() - make_interval(days => ${BROWSER_DAYS}, mins => 1)`
  await db.update(knownBrowsers).set({ lastUsedAt }).where(eq(knownBrowsers.userId, id)).returning().then(only)
  expect((await enter(email)).status).toBe(200)
  expect(await mailsTo(email)).toEqual([])
})

test('after a new second factor, a suspension or a new password, the next browser is no first one', async () => {
  const admin = await signIn({ role: 'admin' })
  const { user, secret } = await protectedUser()
  const first = await challenged(user.email)
  expect((await first.call(mfa.signIn, { body: { code: codeOf(secret) } })).status).toBe(200)
  const news = async () => (await mailsTo(user.email)).filter((kind) => kind === 'new-sign-in').length
  await admin.call(users.resetMfa, { params: user })
  expect((await enter(user.email)).status).toBe(200)
  expect(await news()).toBe(1)
  await admin.call(users.suspend, { params: user, body: { reason: 'Stolen' } })
  await admin.call(users.reactivate, { params: user })
  const { cookies } = await enter(user.email)
  expect(await news()).toBe(2)
  const body = { currentPassword: PASSWORD, newPassword: 'an entirely new secret' }
  await withSession(sessionIn(cookies)).call(own.changePassword, { body })
  expect((await enter(user.email, stranger(), body.newPassword)).status).toBe(200)
  expect(await news()).toBe(3)
})

test('once a day for the same kind of browser at the same address, and at once for another', async () => {
  const { email } = await account()
  await enter(email)
  const [one, other] = [stranger(), stranger()]
  expect(statusesOf(await Promise.all([enter(email, one), enter(email, one), enter(email, one)]))).toEqual([
    200, 200, 200,
  ])
  expect(await mailsTo(email)).toEqual(['new-sign-in'])
  await enter(email, other)
  expect(await mailsTo(email)).toEqual(['new-sign-in', 'new-sign-in'])
})

test('neither a wrong password nor a password without its code is a sign-in', async () => {
  const { user, secret } = await protectedUser()
  const first = await challenged(user.email)
  expect((await first.call(mfa.signIn, { body: { code: codeOf(secret) } })).status).toBe(200)
  expect((await enter(user.email, stranger(), 'wrong password')).status).toBe(401)
  const second = await challenged(user.email)
  expect(await mailsTo(user.email)).toEqual([])
  expect((await second.call(mfa.signIn, { body: { code: codeOf(secret, 1) } })).status).toBe(200)
  expect(await mailsTo(user.email)).toEqual(['new-sign-in'])
})
