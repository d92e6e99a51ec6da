import { eq, sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { account } from '#contract/identity/account.ts'
import { PASSKEY_REFUSED, passkeys } from '#contract/identity/passkeys.ts'
import { sessions } from '#server/database/schema/identity/users.ts'
import { actionsOf, protectedPerson } from '#server/testing/identity/account.ts'
import { addPasskeyOf, type Authenticator } from '#server/testing/identity/passkeys.ts'
import { codeOf } from '#server/testing/identity/session.ts'
import { db, signIn, type Person } from '#server/testing/testing.ts'

const confirmedAt = async ({ user }: Person) =>
  (await db.select().from(sessions).where(eq(sessions.userId, user.id))).map((row) => row.confirmedAt)

const forgetConfirmation = ({ user }: Person) =>
  db
    .update(sessions)
    .set({ confirmedAt: sql`now() - interval '1 hour'` })
    .where(eq(sessions.userId, user.id))

async function confirmWith({ call }: Person, authenticator: Authenticator) {
  const { body: options } = await call(passkeys.confirmOptions)
  return call(passkeys.confirm, { body: { credential: authenticator.sign(options) } })
}

test('a passkey confirms the session, in place of password or code', async () => {
  const { secret, ...person } = await protectedPerson()
  const { authenticator, passkey } = await addPasskeyOf(person, codeOf(secret))
  await forgetConfirmation(person)
  const { body: options } = await person.call(passkeys.confirmOptions)
  expect(options.allowCredentials).toEqual([{ id: authenticator.id, transports: ['internal'], type: 'public-key' }])
  expect((await confirmWith(person, authenticator)).status).toBe(200)
  const [at = ''] = await confirmedAt(person)
  expect(Date.now() - Date.parse(at)).toBeLessThan(60_000)
  expect(await actionsOf(person)).toContain('session.confirmed')
  expect((await person.call(account.read)).body.passkeys).toMatchObject([
    { id: passkey.id, lastUsedAt: expect.any(String) },
  ])
})

test('the passkey of another user confirms nothing, and neither does a challenge for signing in', async () => {
  const [person, other] = [await signIn(), await signIn()]
  const [own, theirs] = [await addPasskeyOf(person), await addPasskeyOf(other)]
  await forgetConfirmation(person)
  expect(await confirmWith(person, theirs.authenticator)).toMatchObject({ status: 400, message: PASSKEY_REFUSED })
  const { body: signingIn } = await person.call(passkeys.signInOptions)
  const { body: forOther } = await other.call(passkeys.confirmOptions)
  for (const options of [signingIn, forOther]) {
    const credential = own.authenticator.sign(options)
    expect((await person.call(passkeys.confirm, { body: { credential } })).status).toBe(400)
  }
  const [at = ''] = await confirmedAt(person)
  expect(Date.now() - Date.parse(at)).toBeGreaterThan(60_000)
})

test('wrong passkeys are counted like wrong codes, and the newest challenge counts', async () => {
  const person = await signIn()
  const { authenticator } = await addPasskeyOf(person)
  const older = (await person.call(passkeys.confirmOptions)).body
  const newer = (await person.call(passkeys.confirmOptions)).body
  const send = (options: typeof older) =>
    person.call(passkeys.confirm, { body: { credential: authenticator.sign(options) } })
  expect((await send(older)).status).toBe(400)
  expect((await send(newer)).status).toBe(200)
  for (let guess = 1; guess < 5; guess += 1) expect((await send(older)).status).toBe(400)
  expect((await send((await person.call(passkeys.confirmOptions)).body)).status).toBe(429)
})
