import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { account } from '#contract/identity/account.ts'
import { BACKUP_CODES, INVALID_CODE, SETUP_FIRST, SETUP_REPLACED, mfa } from '#contract/identity/mfa.ts'
import { session } from '#contract/identity/session.ts'
import { Role } from '#contract/roles.ts'
import { buildApp } from '#server/app.ts'
import { mfaSecrets } from '#server/database/schema/identity/mfa.ts'
import { actionsOf, mailTo, protectedPerson } from '#server/testing/identity/account.ts'
import {
  challenged,
  codeOf,
  enterPassword,
  sessionIn,
  withSession,
  wrongCodeOf,
} from '#server/testing/identity/session.ts'
import { PASSWORD, db, platform, signIn, statusesOf, type Person } from '#server/testing/testing.ts'

const setUp = async ({ call }: Person) => (await call(mfa.setUp, { body: { password: PASSWORD } })).body
const enable = ({ call }: Person, code: string) => call(mfa.enable, { body: { code } })
const proof = (code: string, password = PASSWORD) => ({ body: { password, code } })

test.each(Role.options)(
  '%s turns two-factor authentication on with a first code and gets ten backup codes',
  async (role) => {
    const person = await signIn({ role })
    const { secret, otpauthUrl } = await setUp(person)
    expect(otpauthUrl).toContain(secret)
    expect((await enterPassword(person.user.email)).body).toMatchObject({ id: person.user.id, isMfaEnabled: false })

    const { status, body } = await enable(person, codeOf(secret).replace(/.../, '$&-'))
    expect(status).toBe(200)
    expect(new Set(body.backupCodes).size).toBe(BACKUP_CODES)
    expect((await person.call(account.read)).body).toMatchObject({ user: { isMfaEnabled: true }, backupCodesLeft: 10 })
    expect((await enterPassword(person.user.email)).body).toEqual({ mfaRequired: true })
    const text = expect.stringContaining('Signing in with your password now also requires a code')
    expect(await mailTo(person.user.email)).toMatchObject([{ kind: 'mfa-enabled', text }])
    expect(await actionsOf(person)).toContain('user.mfa-enabled')

    const used = await challenged(person.user.email)
    expect((await used.call(mfa.signIn, { body: { code: body.backupCodes[0] } })).status).toBe(200)
    expect((await person.call(account.read)).body.backupCodesLeft).toBe(9)
  },
)

test('turning it on ends the other sessions, which were opened without it', async () => {
  const person = await signIn()
  const other = withSession(sessionIn((await enterPassword(person.user.email)).cookies))
  expect((await other.call(session.currentUser)).status).toBe(200)
  expect((await enable(person, codeOf((await setUp(person)).secret))).status).toBe(200)
  expect((await other.call(session.currentUser)).status).toBe(401)
  expect((await person.call(session.currentUser)).status).toBe(200)
  expect(await actionsOf(person)).toContain('user.other-sessions-revoked')
})

test('the code that turned it on does not sign in as well', async () => {
  const person = await signIn()
  const code = codeOf((await setUp(person)).secret)
  await enable(person, code)
  const waiting = await challenged(person.user.email)
  expect(await waiting.call(mfa.signIn, { body: { code } })).toMatchObject({ status: 401, message: INVALID_CODE })
})

test('setting up takes the password, enabling a code of the newest secret', async () => {
  const person = await signIn()
  expect(await person.call(mfa.setUp, { body: { password: 'not the password' } })).toMatchObject({
    status: 400,
    body: { errors: { password: 'That password is incorrect.' } },
  })
  expect((await enable(person, '123456')).status).toBe(400)
  const [older, newer] = [await setUp(person), await setUp(person)]
  expect(await enable(person, codeOf(older.secret))).toMatchObject({
    status: 400,
    body: { message: INVALID_CODE, errors: { code: INVALID_CODE } },
  })
  expect((await person.call(session.currentUser)).body.isMfaEnabled).toBe(false)
  expect((await enable(person, codeOf(newer.secret))).status).toBe(200)
})

test('says that a code belongs to a setup that another one has replaced', async () => {
  const person = await signIn()
  const [older, newer] = [await setUp(person), await setUp(person)]
  const send = ({ setupId }: typeof older, code: string) => person.call(mfa.enable, { body: { code, setupId } })
  for (let press = 0; press < 6; press += 1)
    expect(await send(older, codeOf(older.secret))).toMatchObject({
      status: 409,
      body: { message: SETUP_REPLACED, errors: { code: SETUP_REPLACED } },
    })
  expect(await send(newer, codeOf(older.secret))).toMatchObject({ status: 400, message: INVALID_CODE })
  expect((await person.call(session.currentUser)).body.isMfaEnabled).toBe(false)
  expect((await send(newer, codeOf(newer.secret))).status).toBe(200)
  expect(await send(older, codeOf(older.secret))).toMatchObject({
    status: 409,
    message: 'Two-factor authentication is already on.',
  })
})

