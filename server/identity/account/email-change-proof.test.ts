import { expect, test } from 'vitest'
import { account } from '#contract/identity/account.ts'
import { INVALID_CODE, mfa } from '#contract/identity/mfa.ts'
import { LINK_EXPIRED, session } from '#contract/identity/session.ts'
import { users } from '#contract/identity/users.ts'
import { rateLimits } from '#server/database/schema/platform.ts'
import { renewBackupCodes } from '#server/identity/session/mfa/second-factor.ts'
import { confirmationFor, mailTo, newAddress, protectedPerson } from '#server/testing/identity/account.ts'
import { codeOf, wrongCodeOf } from '#server/testing/identity/session.ts'
import { PASSWORD, db, signIn, stranger, type Person } from '#server/testing/testing.ts'

const ask = ({ call }: Pick<Person, 'call'>, email: string, code?: string) =>
  call(account.changeEmail, { body: { email, password: PASSWORD, ...(code && { code }) } })

test('with two-factor authentication, changing the address takes a code', async () => {
  const [{ secret, ...person }, email] = [await protectedPerson(), newAddress()]
  for (const code of [undefined, wrongCodeOf(secret)])
    expect(await ask(person, email, code)).toMatchObject({ status: 400, body: { errors: { code: INVALID_CODE } } })
  expect(await mailTo(email)).toEqual([])
  expect((await ask(person, email, codeOf(secret))).status).toBe(200)
  expect(await confirmationFor(email)).toHaveLength(43)
})

test('a wrong code uses up no link of the hour, and a refused request no code', async () => {
  const { secret, ...person } = await protectedPerson()
  const [last = '', ...codes] = await renewBackupCodes(db, person.user.id)
  for (let count = 0; count < 3; count += 1)
    expect((await ask(person, newAddress(), wrongCodeOf(secret))).status).toBe(400)
  for (const code of codes.slice(0, 5)) expect((await ask(person, newAddress(), code)).status).toBe(200)
  expect((await ask(person, newAddress(), last)).status).toBe(429)
  await db.delete(rateLimits)
  expect((await ask(person, newAddress(), last)).status).toBe(200)
})

async function turnOn({ call }: Person) {
  const { body } = await call(mfa.setUp, { body: { password: PASSWORD } })
  return call(mfa.enable, { body: { code: codeOf(body.secret) } })
}

const admin = await signIn({ role: 'admin' })

test.each<[string, (person: Person) => Promise<{ status: number }>]>([
  ['two-factor authentication is turned on', turnOn],
  ['the other sessions are signed out', ({ call }) => call(account.endOtherSessions)],
  ['an admin ends the sessions', ({ user }) => admin.call(users.endSessions, { params: user })],
])('a link to another address ends when %s', async (_how, end) => {
  const [person, stolen] = [await signIn(), newAddress()]
  expect((await ask(person, stolen)).status).toBe(200)
  const token = await confirmationFor(stolen)
  expect((await end(person)).status).toBe(200)
  expect(await stranger().call(session.verifyEmail, { body: { token } })).toMatchObject({
    status: 400,
    message: LINK_EXPIRED,
  })
})
