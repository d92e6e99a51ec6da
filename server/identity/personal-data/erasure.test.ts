import { randomUUID } from 'node:crypto'
import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { ALREADY_ERASED, NOT_SUSPENDED, WRONG_ADDRESS } from '#contract/identity/personal-data.ts'
import { session } from '#contract/identity/session.ts'
import { users } from '#contract/identity/users.ts'
import { customers } from '#contract/operations/customers.ts'
import { search as palette } from '#contract/operations/search.ts'
import { makeUser } from '#demo/rows/users.ts'
import { users as rows } from '#server/database/schema/identity/users.ts'
import { admin, erase, suspend, suspendAndErase, suspended } from '#server/testing/identity/personal-data.ts'
import { members, reactivate } from '#server/testing/identity/team.ts'
import { entriesAbout, stored } from '#server/testing/identity/users.ts'
import { db, PASSWORD, signIn, statusesOf, stranger, times } from '#server/testing/testing.ts'

test('an erased user is in no list, and the address can register again', async () => {
  const boss = await signIn({ role: 'org_admin' })
  const { user } = await boss.colleague('customer')
  await suspend(user.id)
  const counted = (await admin.call(users.summary)).body.total
  const lists = (search: string) =>
    Promise.all([
      admin.call(users.list, { query: { status: 'suspended', search } }),
      members(boss, { search }),
      admin.call(customers.people, { params: { id: boss.organizationId }, query: { search } }),
      admin.call(customers.list, { query: { search } }),
      admin.call(palette.everything, { query: { q: search } }),
    ]).then((answers) => answers.map(({ body }) => JSON.stringify(body)))
  const ids = [user.id, user.id, user.id, boss.organizationId, user.id]
  for (const [place, list] of (await lists(user.email)).entries()) expect(list).toContain(ids[place])
  expect((await erase(user.id, user.email)).status).toBe(200)
  const { email } = (await stored(user.id))!
  for (const [place, list] of (await lists(email)).entries()) expect(list).not.toContain(ids[place])
  expect((await admin.call(users.summary)).body.total).toBe(counted - 1)
  await makeUser(db, {
    email: user.email,
    username: user.username,
    organizationId: boss.organizationId,
    role: 'customer',
  })
  expect((await admin.call(users.read, { params: user })).body).toMatchObject({
    isErased: true,
    arrival: null,
    suspended: null,
  })
})

test('an erased user cannot come back', async () => {
  const boss = await signIn({ role: 'org_admin' })
  const { user } = await boss.colleague('customer')
  await suspend(user.id)
  await erase(user.id, user.email)
  const params = { id: user.id }
  expect(await admin.call(users.reactivate, { params })).toMatchObject({
    status: 409,
    message: ALREADY_ERASED,
  })
  expect(await admin.call(users.replaceEmail, { params, body: { email: 'new@people.example' } })).toMatchObject({
    status: 409,
    message: ALREADY_ERASED,
  })
  expect((await reactivate(boss, user.id)).status).toBe(404)
  for (const identifier of [{ email: user.email }, { username: user.username }])
    expect((await stranger().call(session.login, { body: { ...identifier, password: PASSWORD } })).status).toBe(401)
  expect((await stored(user.id))?.status).toBe('suspended')
})

test('the audit log records the erasure without what was erased', async () => {
  const user = await suspended()
  await erase(user.id, user.email)
  const entry = (await entriesAbout(user.id)).at(-1)
  expect(entry).toMatchObject({ action: 'user.erased', actorId: admin.user.id, changes: {} })
})

test('refuses a user who is not suspended, is erased or does not exist', async () => {
  const { user } = await signIn()
  expect(await erase(user.id, user.email)).toMatchObject({ status: 409, message: NOT_SUSPENDED })
  await suspend(user.id)
  expect((await erase(user.id, user.email)).status).toBe(200)
  const { email } = (await stored(user.id))!
  expect(await erase(user.id, email)).toMatchObject({ status: 409, message: ALREADY_ERASED })
  expect((await erase(admin.user.id, admin.user.email)).status).toBe(409)
  expect((await erase(randomUUID(), user.email)).status).toBe(404)
})

test.each([null, '', 'someone@people.example', 7])('the address %j erases no one', async (email) => {
  const user = await suspended()
  const answer = await erase(user.id, email)
  expect(answer).toMatchObject({ status: 400, body: { errors: { email: expect.any(String) } } })
  if (email === 'someone@people.example') expect(answer.message).toBe(WRONG_ADDRESS)
  expect(await stored(user.id)).toMatchObject({ email: user.email, erasedAt: null })
})

test('erases once when eight admins do it at the same time', async () => {
  const user = await suspended()
  const answers = await times(8, () => erase(user.id, user.email))
  expect(statusesOf(answers)).toEqual([200, ...Array<number>(7).fill(409)])
})

test('either erases or reactivates when two admins do both at the same time', async () => {
  const user = await suspended()
  const [erased, reactivated] = await Promise.all([
    erase(user.id, user.email),
    admin.call(users.reactivate, { params: user }),
  ])
  expect(statusesOf([erased, reactivated])).toEqual([200, 409])
  expect((await stored(user.id))?.status).toBe(erased.status === 200 ? 'suspended' : 'active')
})

test('lists an erased user whom the previous release has reactivated, so that no one has access unseen', async () => {
  const boss = await signIn({ role: 'org_admin' })
  const { user } = await boss.colleague('customer')
  await suspendAndErase(user)
  await db.update(rows).set({ status: 'active' }).where(eq(rows.id, user.id))
  const listed = expect.objectContaining({ id: user.id, status: 'active' })
  for (const { body } of [await admin.call(users.list), await members(boss)]) expect(body).toContainEqual(listed)
  await suspend(user.id)
  expect((await members(boss)).body).toHaveLength(1)
})