test('of eight who enable with one code, one set of backup codes is given away', async () => {
  const person = await signIn()
  const code = codeOf((await setUp(person)).secret)
  const answers = await Promise.all(Array.from({ length: 8 }, () => enable(person, code)))
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
  expect((await person.call(account.read)).body.backupCodesLeft).toBe(BACKUP_CODES)
})

test('while it is on, the secret cannot be replaced', async () => {
  const person = await protectedPerson()
  expect(await person.call(mfa.setUp, { body: { password: PASSWORD } })).toMatchObject({
    status: 409,
    message: 'Two-factor authentication is already on.',
  })
  expect((await enable(person, codeOf(person.secret))).status).toBe(409)
  const [stored] = await db.select().from(mfaSecrets).where(eq(mfaSecrets.userId, person.user.id))
  expect(stored?.secret).toBe(person.secret)
})

test('requires password and code to turn it off, notifies the owner and deletes the secret', async () => {
  const person = await protectedPerson()
  const disable = (code: string, password?: string) => person.call(mfa.disable, proof(code, password))
  expect((await disable(codeOf(person.secret), 'not the password')).status).toBe(400)
  expect(await disable(wrongCodeOf(person.secret))).toMatchObject({ status: 400, message: INVALID_CODE })
  expect((await person.call(session.currentUser)).body.isMfaEnabled).toBe(true)

  expect((await disable(codeOf(person.secret))).status).toBe(200)
  expect((await enterPassword(person.user.email)).body).toMatchObject({ id: person.user.id })
  expect((await mailTo(person.user.email)).map(({ kind }) => kind)).toEqual(['mfa-disabled'])
  expect(await db.$count(mfaSecrets, eq(mfaSecrets.userId, person.user.id))).toBe(0)
  expect(await disable(codeOf(person.secret))).toMatchObject({ status: 409 })
})

test('new backup codes replace the old ones', async () => {
  const person = await protectedPerson()
  const renew = async (code: string) => (await person.call(mfa.renewBackupCodes, proof(code))).body.backupCodes
  const [old = ''] = await renew(codeOf(person.secret))
  const [fresh = ''] = await renew(codeOf(person.secret, 1))
  const waiting = await challenged(person.user.email)
  expect((await waiting.call(mfa.signIn, { body: { code: old } })).status).toBe(401)
  expect((await waiting.call(mfa.signIn, { body: { code: fresh } })).status).toBe(200)
  expect((await mailTo(person.user.email)).map(({ kind }) => kind)).toEqual([
    'backup-codes-renewed',
    'backup-codes-renewed',
  ])
})

test('a session has five wrong codes in a quarter of an hour, whatever is guessed at the sign-in', async () => {
  const person = await protectedPerson()
  const wrong = wrongCodeOf(person.secret)
  const waiting = await challenged(person.user.email)
  for (let guess = 0; guess < 2; guess += 1) await waiting.call(mfa.signIn, { body: { code: wrong } })
  const answers = await Promise.all(Array.from({ length: 8 }, () => person.call(mfa.disable, proof(wrong))))
  expect(statusesOf(answers)).toEqual([400, 400, 400, 400, 400, 429, 429, 429])
  expect((await person.call(mfa.disable, proof(codeOf(person.secret)))).status).toBe(429)
})

test('STAFF_MFA=required: staff set it up before anything else, customers as they like', async () => {
  const strict = await buildApp({ ...platform, config: { ...platform.config, staffMfaRequired: true } })
  const get = async ({ cookie }: Person, url: string) => {
    const { statusCode, payload } = await strict.inject({ method: 'GET', url, headers: { cookie } })
    return { status: statusCode, payload }
  }
  for (const role of ['admin', 'agent'] as const) {
    const person = await signIn({ role })
    for (const url of ['/api/user', '/api/account', '/api/account/sessions', '/api/config'])
      expect([url, (await get(person, url)).status]).toEqual([url, 200])
    for (const url of ['/api/licenses', '/api/admin/users', '/reference', '/api/tickets'])
      expect([url, await get(person, url)]).toMatchObject([url, { status: 403 }])
    expect((await get(person, '/api/licenses')).payload).toContain(SETUP_FIRST)
    const { secret } = await setUp(person)
    await enable(person, codeOf(secret))
    expect((await get(person, '/api/licenses')).status).toBe(200)
  }
  expect((await get(await signIn({ role: 'customer' }), '/api/licenses')).status).toBe(200)
  await strict.close()
})
