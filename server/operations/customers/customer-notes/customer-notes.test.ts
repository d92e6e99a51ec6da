import { randomUUID } from 'node:crypto'
import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { audit } from '#contract/operations/audit.ts'
import { customerNotes } from '#contract/operations/customer-notes.ts'
import { customers } from '#contract/operations/customers.ts'
import { auditLog } from '#server/database/schema/audit.ts'
import { db, newOrganization, newUser, signIn, type Person } from '#server/testing/testing.ts'

const admin = await signIn({ role: 'admin' })
const agent = await signIn({ role: 'agent' })
const colleague = await signIn({ role: 'agent' })

const write = (id: string, text: unknown, by: Person = agent) =>
  by.call(customerNotes.create, { params: { id }, body: { text } })

const texts = async (id: string) =>
  (await colleague.call(customerNotes.list, { params: { id } })).body.map(({ text }) => text)

test('staff write notes, which all staff read, newest first', async () => {
  const id = await newOrganization()
  const first = await write(id, '  Prefers calls\nbefore noon ')
  expect(first).toMatchObject({ status: 201, body: { text: 'Prefers calls\nbefore noon', authorId: agent.user.id } })
  await write(id, 'Renews in March', admin)
  expect(await texts(id)).toEqual(['Renews in March', 'Prefers calls\nbefore noon'])
})

test('its author and admins change and delete a note, others are refused with a sentence', async () => {
  const id = await newOrganization()
  const { body: note } = await write(id, 'Draft')
  const params = { id, noteId: note.id }
  const change = (by: Person, text: string) => by.call(customerNotes.change, { params, body: { text } })
  expect(await change(colleague, 'Mine')).toMatchObject({
    status: 403,
    message: 'Only its author and admins can change a note.',
  })
  expect((await colleague.call(customerNotes.remove, { params })).status).toBe(403)
  expect((await change(agent, 'Second')).status).toBe(200)
  expect((await change(admin, 'Third')).body.updatedAt > note.updatedAt).toBe(true)
  const elsewhere = { id: await newOrganization(), noteId: note.id }
  expect((await admin.call(customerNotes.remove, { params: elsewhere })).status).toBe(404)
  expect(await texts(id)).toEqual(['Third'])
  expect((await agent.call(customerNotes.remove, { params })).status).toBe(200)
  expect((await agent.call(customerNotes.remove, { params })).status).toBe(404)
  expect(await texts(id)).toEqual([])
})

test('If-Match refuses to overwrite a newer change of a note', async () => {
  const id = await newOrganization()
  const { body: note } = await write(id, 'Draft')
  const params = { id, noteId: note.id }
  const change = (by: Person, text: string, version: string) =>
    by.call(customerNotes.change, { params, body: { text }, headers: { 'if-match': version } })
  const { body: newer } = await change(agent, 'Second', note.updatedAt)
  expect(await change(admin, 'Third', note.updatedAt)).toMatchObject({
    status: 409,
    message: 'Someone else changed this note. Check it and try again.',
  })
  expect(await texts(id)).toEqual(['Second'])
  expect((await change(admin, 'Third', newer.updatedAt)).status).toBe(200)
})

test.each([[''], ['  \n '], ['x'.repeat(5001)], [undefined], [5], ['nul\u0000']])(
  'the note %j is refused',
  async (text) => {
    expect((await write(await newOrganization(), text)).status).toBe(400)
  },
)

test('a note about an organization that does not exist is refused', async () => {
  expect((await write(randomUUID(), 'Hello')).status).toBe(404)
})

test('the organization’s own audit log has no trace of notes, tags and owner, and the vendor’s has no text', async () => {
  const owner = await signIn()
  const params = { id: owner.organizationId }
  await write(params.id, 'Difficult customer')
  await admin.call(customers.setTags, { params, body: { tags: ['difficult'] } })
  await admin.call(customers.setOwner, { params, body: { ownerId: agent.user.id } })
  const own = await owner.call(audit.list)
  expect(JSON.stringify(own.body)).not.toMatch(/note|tags|owner-changed|difficult/i)
  const entries = await db.select().from(auditLog).where(eq(auditLog.subjectId, params.id)).orderBy(auditLog.id)
  expect(entries.map(({ action, organizationId }) => [action, organizationId])).toEqual([
    ['organization.note-added', null],
    ['organization.tags-changed', null],
    ['organization.owner-changed', null],
  ])
  expect(JSON.stringify(entries)).not.toContain('Difficult customer')
})

test('admins tag an organization and give it an owner, by which staff find it', async () => {
  const id = await newOrganization()
  const [params, tag] = [{ id }, `tag-${randomUUID()}`.slice(0, 30)]
  const tagged = await admin.call(customers.setTags, { params, body: { tags: [tag, tag.toUpperCase(), 'mining'] } })
  expect(tagged.body.tags).toEqual([tag, 'mining'])
  const owned = await admin.call(customers.setOwner, { params, body: { ownerId: agent.user.id } })
  expect(owned.body).toMatchObject({ tags: [tag, 'mining'], owner: { id: agent.user.id, name: 'Lerato Dlamini' } })
  const find = async (query: object, by = agent) => (await by.call(customers.list, { query })).body.map((row) => row.id)
  expect(await find({ tag })).toEqual([id])
  expect(await find({ owner: 'me' })).toContain(id)
  expect(await find({ owner: 'me' }, colleague)).not.toContain(id)
  expect(await find({ owner: agent.user.id }, colleague)).toContain(id)
  expect(await find({ owner: 'none' })).not.toContain(id)
  expect((await agent.call(customers.tags)).body).toContainEqual({ tag, count: 1 })
  await admin.call(customers.setOwner, { params, body: { ownerId: null } })
  expect(await find({ owner: 'none' })).toContain(id)
})

test('agents and wrong owners and tags are refused', async () => {
  const owner = await signIn()
  const params = { id: owner.organizationId }
  for (const [endpoint, body] of [
    [customers.setTags, { tags: ['mine'] }],
    [customers.setOwner, { ownerId: agent.user.id }],
  ] as const) {
    for (const by of [agent, owner]) expect((await by.call(endpoint, { params, body })).status).toBe(403)
    expect((await admin.call(endpoint, { params: { id: randomUUID() }, body })).status).toBe(404)
  }
  const suspended = await newUser({ role: 'agent', status: 'suspended' })
  for (const ownerId of [owner.user.id, suspended.id, randomUUID()])
    expect(await admin.call(customers.setOwner, { params, body: { ownerId } })).toMatchObject({
      status: 400,
      message: 'The account owner must be active staff.',
    })
  for (const tags of [Array.from({ length: 11 }, (_, place) => `t${place}`), ['a,b'], [''], 'one', ['x'.repeat(41)]])
    expect((await admin.call(customers.setTags, { params, body: { tags } })).status).toBe(400)
})
