import { expect, test } from 'vitest'
import { NotificationKind, account } from '#contract/identity/account.ts'
import { session } from '#contract/identity/session.ts'
import { USERNAME_SHAPE } from '#contract/names.ts'
import { Role } from '#contract/roles.ts'
import { actionsOf } from '#server/testing/identity/account.ts'
import { PASSWORD, caller, db, newUser, signIn, statusesOf, stranger } from '#server/testing/testing.ts'
import { wantsMail } from './actions.ts'

test.each(Role.options)('%s reads the own account, and nothing secret in it', async (role) => {
  const person = await signIn({ role })
  const { status, body } = await person.call(account.read)
  expect(status).toBe(200)
  expect(body).toMatchObject({
    user: { id: person.user.id, email: person.user.email, role },
    pendingEmail: null,
    backupCodesLeft: 0,
  })
  expect(JSON.stringify(body)).not.toMatch(/argon2|hash|secret/i)
})

test('a name and a username can be changed, and the audit trail says what was', async () => {
  const person = await signIn()
  const profile = { firstName: ' Naledi ', lastName: person.user.lastName, username: `naledi-${crypto.randomUUID()}` }
  const { status, body } = await person.call(account.changeProfile, { body: { ...profile, role: 'admin' } })
  expect(status).toBe(200)
  expect(body).toMatchObject({ firstName: 'Naledi', username: profile.username, role: 'org_admin' })
  expect((await person.call(session.currentUser)).body).toMatchObject({ firstName: 'Naledi', role: 'org_admin' })
  await person.call(account.changeProfile, { body: profile })
  expect(await actionsOf(person)).toEqual(['user.updated'])
  const again = await stranger().call(session.login, { body: { username: profile.username, password: PASSWORD } })
  expect(again.status).toBe(200)
})

test('a change of one field keeps the others, which another tab may have changed', async () => {
  const person = await signIn()
  const username = `naledi-${crypto.randomUUID()}`
  const [first, second] = await Promise.all([
    person.call(account.changeProfile, { body: { username } }),
    person.call(account.changeProfile, { body: { lastName: 'Nkosi' } }),
  ])
  expect([first.status, second.status]).toEqual([200, 200])
  const changed = { firstName: person.user.firstName, lastName: 'Nkosi', username }
  expect((await person.call(account.read)).body.user).toMatchObject(changed)
  expect([first.body, second.body]).toContainEqual(expect.objectContaining(changed))
  for (const body of [{}, { role: 'admin' }]) {
    const refused = await person.call(account.changeProfile, { body })
    expect(refused).toMatchObject({ status: 400, message: 'Nothing to change' })
  }
})

test('a username is taken once, whatever its case and however many want it', async () => {
  const username = `wanted-${crypto.randomUUID()}`
  const people = await Promise.all(Array.from({ length: 8 }, () => signIn()))
  const answers = await Promise.all(
    people.map(({ call }, place) =>
      call(account.changeProfile, {
        body: { firstName: 'A', lastName: 'B', username: place % 2 ? username : username.toUpperCase() },
      }),
    ),
  )
  expect(statusesOf(answers)).toEqual([200, 409, 409, 409, 409, 409, 409, 409])
  expect(answers.find(({ status }) => status === 409)?.body).toEqual({
    message: 'This username is already taken.',
    errors: { username: 'This username is already taken.' },
  })
})

test('a username from before the rules signs in and stays, and only a new one has to follow them', async () => {
  const unique = crypto.randomUUID().slice(0, 8)
  const user = await newUser({ role: 'agent', username: `josé@${unique}` })
  const credentials = { username: `josé@${unique}`, password: PASSWORD }
  const { status, cookies } = await stranger().call(session.login, { body: credentials })
  expect(status).toBe(200)
  const person = caller({ cookie: `__Host-session=${cookies[0]?.value}` })
  const change = (username: string) =>
    person.call(account.changeProfile, { body: { firstName: 'José', lastName: user.lastName, username } })
  expect((await change(`josé@${unique}`)).status).toBe(200)
  expect(await change(`maría-${unique}`)).toMatchObject({
    status: 400,
    body: { message: USERNAME_SHAPE, errors: { username: USERNAME_SHAPE } },
  })
  expect((await change(`maria-${unique}`)).status).toBe(200)
})

test('a profile follows the rules of the registration', async () => {
  const person = await signIn()
  const change = (body: object) => person.call(account.changeProfile, { body })
  expect(await change({ firstName: ' ', lastName: 'B', username: 'ab' })).toMatchObject({
    status: 400,
    body: { errors: { firstName: 'First name is required', username: 'Username must be at least 3 characters' } },
  })
  expect((await change({ firstName: 'A\0', lastName: 'B', username: 'abc' })).status).toBe(400)
  expect((await person.call(session.currentUser)).body.firstName).toBe(person.user.firstName)
})

test('mail is wanted until it is switched off, and again once it is switched on', async () => {
  const person = await signIn()
  const set = (isEnabled: boolean) => person.call(account.setNotification, { body: { kind: 'invoices', isEnabled } })
  const wants = () => wantsMail(db, person.user.id, 'invoices')
  expect(await wants()).toBe(true)
  expect((await set(false)).body).toEqual({ kind: 'invoices', isEnabled: false })
  expect(await wants()).toBe(false)
  expect(await wantsMail(db, person.user.id, 'team')).toBe(true)
  expect((await person.call(account.read)).body.notifications).toContainEqual({ kind: 'invoices', isEnabled: false })
  await Promise.all(Array.from({ length: 8 }, () => set(true)))
  expect(await wants()).toBe(true)
  expect(await actionsOf(person)).toEqual(['user.notification-changed', 'user.notification-changed'])
})

test('offers the emails that concern the role', async () => {
  const offered = async (role: Role) => {
    const { body } = await (await signIn({ role })).call(account.read)
    return body.notifications.map(({ kind }) => kind)
  }
  expect(await offered('org_admin')).toEqual(NotificationKind.options)
  expect(await offered('customer')).toEqual(['license_requests', 'tickets'])
  expect(await offered('admin')).toEqual(['tickets'])
  expect(await offered('agent')).toEqual(['tickets'])
})

test('only kinds of mail that exist can be switched', async () => {
  const person = await signIn()
  const body = { kind: 'password-changed', isEnabled: false }
  expect((await person.call(account.setNotification, { body })).status).toBe(400)
})
