import { and, eq, sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { mfa } from '#contract/identity/mfa.ts'
import {
  SIGN_IN_LIMITED,
  TOO_MANY_SIGN_INS,
  WRONG_CREDENTIALS,
  WRONG_CREDENTIALS_OR_CODE,
} from '#contract/identity/session.ts'
import { emails } from '#server/database/schema/emails.ts'
import { renewBackupCodes } from '#server/identity/session/mfa/second-factor.ts'
import { counted, enter, everywhere, guess, knownBrowser, type Visitor } from '#server/testing/identity/guesses.ts'
import {
  account,
  browserIn,
  challengeIn,
  codeOf,
  enterPassword,
  protectedUser,
  sessionIn,
  withBrowser,
  wrongCodeOf,
} from '#server/testing/identity/session.ts'
import { PASSWORD, caller, db, platform, stranger } from '#server/testing/testing.ts'
import { mailSignInAttempts } from './attempts.ts'

const ofOneNetwork = (place: number) => `2001:db8:64:64::${place.toString(16)}`

/** Runs the waiting jobs for this address and returns their number. */
async function warn(email: string) {
  const { rows } = await db.execute<{ data: Parameters<typeof mailSignInAttempts>[1] }>(
    sql`select data from pgboss.job where name = 'mail-sign-in-attempts' and data->>'email' = ${email}`,
  )
  for (const { data } of rows) await mailSignInAttempts(platform, data)
  return rows.length
}

const warningsTo = (email: string) =>
  db
    .select({ subject: emails.subject })
    .from(emails)
    .where(and(eq(emails.to, email), eq(emails.kind, 'sign-in-attempts')))

test('lets ten of a thousand guesses from one /64 through', async () => {
  const { email } = await account()
  const owner = await knownBrowser(email)
  const answers = await guess(email, ofOneNetwork)
  expect([counted(answers, 401), counted(answers, 429)]).toEqual([10, 990])
  expect((await enter(owner, email)).status).toBe(200)
  expect((await enter(stranger(), email)).status).toBe(200)
})

test('lets thirty of a thousand guesses from as many addresses through, warns the owner once, and lets a known browser in', async () => {
  const { email } = await account()
  const owner = await knownBrowser(email)
  const answers = await guess(email, everywhere)
  expect([counted(answers, 401), counted(answers, 429)]).toEqual([30, 970])
  expect(answers.at(-1)).toMatchObject({ body: { message: TOO_MANY_SIGN_INS, code: SIGN_IN_LIMITED } })
  expect(Number(answers.at(-1)?.headers['retry-after'])).toBeGreaterThan(60)
  expect((await enter(stranger(), email)).status).toBe(429)
  expect((await enter(owner, email)).status).toBe(200)
  expect(await warn(email)).toBe(1)
  await warn(email)
  expect(await warningsTo(email)).toEqual([{ subject: 'Too many failed sign-ins to your Latchkey account' }])
})

test('answers guesses at an address without an account in the same way', async () => {
  const [{ email }, unknown] = [await account(), `${crypto.randomUUID()}@example.com`]
  const [known, other] = [await guess(email, everywhere, 60), await guess(unknown, everywhere, 60)]
  const seen = (answers: typeof known) => answers.map(({ status, body, cookies }) => ({ status, body, cookies }))
  const inOrder = (answers: typeof known) => seen(answers).toSorted((one, two) => one.status - two.status)
  expect(inOrder(other)).toEqual(inOrder(known))
  expect(counted(known, 401)).toBe(30)
  expect(await warn(unknown)).toBe(1)
  expect(await warningsTo(unknown)).toEqual([])
})

test('right passwords do not use the account up', async () => {
  const { email } = await account()
  for (let round = 0; round < 8; round += 1)
    expect(counted(await Promise.all(Array.from({ length: 5 }, () => enterPassword(email))), 200)).toBe(5)
})

test('a right code beside the password gets past the wrong passwords of others, and nothing else does', async () => {
  const { user, secret } = await protectedUser()
  const [backupCode = ''] = await renewBackupCodes(db, user.id)
  const plain = await account()
  for (const { email } of [user, plain]) await guess(email, everywhere, 40)
  const refused = { status: 401, body: { message: WRONG_CREDENTIALS_OR_CODE } }
  for (const [email, password, code] of [
    [user.email, 'wrong password', codeOf(secret)],
    [user.email, PASSWORD, wrongCodeOf(secret)],
    [plain.email, PASSWORD, codeOf(secret)],
    [`${crypto.randomUUID()}@example.com`, PASSWORD, codeOf(secret)],
  ] as const) {
    if (email !== user.email && email !== plain.email) await guess(email, everywhere, 40)
    expect(await enter(stranger(), email, password, code)).toMatchObject(refused)
  }
  const answer = await enter(stranger(), user.email, PASSWORD, codeOf(secret))
  expect(answer).toMatchObject({ status: 200, body: { id: user.id } })
  expect(sessionIn(answer.cookies)).not.toBe('')
  expect((await enter(stranger(), user.email, PASSWORD, codeOf(secret))).status).toBe(401)
  expect((await enter(stranger(), user.email, PASSWORD, backupCode)).status).toBe(200)
})

test('limits codes guessed with the password without revealing whether the password is right', async () => {
  const { user, secret } = await protectedUser()
  await guess(user.email, everywhere, 40)
  for (let guesses = 0; guesses < 8; guesses += 1)
    expect(await enter(stranger(), user.email, PASSWORD, wrongCodeOf(secret))).toMatchObject({ status: 401 })
  expect((await enter(stranger(), user.email, PASSWORD, codeOf(secret))).status).toBe(401)
})

test('a code beside the password does not replace the second step otherwise', async () => {
  const { user, secret } = await protectedUser()
  expect((await enter(stranger(), user.email, PASSWORD, codeOf(secret))).body).toEqual({ mfaRequired: true })
  expect((await enter(stranger(), user.email, 'wrong password', codeOf(secret))).body).toEqual({
    message: WRONG_CREDENTIALS,
  })
})

test('strangers who know the password use up their own codes; a known browser and a backup code get in, and the owner hears of it', async () => {
  const { user, secret } = await protectedUser()
  const [backupCode = ''] = await renewBackupCodes(db, user.id)
  const passed = (visitor: Visitor) => enter(visitor, user.email).then(({ cookies }) => challengeIn(cookies))
  const finish = (challenge: string, code: string, browser = '') =>
    caller({ cookie: `__Host-login-challenge=${challenge}; __Host-browser=${browser}` }).call(mfa.signIn, {
      body: { code },
    })
  const known = browserIn((await finish(await passed(stranger()), codeOf(secret))).cookies)
  const guesses: number[] = []
  for (let visit = 0; visit < 8; visit += 1)
    guesses.push((await finish(await passed(stranger()), wrongCodeOf(secret))).status)
  expect(guesses).toEqual([401, 401, 401, 401, 401, 429, 429, 429])
  expect((await finish(await passed(stranger()), codeOf(secret, 1))).status).toBe(429)
  expect((await finish(await passed(stranger()), backupCode)).status).toBe(200)
  expect((await finish(await passed(withBrowser(known)), codeOf(secret, 1), known)).status).toBe(200)
  expect(await warn(user.email)).toBe(1)
  expect(await warningsTo(user.email)).toEqual([{ subject: 'Someone may know your Latchkey password' }])
})

test('wrong codes of strangers do not keep the owner from confirming or from changing the second factor', async () => {
  const { user, secret } = await protectedUser()
  const challenge = challengeIn((await enterPassword(user.email)).cookies)
  const finish = (code: string) =>
    caller({ cookie: `__Host-login-challenge=${challenge}` }).call(mfa.signIn, { body: { code } })
  const cookies = (await finish(codeOf(secret))).cookies
  for (let visit = 0; visit < 6; visit += 1) {
    const next = challengeIn((await enterPassword(user.email)).cookies)
    await caller({ cookie: `__Host-login-challenge=${next}` }).call(mfa.signIn, { body: { code: wrongCodeOf(secret) } })
  }
  const owner = caller({ cookie: `__Host-session=${sessionIn(cookies)}` })
  const renewed = await owner.call(mfa.renewBackupCodes, { body: { password: PASSWORD, code: codeOf(secret, 1) } })
  expect(renewed.status).toBe(200)
})
