import { randomBytes } from 'node:crypto'
import { eq, inArray, sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { account } from '#contract/identity/account.ts'
import { INVALID_CODE } from '#contract/identity/mfa.ts'
import { MOST_PASSKEYS, PASSKEY_REFUSED, TOO_MANY_PASSKEYS, passkeys } from '#contract/identity/passkeys.ts'
import { session } from '#contract/identity/session.ts'
import { Role } from '#contract/roles.ts'
import type { Database } from '#server/database/database.ts'
import { passkeyChallenges, passkeys as stored } from '#server/database/schema/identity/passkeys.ts'
import { sessions, users } from '#server/database/schema/identity/users.ts'
import { actionsOf, mailTo, protectedPerson } from '#server/testing/identity/account.ts'
import { addPasskeyOf, makeAuthenticator, signInWith, whileWaiting } from '#server/testing/identity/passkeys.ts'
import { codeOf, enterPassword, sessionIn, withSession } from '#server/testing/identity/session.ts'
import { PASSWORD, db, signIn, statusesOf, type Person } from '#server/testing/testing.ts'

const ofPerson = ({ user }: Person) =>
  inArray(
    passkeyChallenges.sessionId,
    db.select({ id: sessions.id }).from(sessions).where(eq(sessions.userId, user.id)),
  )

const optionsFor = async ({ call }: Pick<Person, 'call'>) =>
  (await call(passkeys.creationOptions, { body: { password: PASSWORD } })).body
const namesOf = async ({ call }: Person) => (await call(account.read)).body.passkeys.map(({ name }) => name)

test.each(Role.options)('%s adds a passkey, which then signs in without a password', async (role) => {
  const person = await signIn({ role })
  const { authenticator, passkey } = await addPasskeyOf(person)
  expect(passkey).toMatchObject({ name: 'Windows Hello', isSynced: false, lastUsedAt: null })
  const { status, body, cookies } = await signInWith(authenticator)
  expect({ status, id: body.id }).toEqual({ status: 200, id: person.user.id })
  expect((await withSession(sessionIn(cookies)).call(session.currentUser)).body.id).toBe(person.user.id)
  expect((await person.call(account.read)).body.passkeys).toMatchObject([
    { id: passkey.id, lastUsedAt: expect.any(String) },
  ])
  expect((await mailTo(person.user.email)).map(({ kind }) => kind)).toContain('passkey-added')
  expect(await actionsOf(person)).toContain('user.passkey-added')
})

test('adding one requires the right password', async () => {
  const person = await signIn()
  const refused = await person.call(passkeys.creationOptions, { body: { password: 'not the password' } })
  expect(refused).toMatchObject({ status: 400, body: { errors: { password: 'That password is incorrect.' } } })
  expect(await db.$count(passkeyChallenges, ofPerson(person))).toBe(0)
})

test('with two-factor authentication, adding one also requires a code, and signing in with it does not', async () => {
  const { secret, ...person } = await protectedPerson()
  for (const body of [{ password: PASSWORD }, { password: PASSWORD, code: '000000' }])
    expect(await person.call(passkeys.creationOptions, { body })).toMatchObject({ status: 400, message: INVALID_CODE })
  const { authenticator } = await addPasskeyOf(person, codeOf(secret))
  expect(await signInWith(authenticator)).toMatchObject({ status: 200, body: { id: person.user.id } })
})

test.each([
  ['for another site', { origin: 'https://elsewhere.example' }],
  ['for another host', { rpId: 'elsewhere.example' }],
  ['without verifying the user', { isVerified: false }],
  ['that signs in instead', { type: 'webauthn.get' }],
])('refuses a new passkey %s', async (_, behavior) => {
  const person = await signIn()
  const credential = makeAuthenticator().create(await optionsFor(person), behavior)
  const refused = await person.call(passkeys.add, { body: { credential } })
  expect(refused).toMatchObject({ status: 400, message: PASSKEY_REFUSED })
  expect(await namesOf(person)).toEqual([])
})

test('one challenge adds one passkey, in the session it was made for, within its minutes', async () => {
  const [person, other] = [await signIn(), await signIn()]
  const options = await optionsFor(person)
  const add = ({ call }: Pick<Person, 'call'>, challenge: string) =>
    call(passkeys.add, { body: { credential: makeAuthenticator().create({ ...options, challenge }) } })
  const elsewhere = withSession(sessionIn((await enterPassword(person.user.email)).cookies))
  for (const { call } of [other, elsewhere]) expect((await add({ call }, options.challenge)).status).toBe(400)
  const answers = await Promise.all([1, 2, 3].map(() => add(person, options.challenge)))
  expect(statusesOf(answers)).toEqual([201, 400, 400])
  const late = await optionsFor(person)
  await db
    .update(passkeyChallenges)
    .set({ expiresAt: sql`now()` })
    .where(ofPerson(person))
  expect((await add(person, late.challenge)).status).toBe(400)
})

test('a challenge that needs no proof adds nothing', async () => {
  const { secret: _, ...person } = await protectedPerson()
  for (const endpoint of [passkeys.confirmOptions, passkeys.signInOptions]) {
    const { body: options } = await person.call(endpoint)
    const credential = makeAuthenticator().create({
      challenge: options.challenge,
      rp: { id: options.rpId },
      user: { id: 'me' },
    })
    const refused = await person.call(passkeys.add, { body: { credential } })
    expect(refused).toMatchObject({ status: 400, message: PASSKEY_REFUSED })
  }
  expect(await namesOf(person)).toEqual([])
})

test('a passkey belongs to one account', async () => {
  const [person, other] = [await signIn(), await signIn()]
  const { authenticator } = await addPasskeyOf(person)
  const credential = authenticator.create(await optionsFor(other))
  expect((await other.call(passkeys.add, { body: { credential } })).status).toBe(400)
  expect(await signInWith(authenticator)).toMatchObject({ status: 401 })
  expect(await namesOf(other)).toEqual([])
})

test('lists and changes only the own ones', async () => {
  const [person, other] = [await signIn(), await signIn()]
  const { passkey, authenticator } = await addPasskeyOf(person)
  const params = { id: passkey.id }
  expect((await other.call(account.read)).body.passkeys).toEqual([])
  expect((await other.call(passkeys.rename, { params, body: { name: 'Mine' } })).status).toBe(404)
  expect((await other.call(passkeys.remove, { params })).status).toBe(404)
  const renamed = await person.call(passkeys.rename, { params, body: { name: ' Laptop ' } })
  expect(renamed).toMatchObject({ status: 200, body: { ...passkey, name: 'Laptop' } })
  expect((await person.call(passkeys.rename, { params, body: { name: ' ' } })).body).toMatchObject({
    errors: { name: 'Name is required' },
  })
  expect((await person.call(passkeys.remove, { params })).status).toBe(200)
  expect((await person.call(passkeys.remove, { params })).status).toBe(404)
  expect((await signInWith(authenticator)).status).toBe(401)
  expect(await actionsOf(person)).toEqual(
    expect.arrayContaining(['user.passkey-added', 'user.passkey-renamed', 'user.passkey-removed']),
  )
  expect((await mailTo(person.user.email)).map(({ kind }) => kind)).toContain('passkey-removed')
})

test('twenty are enough, also for adding at once', async () => {
  const person = await signIn()
  const { passkey } = await addPasskeyOf(person)
  const copy = await db.select().from(stored).where(eq(stored.id, passkey.id))
  const more = Array.from({ length: MOST_PASSKEYS - 2 }, () => ({
    ...copy[0]!,
    id: crypto.randomUUID(),
    credentialId: crypto.randomUUID(),
  }))
  await db.insert(stored).values(more)
  const elsewhere = withSession(sessionIn((await enterPassword(person.user.email)).cookies))
  const add = async ({ call }: Pick<Person, 'call'>) => {
    const options = await optionsFor({ call })
    expect(options.excludeCredentials).toHaveLength(MOST_PASSKEYS - 1)
    return () => call(passkeys.add, { body: { credential: makeAuthenticator().create(options) } })
  }
  const adding = [await add(person), await add(elsewhere)]
  expect(statusesOf(await Promise.all(adding.map((send) => send())))).toEqual([201, 409])
  const refused = await person.call(passkeys.creationOptions, { body: { password: PASSWORD } })
  expect(refused).toMatchObject({ status: 409, message: TOO_MANY_PASSKEYS })
})

test.each([
  [
    'the user is suspended',
    (tx: Database, id: string) => tx.update(users).set({ status: 'suspended' }).where(eq(users.id, id)),
  ],
  ['the session ends', (tx: Database, id: string) => tx.delete(sessions).where(eq(sessions.userId, id))],
])('nothing is added when %s before it is stored', async (_, act) => {
  const person = await signIn()
  const credential = makeAuthenticator().create(await optionsFor(person))
  const answer = await whileWaiting(person.user.id, () => person.call(passkeys.add, { body: { credential } }), act)
  expect(answer.status).toBe(401)
  expect(await db.$count(stored, eq(stored.userId, person.user.id))).toBe(0)
})

test('a password that changes before the challenge is made starts adding nothing', async () => {
  const person = await signIn()
  const start = () => person.call(passkeys.creationOptions, { body: { password: PASSWORD } })
  const change = (tx: Database, id: string) => tx.update(users).set({ passwordHash: 'another' }).where(eq(users.id, id))
  const { status } = await whileWaiting(person.user.id, start, change)
  expect(status).toBe(401)
})

test('refuses a credential whose id is another than the one it was sent with, or too long to store', async () => {
  const person = await signIn()
  for (const id of [randomBytes(32), randomBytes(10_000)]) {
    const credential = makeAuthenticator(id).create(await optionsFor(person))
    const given = { ...credential, id: 'AAAA', rawId: 'AAAA' }
    expect((await person.call(passkeys.add, { body: { credential: given } })).status).toBe(400)
  }
})

test.each(['packed', 'android-key', 'tpm'])(
  'refuses an attestation of the format %s with certificates',
  async (format) => {
    const person = await signIn()
    const statement = new Map<string, number | Uint8Array | Uint8Array[]>([
      ['alg', -7],
      ['sig', new Uint8Array(70)],
      ['x5c', [new Uint8Array(70)]],
    ])
    const credential = makeAuthenticator().create(await optionsFor(person), { attestation: [format, statement] })
    expect(await person.call(passkeys.add, { body: { credential } })).toMatchObject({
      status: 400,
      message: PASSKEY_REFUSED,
    })
  },
)
