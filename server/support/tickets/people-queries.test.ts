import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { fullName } from '#contract/identity/session.ts'
import { tickets } from '#contract/support/tickets.ts'
import { newOrganization, newUser, signIn, times } from '#server/testing/testing.ts'

const agent = await signIn({ role: 'agent' })
const admin = await signIn({ role: 'admin' })

const search = async (text: string) => (await agent.call(tickets.customers, { query: { search: text } })).body

test('tickets can be given to agents and admins who are active, by name', async () => {
  const away = await newUser({ role: 'agent', status: 'suspended' })
  const { user: customer } = await signIn()
  const { body } = await agent.call(tickets.assignees)
  expect(body).toContainEqual({ id: agent.user.id, name: fullName(agent.user), email: agent.user.email })
  expect(body).toContainEqual({ id: admin.user.id, name: fullName(admin.user), email: admin.user.email })
  expect(body.filter(({ id }) => id === away.id || id === customer.id)).toEqual([])
  const names = body.map(({ name }) => name.toLowerCase())
  expect(names).toEqual(names.toSorted())
})

test('a customer is found by name, address and organization, unless suspended or of the staff', async () => {
  const mark = `mark${randomUUID().slice(0, 8)}`
  const organizationName = `Mine ${mark}`
  const organizationId = await newOrganization({ name: organizationName })
  const facts = { role: 'customer', organizationId, firstName: 'Thabo', lastName: `Nkosi ${mark}` } as const
  const user = await newUser(facts)
  await newUser({ ...facts, status: 'suspended' })
  await newUser({ role: 'agent', organizationId, lastName: mark })
  const found = { id: user.id, name: fullName(user), email: user.email, organizationName }
  for (const text of [`thabo nkosi ${mark}`, user.email.toUpperCase(), `mine ${mark}`]) {
    expect(await search(text)).toEqual([found])
  }
  for (const text of [`thabo%${mark}`, `mine_${mark}`]) expect(await search(text)).toEqual([])
})

test('at most twenty are offered, by name', async () => {
  const organizationId = await newOrganization({ name: `Crowd ${randomUUID()}` })
  await times(25, () => newUser({ role: 'customer', organizationId }))
  expect(await search('crowd')).toHaveLength(20)
  expect((await agent.call(tickets.customers)).body).toHaveLength(20)
  const names = (await search('crowd')).map(({ name }) => name.toLowerCase())
  expect(names).toEqual(names.toSorted())
})

test('lists people only for staff', async () => {
  for (const role of ['org_admin', 'customer'] as const) {
    const person = await signIn({ role })
    expect((await person.call(tickets.assignees)).status).toBe(403)
    expect((await person.call(tickets.customers)).status).toBe(403)
  }
})

test('people of the organization that is called so come before the first twenty by name', async () => {
  const mark = `mark${randomUUID().slice(0, 8)}`
  const role = 'customer'
  const wanted = await newUser({ role, organizationId: await newOrganization({ name: mark }), firstName: 'Yolanda' })
  const organizationId = await newOrganization({ name: `${mark} Holdings` })
  for (const firstName of 'ABCDEFGHIJKLMNOPQRST') await newUser({ role, organizationId, firstName })
  const found = await search(mark.toUpperCase())
  expect([found[0]?.id, found.length]).toEqual([wanted.id, 20])
})
