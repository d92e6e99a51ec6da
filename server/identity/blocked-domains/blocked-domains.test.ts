import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { blockedDomains } from '#contract/identity/blocked-domains.ts'
import { makeUser } from '#demo/rows/users.ts'
import { entriesAbout } from '#server/testing/identity/users.ts'
import { db, signIn, statusesOf } from '#server/testing/testing.ts'

const admin = await signIn({ role: 'admin' })
const newDomain = () => `${randomUUID().slice(0, 8)}.example`
const block = (domain: string) => admin.call(blockedDomains.create, { body: { domain } })

test('a domain is blocked, listed with who did it, and unblocked', async () => {
  const domain = newDomain()
  const { status, body } = await block(` @${domain.toUpperCase()} `)
  expect([status, body.domain]).toEqual([201, domain])
  const { firstName, lastName } = admin.user
  expect((await admin.call(blockedDomains.list)).body[0]).toMatchObject({
    id: body.id,
    domain,
    blockedBy: `${firstName} ${lastName}`,
  })
  expect((await admin.call(blockedDomains.remove, { params: body })).status).toBe(200)
  expect((await admin.call(blockedDomains.remove, { params: body })).status).toBe(404)
  expect((await admin.call(blockedDomains.list)).body.map(({ id }) => id)).not.toContain(body.id)
  expect((await entriesAbout(body.id)).map(({ action }) => action)).toEqual([
    'blocked-domain.created',
    'blocked-domain.deleted',
  ])
})

test('a domain is blocked once, also when two admins do it at once or it is below a blocked one', async () => {
  const domain = newDomain()
  expect(statusesOf(await Promise.all([block(domain), block(domain)]))).toEqual([201, 409])
  expect(await block(`mail.${domain}`)).toMatchObject({ status: 409, message: `${domain} is already blocked.` })
})

test('a domain of active users is not blocked, nor a part of the internet', async () => {
  const domain = newDomain()
  await makeUser(db, { email: `someone@mail.${domain.toUpperCase()}` })
  const message = `One active user has an address at ${domain}, so it cannot be blocked.`
  expect(await block(domain)).toMatchObject({ status: 409, body: { message, errors: { domain: message } } })
  expect((await block(`x${domain}`)).status).toBe(201)
  expect((await block('example')).status).toBe(400)
})

test.each([
  '',
  'com',
  'a b.com',
  'a..com',
  '-a.com',
  'a.com/x',
  'a%.com',
  'x@a.com',
  'a.c0m-',
  `${'a'.repeat(64)}.com`,
])('refuses %j as a domain', async (domain) => {
  expect(await block(domain)).toMatchObject({ status: 400, body: { errors: { domain: 'Write it as example.com' } } })
})
