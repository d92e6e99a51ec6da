import { randomUUID } from 'node:crypto'
import { and, eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { NAME_TAKEN, categories } from '#contract/support/categories.ts'
import { makeTicket } from '#demo/rows/tickets.ts'
import { auditLog } from '#server/database/schema/audit.ts'
import { tickets } from '#server/database/schema/support/tickets.ts'
import { db, signIn, statusesOf, type Person } from '#server/testing/testing.ts'

const admin = await signIn({ role: 'admin' })
const agent = await signIn({ role: 'agent' })
const customer = await signIn({ role: 'customer' })

const newName = () => `Category ${randomUUID()}`

async function newCategory(person: Person = agent, draft: object = {}) {
  const { body, status } = await person.call(categories.create, { body: { name: newName(), ...draft } })
  expect(status).toBe(201)
  return body
}

const listed = async (person: Person, id: string) =>
  (await person.call(categories.list)).body.find((category) => category.id === id)

const trailOf = (id: string) =>
  db
    .select({ action: auditLog.action, organizationId: auditLog.organizationId, changes: auditLog.changes })
    .from(auditLog)
    .where(and(eq(auditLog.subjectId, id), eq(auditLog.subjectKind, 'category')))
    .orderBy(auditLog.id)

test('an agent adds a category, grey unless a color is given [R-API-47 R-ENT-56 R-CONST-25 R-ROLE-19]', async () => {
  const name = newName()
  const grey = await newCategory(agent, { name: `  ${name} ` })
  expect(grey).toEqual({
    id: expect.any(String),
    name,
    description: null,
    color: '#6B7280',
    createdAt: expect.any(String),
    ticketCount: 0,
  })
  const red = await newCategory(admin, { description: 'What they pay', color: '#dc2626' })
  expect(red).toMatchObject({ description: 'What they pay', color: '#dc2626' })
  expect(await trailOf(red.id)).toEqual([
    {
      action: 'category.created',
      organizationId: null,
      changes: { name: [null, red.name], description: [null, 'What they pay'], color: [null, '#dc2626'] },
    },
  ])
})

test('lists the categories by name, with the number of tickets for staff only [R-API-46]', async () => {
  const category = await newCategory()
  const { organizationId, user } = customer
  await makeTicket(db, { organizationId, userId: user.id, categoryId: category.id })
  expect(await listed(customer, category.id)).toEqual({ ...category, ticketCount: null })
  expect(await listed(agent, category.id)).toEqual({ ...category, ticketCount: 1 })
  const names = (await agent.call(categories.list)).body.map(({ name }) => name.toLowerCase())
  expect(names).toEqual(names.toSorted())
})

test.each([
  ['a blank name [R-VAL-73]', { name: '   ' }, 'name', 'Category name is required'],
  ['no name [R-VAL-73]', { name: undefined }, 'name', 'Category name is required'],
  ['a name of 81 characters', { name: 'n'.repeat(81) }, 'name', 'Must be at most 80 characters'],
  ['a name of two lines', { name: 'one\ntwo' }, 'name', 'Contains characters that cannot be used'],
  [
    'a description of 501 characters',
    { description: 'd'.repeat(501) },
    'description',
    'Must be at most 500 characters',
  ],
  ['a color by name', { color: 'red' }, 'color', 'Must be a color like #6B7280'],
  ['a color with a style behind it', { color: '#6B7280;x' }, 'color', 'Must be a color like #6B7280'],
])('%s is refused at its field', async (_name, wrong, field, message) => {
  const answer = await agent.call(categories.create, { body: { name: newName(), ...wrong } })
  expect([answer.status, answer.body]).toEqual([400, { message, errors: { [field]: message } }])
})

test('what is given changes, the rest stays, and an empty description is none [R-API-48 R-VAL-74]', async () => {
  const category = await newCategory(agent, { description: 'First words' })
  const change = (body: object) => agent.call(categories.change, { params: category, body })
  expect((await change({ color: '#123abc' })).body).toEqual({ ...category, color: '#123abc' })
  expect((await change({ description: '' })).body.description).toBeNull()
  expect((await change({ description: 'Back' })).body.description).toBe('Back')
  expect((await change({ description: null })).body.description).toBeNull()
  expect((await change({})).status).toBe(200)
  expect((await change({ name: ' ' })).status).toBe(400)
  expect((await trailOf(category.id)).map(({ action, changes }) => [action, changes]).slice(1)).toEqual([
    ['category.updated', { color: ['#6B7280', '#123abc'] }],
    ['category.updated', { description: ['First words', null] }],
    ['category.updated', { description: [null, 'Back'] }],
    ['category.updated', { description: ['Back', null] }],
  ])
})

test('a name is there once, whatever its case, also when it is given at the same moment', async () => {
  const name = newName()
  const body = { name }
  const answers = await Promise.all(Array.from({ length: 8 }, () => agent.call(categories.create, { body })))
  expect(statusesOf(answers)).toEqual([201, ...Array<number>(7).fill(409)])
  const refusal = { message: NAME_TAKEN, errors: { name: NAME_TAKEN } }
  const upper = await agent.call(categories.create, { body: { name: name.toUpperCase() } })
  expect([upper.status, upper.body]).toEqual([409, refusal])
  const other = await newCategory()
  const renamed = await agent.call(categories.change, { params: other, body })
  expect([renamed.status, renamed.body]).toEqual([409, refusal])
  expect((await listed(agent, other.id))?.name).toBe(other.name)
  const own = await agent.call(categories.change, { params: other, body: { name: other.name.toUpperCase() } })
  expect(own.status).toBe(200)
})

test('a deleted category leaves its tickets without one and as old as they were [R-API-49]', async () => {
  const { organizationId, user } = customer
  const [category, other] = [await newCategory(), await newCategory()]
  const facts = { organizationId, userId: user.id, updatedAt: '2026-01-05T08:00:00.000Z' }
  const kept = await makeTicket(db, { ...facts, categoryId: other.id })
  const left = await makeTicket(db, { ...facts, categoryId: category.id })
  const { status, body } = await agent.call(categories.remove, { params: category })
  expect([status, body]).toEqual([200, { message: 'Category deleted' }])
  const rows = await db.select().from(tickets).where(eq(tickets.organizationId, organizationId))
  const facted = rows.map(({ id, categoryId, updatedAt }) => ({ id, categoryId, updatedAt }))
  expect(facted).toContainEqual({ id: left.id, categoryId: null, updatedAt: facts.updatedAt })
  expect(facted).toContainEqual({ id: kept.id, categoryId: other.id, updatedAt: facts.updatedAt })
  expect(await listed(agent, category.id)).toBeUndefined()
  expect((await trailOf(category.id)).at(-1)).toEqual({
    action: 'category.deleted',
    organizationId: null,
    changes: { name: [category.name, null], tickets: [1, 0] },
  })
})

test('of eight who delete one category, one does; what is gone is 404', async () => {
  const category = await newCategory()
  const answers = await Promise.all(
    Array.from({ length: 8 }, () => agent.call(categories.remove, { params: category })),
  )
  expect(statusesOf(answers)).toEqual([200, ...Array<number>(7).fill(404)])
  const change = await agent.call(categories.change, { params: category, body: { name: newName() } })
  expect([change.status, change.message]).toEqual([404, 'Category not found'])
})

test('customers and their administrators change nothing [R-ROLE-25]', async () => {
  const category = await newCategory()
  for (const person of [customer, await signIn({ role: 'org_admin' })]) {
    const answers = [
      await person.call(categories.create, { body: { name: newName() } }),
      await person.call(categories.change, { params: category, body: { name: newName() } }),
      await person.call(categories.remove, { params: category }),
    ]
    expect(statusesOf(answers)).toEqual([403, 403, 403])
  }
  expect(await listed(agent, category.id)).toEqual(category)
})
