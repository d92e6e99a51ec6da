import { eq, sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import {
  OTHER_ACCOUNT,
  PASSKEY_REFUSED,
  PASSKEY_UNKNOWN,
  UNKNOWN_PASSKEY,
  passkeys,
} from '#contract/identity/passkeys.ts'
import { ACCOUNT_SUSPENDED, session, SIGN_IN_AGAIN } from '#contract/identity/session.ts'
import { users as userCalls } from '#contract/identity/users.ts'
import type { Database } from '#server/database/database.ts'
import { auditLog } from '#server/database/schema/audit.ts'
import { passkeyChallenges, passkeys as stored } from '#server/database/schema/identity/passkeys.ts'
import { sessions, users } from '#server/database/schema/identity/users.ts'
import { endSessions } from '#server/identity/session/actions.ts'
import { mailPasswordReset } from '#server/identity/session/passwords/recovery.ts'
import { budgets } from '#server/platform/http/limits/limits.ts'
import { sha256 } from '#server/platform/hashing.ts'
import { mailTo, passwordLinkFor, protectedPerson } from '#server/testing/identity/account.ts'
import { addPasskeyOf, makeAuthenticator, signInWith, whileWaiting } from '#server/testing/identity/passkeys.ts'
import { codeOf, sessionIn, withSession } from '#server/testing/identity/session.ts'
import { db, platform, signIn, statusesOf, stranger } from '#server/testing/testing.ts'

const eightTimes = <Result>(run: () => Promise<Result>) => Promise.all(Array.from({ length: 8 }, run))

const sessionsOf = (userId: string) => db.$count(sessions, eq(sessions.userId, userId))

test('the options reveal nothing about accounts, and each challenge differs', async () => {
  const [one, two] = [await stranger().call(passkeys.signInOptions), await stranger().call(passkeys.signInOptions)]
  expect(one.body).toMatchObject({ allowCredentials: [], userVerification: 'required', timeout: 300_000 })
  expect(one.body.challenge).not.toBe(two.body.challenge)
})

test.each([
  ['for another site', { origin: 'https://elsewhere.example' }],
  ['for another host', { rpId: 'elsewhere.example' }],
  ['whose device did not verify the user', { isVerified: false }],
  ['that was to be created', { type: 'webauthn.create' }],
])('refuses a passkey %s', async (_, behavior) => {
  const person = await signIn()
  const { authenticator } = await addPasskeyOf(person)
  expect(await signInWith(authenticator, behavior)).toMatchObject({ status: 401, message: PASSKEY_REFUSED })
  expect(await sessionsOf(person.user.id)).toBe(1)
  const [latest] = await db
    .select()
    .from(auditLog)
    .where(eq(auditLog.subjectId, person.user.id))
    .orderBy(sql`id desc`)
  expect(latest).toMatchObject({
    action: 'session.opened',
    outcome: 'refused',
    changes: { reason: [null, 'wrong passkey'] },
  })
})

test('refuses a signature of another key, and one for another user', async () => {
  const [person, other] = [await signIn(), await signIn()]
  const [{ authenticator }, theirs] = [await addPasskeyOf(person), await addPasskeyOf(other)]
  const visitor = stranger()
  const { body: options } = await visitor.call(passkeys.signInOptions)
  const forged = { ...theirs.authenticator.sign(options), id: authenticator.id, rawId: authenticator.id }
  expect((await visitor.call(passkeys.signIn, { body: { credential: forged } })).status).toBe(401)
  await db.update(stored).set({ userId: other.user.id }).where(eq(stored.credentialId, authenticator.id))
  expect((await signInWith(authenticator)).status).toBe(401)
})

test('an unknown passkey is refused with a code, so that the browser can delete it', async () => {
  const refused = await signInWith(makeAuthenticator())
  expect(refused).toMatchObject({ status: 401, body: { message: UNKNOWN_PASSKEY, code: PASSKEY_UNKNOWN } })
})

test('one answer opens one session, and a late one none', async () => {
  const person = await signIn()
  const { authenticator } = await addPasskeyOf(person)
  const visitor = stranger()
  const { body: options } = await visitor.call(passkeys.signInOptions)
  const credential = authenticator.sign(options)
  const answers = await eightTimes(() => visitor.call(passkeys.signIn, { body: { credential } }))
  expect(statusesOf(answers)).toEqual([200, 401, 401, 401, 401, 401, 401, 401])
  expect(await sessionsOf(person.user.id)).toBe(2)
  const late = (await visitor.call(passkeys.signInOptions)).body
  await db
    .update(passkeyChallenges)
    .set({ expiresAt: sql`now()` })
    .where(eq(passkeyChallenges.challengeHash, sha256(late.challenge)))
  const refused = await visitor.call(passkeys.signIn, { body: { credential: authenticator.sign(late) } })
  expect(refused).toMatchObject({ status: 401, message: PASSKEY_REFUSED })
})

test('a counter that does not increase shows a copy, which is refused', async () => {
  const { authenticator } = await addPasskeyOf(await signIn())
  expect((await signInWith(authenticator, { counter: 7 })).status).toBe(200)
  for (const counter of [7, 6]) expect((await signInWith(authenticator, { counter })).status).toBe(401)
  expect((await signInWith(authenticator, { counter: 8 })).status).toBe(200)
})

test('replaces the session the browser had, and remembers the browser', async () => {
  const person = await signIn()
  const { authenticator } = await addPasskeyOf(person)
  const { body: options } = await person.call(passkeys.signInOptions)
  const { cookies } = await person.call(passkeys.signIn, { body: { credential: authenticator.sign(options) } })
  expect((await person.call(session.currentUser)).status).toBe(401)
  expect((await withSession(sessionIn(cookies)).call(session.currentUser)).status).toBe(200)
  expect(cookies.map(({ name }) => name)).toContain('__Host-browser')
})

test('refuses a suspended user with the reason', async () => {
  const person = await signIn()
  const { authenticator } = await addPasskeyOf(person)
  await db.update(users).set({ status: 'suspended' }).where(eq(users.id, person.user.id))
  expect(await signInWith(authenticator)).toMatchObject({ status: 403, message: ACCOUNT_SUSPENDED })
})

test('over a page whose session has ended, only its user may sign in', async () => {
  const [person, other] = [await signIn(), await signIn()]
  const { authenticator } = await addPasskeyOf(person)
  const attempt = async (email: string) => {
    const { body: options } = await stranger().call(passkeys.signInOptions)
    return stranger().call(passkeys.signIn, { body: { credential: authenticator.sign(options), email } })
  }
  expect(await attempt(other.user.email)).toMatchObject({ status: 401, message: OTHER_ACCOUNT })
  expect((await attempt(person.user.email.toUpperCase())).status).toBe(200)
})

test('an admin who resets the second factor removes the passkeys as well', async () => {
  const { secret, ...person } = await protectedPerson()
  const { authenticator } = await addPasskeyOf(person, codeOf(secret))
  const admin = await signIn({ role: 'admin' })
  expect((await admin.call(userCalls.resetMfa, { params: person.user })).status).toBe(200)
  expect(await signInWith(authenticator)).toMatchObject({ status: 401, body: { code: PASSKEY_UNKNOWN } })
})

test.each([
  ['no JSON', Buffer.from('not json').toString('base64url')],
  ['no challenge', Buffer.from('{"type":"webauthn.get"}').toString('base64url')],
  ['null', Buffer.from('null').toString('base64url')],
])('client data with %s is refused', async (_, clientDataJSON) => {
  const { authenticator } = await addPasskeyOf(await signIn())
  const { body: options } = await stranger().call(passkeys.signInOptions)
  const signed = authenticator.sign(options)
  const credential = { ...signed, response: { ...signed.response, clientDataJSON } }
  expect((await stranger().call(passkeys.signIn, { body: { credential } })).status).toBe(401)
})

test('guesses are counted by address', async () => {
  const visitor = stranger()
  const { limits } = platform
  await limits.spend('sign-in by address', visitor.ip, budgets['sign-in by address'].points)
  expect((await visitor.call(passkeys.signInOptions)).status).toBe(429)
})

test.each([
  [
    'the password changes',
    (tx: Database, id: string) => tx.update(users).set({ passwordHash: 'other' }).where(eq(users.id, id)),
  ],
  ['all sessions end', (tx: Database, id: string) => endSessions(tx, id)],
  ['it is removed', (tx: Database, id: string) => tx.delete(stored).where(eq(stored.userId, id))],
  [
    'it is used elsewhere',
    (tx: Database, id: string) => tx.update(stored).set({ counter: 9 }).where(eq(stored.userId, id)),
  ],
])('opens no session when %s before', async (_, change) => {
  const person = await signIn()
  const { authenticator } = await addPasskeyOf(person)
  const signingIn = () => signInWith(authenticator, { counter: 3 })
  expect(await whileWaiting(person.user.id, signingIn, change)).toMatchObject({ status: 401, message: SIGN_IN_AGAIN })
})

test('a passkey that does not name its user is refused', async () => {
  const { authenticator } = await addPasskeyOf(await signIn())
  const { body: options } = await stranger().call(passkeys.signInOptions)
  const { response, ...signed } = authenticator.sign(options)
  const credential = { ...signed, response: { ...response, userHandle: null } }
  expect((await stranger().call(passkeys.signIn, { body: { credential } })).status).toBe(401)
})

test('a new password by mail removes the passkeys, and its email says so', async () => {
  const person = await signIn()
  const { authenticator } = await addPasskeyOf(person)
  await mailPasswordReset(platform, person.user.email)
  const token = await passwordLinkFor(person.user.email)
  const body = { token, password: 'an entirely new secret' }
  expect((await stranger().call(session.resetPassword, { body })).status).toBe(200)
  expect(await signInWith(authenticator)).toMatchObject({ status: 401, body: { code: PASSKEY_UNKNOWN } })
  const [changed] = await mailTo(person.user.email)
  expect(changed).toMatchObject({
    kind: 'password-changed',
    text: expect.stringContaining('Your passkeys were removed.'),
  })
})

test('the audit log names the passkey as the method, and the owner hears nothing of answers to no challenge', async () => {
  const person = await signIn()
  const { authenticator } = await addPasskeyOf(person)
  const forged = authenticator.sign({ ...(await stranger().call(passkeys.signInOptions)).body, challenge: 'made-up' })
  expect((await stranger().call(passkeys.signIn, { body: { credential: forged } })).status).toBe(401)
  await signInWith(authenticator)
  const entries = await db.select().from(auditLog).where(eq(auditLog.subjectId, person.user.id)).orderBy(auditLog.id)
  expect(entries.filter(({ action }) => action === 'session.opened')).toMatchObject([
    { outcome: 'success', changes: { method: [null, 'passkey'] } },
  ])
})
