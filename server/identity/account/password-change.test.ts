import { expect, test } from 'vitest'
import { account } from '#contract/identity/account.ts'
import { LINK_EXPIRED, session } from '#contract/identity/session.ts'
import { actionsOf, confirmationFor, mailTo, newAddress } from '#server/testing/identity/account.ts'
import { sessionIn, withSession } from '#server/testing/identity/session.ts'
import { PASSWORD, signIn, statusesOf, stranger, type Person } from '#server/testing/testing.ts'

const NEW = 'an entirely new secret'
const change = ({ call }: Pick<Person, 'call'>, newPassword = NEW, currentPassword = PASSWORD) =>
  call(account.changePassword, { body: { currentPassword, newPassword } })
const enter = (email: string, password: string) => stranger().call(session.login, { body: { email, password } })

test('ends every other session, renews this token and notifies the owner', async () => {
  const person = await signIn({ role: 'customer' })
  const elsewhere = withSession(sessionIn((await enter(person.user.email, PASSWORD)).cookies))
  const answer = await change(person)
  expect(answer.status).toBe(200)
  expect(answer.headers['set-cookie']).toMatch(
    /^__Host-session=[\w-]{43}; Max-Age=604800; Path=\/; HttpOnly; Secure; SameSite=Lax$/,
  )
  expect((await withSession(sessionIn(answer.cookies)).call(session.currentUser)).status).toBe(200)
  expect((await person.call(session.currentUser)).status).toBe(401)
  expect((await elsewhere.call(session.currentUser)).status).toBe(401)
  expect((await enter(person.user.email, PASSWORD)).status).toBe(401)
  expect((await enter(person.user.email, NEW)).status).toBe(200)
  expect((await mailTo(person.user.email)).map(({ kind }) => kind)).toEqual(['new-sign-in', 'password-changed'])
  expect(await actionsOf(person)).toContain('user.password-changed')
})

test('a wrong, weak, short or own password changes nothing and names its field', async () => {
  const person = await signIn()
  expect(await change(person, NEW, 'not the password')).toMatchObject({
    status: 400,
    body: { errors: { currentPassword: 'That password is incorrect.' } },
  })
  for (const weak of ['password1', person.user.username, person.user.email, 'short', '']) {
    expect([weak, await change(person, weak)]).toMatchObject([
      weak,
      { status: 400, body: { errors: { newPassword: expect.any(String) } } },
    ])
  }
  expect((await person.call(session.currentUser)).status).toBe(200)
  expect((await enter(person.user.email, PASSWORD)).status).toBe(200)
})

test('the eleventh wrong password in a quarter of an hour waits, right ones do not count', async () => {
  const person = await signIn()
  const ask = (password: string) => person.call(account.changeEmail, { body: { email: person.user.email, password } })
  await ask(PASSWORD)
  const answers = await Promise.all(Array.from({ length: 12 }, () => change(person, NEW, 'not the password')))
  expect(statusesOf(answers)).toEqual([...Array<number>(10).fill(400), 429, 429])
})

test('of eight changes at once, one is made', async () => {
  const person = await signIn()
  const answers = await Promise.all(Array.from({ length: 8 }, (_, place) => change(person, `${NEW} ${place}`)))
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
  const [made] = answers.filter(({ status }) => status === 200)
  expect((await withSession(sessionIn(made?.cookies ?? [])).call(session.currentUser)).status).toBe(200)
})

test('a new password withdraws a change of address that is under way', async () => {
  const [person, email] = [await signIn(), newAddress()]
  await person.call(account.changeEmail, { body: { email, password: PASSWORD } })
  await change(person)
  const token = await confirmationFor(email)
  expect(await stranger().call(session.verifyEmail, { body: { token } })).toMatchObject({
    status: 400,
    message: LINK_EXPIRED,
  })
})
