import { eq, sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { INVALID_CODE, mfa } from '#contract/identity/mfa.ts'
import { ACCOUNT_SUSPENDED, session, SIGN_IN_AGAIN } from '#contract/identity/session.ts'
import { auditLog } from '#server/database/schema/audit.ts'
import { backupCodes, loginChallenges } from '#server/database/schema/identity/mfa.ts'
import { sessions, users } from '#server/database/schema/identity/users.ts'
import { mailPasswordReset } from '#server/identity/session/passwords/recovery.ts'
import { sweep } from '#server/operations/upkeep/sweep.ts'
import { sha256 } from '#server/platform/hashing.ts'
import { passwordLinkFor } from '#server/testing/identity/account.ts'
import {
  challenged,
  challengeIn,
  codeOf,
  enterPassword,
  protectedUser,
  sessionIn,
  withChallenge,
  withSession,
  wrongCodeOf,
} from '#server/testing/identity/session.ts'
import { db, platform, signIn, stranger } from '#server/testing/testing.ts'
import { renewBackupCodes } from './second-factor.ts'

const answer = ({ call }: Pick<ReturnType<typeof withChallenge>, 'call'>, code: string) =>
  call(mfa.signIn, { body: { code } })
const sessionsOf = (userId: string) => db.$count(sessions, eq(sessions.userId, userId))
const allowMoreGuesses = (userId: string) =>
  db.execute(sql`delete from rate_limits where key = ${`second factor by account:${userId}`}`)
const eightTimes = <Answer>(call: () => Promise<Answer>) => Promise.all(Array.from({ length: 8 }, call))

test('with two-factor authentication the password opens no session, and a code then does', async () => {
  const { user, secret } = await protectedUser()
  const first = await enterPassword(user.email)
  expect(first).toMatchObject({ status: 200, body: { mfaRequired: true } })
  expect(first.cookies.map(({ name }) => name)).toEqual(['__Host-login-challenge'])
  expect(first.headers['set-cookie']).toMatch(
    /^__Host-login-challenge=[\w-]{43}; Max-Age=300; Path=\/; HttpOnly; Secure; SameSite=Lax$/,
  )
  const challenge = challengeIn(first.cookies)
  expect((await withSession(challenge).call(session.currentUser)).status).toBe(401)
  expect(await sessionsOf(user.id)).toBe(0)

  const second = await answer(withChallenge(challenge), codeOf(secret))
  expect(second).toMatchObject({ status: 200, body: { id: user.id, isMfaEnabled: true } })
  expect(JSON.stringify(second.body)).not.toContain('argon2')
  expect((await withSession(sessionIn(second.cookies)).call(session.currentUser)).body.id).toBe(user.id)
  expect(second.cookies.find(({ name }) => name === '__Host-login-challenge')?.value).toBe('')
  const stored = await db.select().from(loginChallenges).where(eq(loginChallenges.userId, user.id))
  expect(stored).toEqual([])
})

test('the second step replaces the session the browser had', async () => {
  const { user, secret } = await protectedUser()
  const signInFrom = async (cookie: string, code: string) => {
    const { token } = await challenged(user.email)
    const { cookies } = await stranger().call(mfa.signIn, {
      body: { code },
      headers: { cookie: `__Host-login-challenge=${token}; ${cookie}` },
    })
    return sessionIn(cookies)
  }
  const before = await signInFrom('', codeOf(secret))
  const after = await signInFrom(`__Host-session=${before}`, codeOf(secret, 1))
  expect((await withSession(before).call(session.currentUser)).status).toBe(401)
  expect((await withSession(after).call(session.currentUser)).status).toBe(200)
})

test('a code is refused when it comes again, and so is an earlier one', async () => {
  const { user, secret } = await protectedUser()
  const later = codeOf(secret, 1)
  expect((await answer(await challenged(user.email), later)).status).toBe(200)
  for (const code of [later, codeOf(secret)]) {
    expect(await answer(await challenged(user.email), code)).toMatchObject({ status: 401, message: INVALID_CODE })
  }
})

test('of eight sign-ins that race with one code, one opens a session', async () => {
  const { user, secret } = await protectedUser()
  const people = await eightTimes(() => challenged(user.email))
  const code = codeOf(secret)
  const answers = await Promise.all(people.map((person) => answer(person, code)))
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
  expect(await sessionsOf(user.id)).toBe(1)
})

test('one challenge answered eight times at once opens one session', async () => {
  const { user, secret } = await protectedUser()
  const person = await challenged(user.email)
  const code = codeOf(secret)
  const answers = await eightTimes(() => answer(person, code))
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
  expect(await sessionsOf(user.id)).toBe(1)
})

test('a backup code signs in once, however it is written and however many race with it', async () => {
  const { user } = await protectedUser()
  const [one = '', other = ''] = await renewBackupCodes(db, user.id)
  expect(one).toMatch(/^([0-9A-HJKMNP-TV-Z]{6}-){3}[0-9A-HJKMNP-TV-Z]{6}$/)
  const people = await eightTimes(() => challenged(user.email))
  const answers = await Promise.all(people.map((person) => answer(person, one)))
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
  await allowMoreGuesses(user.id)
  const sloppy = ` ${other.toLowerCase().replace('-', ' ').replaceAll('0', 'o').replaceAll('1', 'l')} `
  expect((await answer(await challenged(user.email), sloppy)).status).toBe(200)
  const stored = await db.select().from(backupCodes).where(eq(backupCodes.userId, user.id))
  expect(stored.filter(({ usedAt }) => usedAt)).toHaveLength(2)
  expect(JSON.stringify(stored)).not.toContain(one)
})

/** As Japanese keyboards write digits. */
const wide = (code: string) => code.replace(/\d/g, (digit) => String.fromCharCode(digit.charCodeAt(0) + 0xfee0))

test.each<[string, (code: string) => string]>([
  ['spaces', (code) => ` ${code.slice(0, 3)}  ${code.slice(3)} `],
  ['a hyphen', (code) => code.replace(/.../, '$&-')],
  ['a hyphen of a text processor', (code) => code.replace(/.../, '$&\u2011')],
  ['full-width digits', wide],
  ['full-width digits and a long vowel mark', (code) => wide(code).replace(/.../, '$&\u30fc')],
])('a code of the app signs in when it is typed with %s', async (_, typed) => {
  const { user, secret } = await protectedUser()
  expect((await answer(await challenged(user.email), typed(codeOf(secret)))).status).toBe(200)
  const [code = ''] = await renewBackupCodes(db, user.id)
  expect((await answer(await challenged(user.email), wide(code).replaceAll('-', '\u2013'))).status).toBe(200)
})

test('a shorter backup code from before signs in until it is replaced', async () => {
  const { user } = await protectedUser()
  const enter = async () => (await answer(await challenged(user.email), '7ktqw-x3m9z')).status
  const former = { userId: user.id, codeHash: sha256(`${user.id} 7KTQWX3M9Z`) }
  await db.insert(backupCodes).values(former)
  expect(await enter()).toBe(200)
  expect(await enter()).toBe(401)
  await db.insert(backupCodes).values(former)
  await renewBackupCodes(db, user.id)
  expect(await enter()).toBe(401)
})

test('refuses the codes of another user', async () => {
  const [{ user }, theirs] = await Promise.all([protectedUser(), protectedUser()])
  const [theirBackupCode = ''] = await renewBackupCodes(db, theirs.user.id)
  const person = await challenged(user.email)
  expect((await answer(person, codeOf(theirs.secret))).status).toBe(401)
  expect((await answer(person, theirBackupCode)).status).toBe(401)
})

test('after five wrong codes the password is asked for again, and the account waits', async () => {
  const { user, secret } = await protectedUser()
  const person = await challenged(user.email)
  for (let guess = 0; guess < 5; guess += 1) {
    expect(await answer(person, wrongCodeOf(secret))).toMatchObject({ status: 401, message: INVALID_CODE })
  }
  expect(await answer(person, codeOf(secret))).toMatchObject({ status: 401, message: SIGN_IN_AGAIN })
  const again = await answer(await challenged(user.email), codeOf(secret))
  expect(again.status).toBe(429)
  expect(Number(again.headers['retry-after'])).toBeGreaterThan(0)
  expect(await sessionsOf(user.id)).toBe(0)
})

test('eight guesses at once are not more than five', async () => {
  const { user, secret } = await protectedUser()
  const [person, wrong] = [await challenged(user.email), wrongCodeOf(secret)]
  const answers = await eightTimes(() => answer(person, wrong))
  expect(answers.filter(({ message }) => message === INVALID_CODE)).toHaveLength(5)
})

test('right codes do not use the guesses up', async () => {
  const { user } = await protectedUser()
  for (const code of (await renewBackupCodes(db, user.id)).slice(0, 7)) {
    expect((await answer(await challenged(user.email), code)).status).toBe(200)
  }
})

test('a challenge is good for one sign-in within five minutes', async () => {
  const { user, secret } = await protectedUser()
  const person = await challenged(user.email)
  expect((await answer(person, codeOf(secret))).status).toBe(200)
  expect(await answer(person, codeOf(secret, 1))).toMatchObject({ status: 401, message: SIGN_IN_AGAIN })

  const late = await challenged(user.email)
  await db
    .update(loginChallenges)
    .set({ expiresAt: sql`${loginChallenges.expiresAt} - interval '5 minutes'` })
    .where(eq(loginChallenges.tokenHash, sha256(late.token)))
  expect(await answer(late, codeOf(secret, 1))).toMatchObject({ status: 401, message: SIGN_IN_AGAIN })
  await sweep(platform)
  expect(await db.$count(loginChallenges, eq(loginChallenges.userId, user.id))).toBe(0)
})

test('without a challenge, with a made-up one or with a session in its place there is nothing to answer', async () => {
  const { secret } = await protectedUser()
  const somebody = await signIn()
  for (const person of [stranger(), withChallenge('a'.repeat(43)), somebody]) {
    expect(await answer(person, codeOf(secret))).toMatchObject({ status: 401, message: SIGN_IN_AGAIN })
  }
  expect(await stranger().call(mfa.signIn, { body: { code: ' ' } })).toMatchObject({
    status: 400,
    body: { errors: { code: 'Code is required' } },
  })
})

test('refuses a user who is suspended between password and code', async () => {
  const { user, secret } = await protectedUser()
  const person = await challenged(user.email)
  await db.update(users).set({ status: 'suspended' }).where(eq(users.id, user.id))
  expect(await answer(person, codeOf(secret))).toMatchObject({ status: 403, message: ACCOUNT_SUSPENDED })
})

test('a wrong password is refused alike with and without two-factor authentication', async () => {
  const { user } = await protectedUser()
  const known = await enterPassword(user.email, 'wrong password')
  const unknown = await enterPassword('nobody@example.com', 'wrong password')
  expect([known.status, known.body, known.cookies]).toEqual([unknown.status, unknown.body, unknown.cookies])
})

test('a new password by mail leaves two-factor authentication on, and ends sign-ins that wait for a code', async () => {
  const { user, secret } = await protectedUser()
  const waiting = await challenged(user.email)
  await mailPasswordReset(platform, user.email)
  const token = await passwordLinkFor(user.email)
  const password = 'an entirely new secret'
  expect((await stranger().call(session.resetPassword, { body: { token, password } })).status).toBe(200)
  expect(await answer(waiting, codeOf(secret))).toMatchObject({ status: 401, message: SIGN_IN_AGAIN })
  expect((await enterPassword(user.email, password)).body).toEqual({ mfaRequired: true })
})

test('records the sign-in and wrong codes in the audit log', async () => {
  const { user, secret } = await protectedUser()
  const person = await challenged(user.email)
  await answer(person, wrongCodeOf(secret))
  await answer(person, codeOf(secret))
  const entries = await db.select().from(auditLog).where(eq(auditLog.subjectId, user.id)).orderBy(auditLog.id)
  expect(entries).toMatchObject([
    { action: 'session.opened', outcome: 'refused', changes: { reason: [null, 'wrong code'] } },
    { action: 'session.opened', outcome: 'success' },
  ])
})
