import { randomUUID } from 'node:crypto'
import { and, asc, eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { MAX_TAGS, TITLE_AND_CONTENT, documents, type DocumentChanges } from '#contract/support/documents.ts'
import { makeDocument } from '#demo/rows/documents.ts'
import { auditLog } from '#server/database/schema/audit.ts'
import { db, signIn, statusesOf, type Person } from '#server/testing/testing.ts'

const words = { title: 'Activate a computer', content: 'Enter the **key**.' }

const storyOf = (id: string) =>
  db
    .select({ action: auditLog.action, organizationId: auditLog.organizationId, changes: auditLog.changes })
    .from(auditLog)
    .where(and(eq(auditLog.subjectKind, 'document'), eq(auditLog.subjectId, id)))
    .orderBy(asc(auditLog.id))

const change = (person: Person, id: string, body: DocumentChanges, version?: string) =>
  person.call(documents.change, { params: { id }, body, ...(version && { headers: { 'if-match': `"${version}"` } }) })

test.each(['admin', 'agent'] as const)('%s writes a document [R-API-52 R-ROLE-20]', async (role) => {
  const person = await signIn({ role })
  const facts = { ...words, type: 'faq', tags: ['billing', 'eft'], published: true }
  const { status, body } = await person.call(documents.create, { body: facts })
  expect(status).toBe(201)
  expect(body).toMatchObject(facts)
  const customer = await signIn({ role: 'customer' })
  expect((await customer.call(documents.one, { params: body })).body).toEqual(body)
  const { content: _text, ...told } = facts
  const changes = Object.fromEntries(Object.entries(told).map(([field, value]) => [field, [null, value]]))
  expect(await storyOf(body.id)).toEqual([{ action: 'document.created', organizationId: null, changes }])
})

test('who says no more than the words writes a draft of type doc [R-ENT-58 R-CONST-27]', async () => {
  const agent = await signIn({ role: 'agent' })
  const { body } = await agent.call(documents.create, { body: words })
  expect(body).toMatchObject({ ...words, type: 'doc', published: false, tags: [] })
})

test('a blank title or content is refused, and so is what is too long or no type [R-VAL-70]', async () => {
  const agent = await signIn({ role: 'agent' })
  const { id } = await makeDocument(db)
  for (const blank of [{ title: ' ' }, { content: '\n\t ' }]) {
    const created = await agent.call(documents.create, { body: { ...words, ...blank } })
    const changed = await agent.call(documents.change, { params: { id }, body: blank })
    for (const { status, message } of [created, changed])
      expect([blank, status, message]).toEqual([blank, 400, TITLE_AND_CONTENT])
  }
  for (const lacking of [{ title: words.title }, { content: words.content }])
    expect(await agent.call(documents.create, { body: lacking })).toMatchObject({ status: 400 })
  const manyTags = Array.from({ length: MAX_TAGS + 1 }, (_, place) => `tag ${place}`)
  for (const wrong of [
    { title: 'a'.repeat(201) },
    { content: 'a'.repeat(200_001) },
    { content: 'a\0b' },
    { type: 'novel' },
    { tags: manyTags },
    { tags: ['a'.repeat(61)] },
    { tags: ['a\nb'] },
    { published: 'yes' },
  ]) {
    const { status } = await agent.call(documents.create, { body: { ...words, ...wrong } })
    expect([wrong, status]).toEqual([wrong, 400])
  }
})

test('a tag that is said twice counts once, in any case', async () => {
  const agent = await signIn({ role: 'agent' })
  const { body } = await agent.call(documents.create, {
    body: { ...words, tags: [' EFT', 'billing', 'eft', 'Billing'] },
  })
  expect(body.tags).toEqual(['EFT', 'billing'])
})

test('the longest text of the most words is kept', async () => {
  const agent = await signIn({ role: 'agent' })
  const content = Array.from({ length: 50_000 }, (_, place) =>
    String.fromCodePoint(0x4e00 + (place % 20_000), 0x4e00 + Math.floor(place / 7), 0x4e01),
  ).join(' ')
  const { status } = await agent.call(documents.create, { body: { ...words, content } })
  expect(status).toBe(201)
})

test('refuses other users who create, change or delete a document [R-ROLE-26]', async () => {
  const { id, title } = await makeDocument(db)
  for (const role of ['org_admin', 'customer'] as const) {
    const person = await signIn({ role })
    expect((await person.call(documents.create, { body: words })).status).toBe(403)
    expect((await change(person, id, { title: 'Mine' })).status).toBe(403)
    expect((await person.call(documents.remove, { params: { id } })).status).toBe(403)
  }
  const admin = await signIn({ role: 'admin' })
  expect((await admin.call(documents.one, { params: { id } })).body.title).toBe(title)
  expect(await storyOf(id)).toEqual([])
})

test('changing, publishing and unpublishing a document are audited separately, and only if something changes', async () => {
  const agent = await signIn({ role: 'agent' })
  const { id, updatedAt } = await makeDocument(db, { ...words, tags: ['eft'], published: false })
  const same = await change(agent, id, { title: words.title, tags: ['eft'], published: false })
  expect(same.body.updatedAt).toBe(updatedAt)
  const { body } = await change(agent, id, {
    content: 'Enter it.',
    tags: ['eft', 'key'],
    type: 'guide',
    published: true,
  })
  expect(body).toMatchObject({ title: words.title, content: 'Enter it.', tags: ['eft', 'key'], published: true })
  expect(body.updatedAt > updatedAt).toBe(true)
  await change(agent, id, { published: false })
  expect(await storyOf(id)).toEqual([
    {
      action: 'document.updated',
      organizationId: null,
      changes: { tags: [['eft'], ['eft', 'key']], type: ['doc', 'guide'], contentLength: [words.content.length, 9] },
    },
    { action: 'document.published', organizationId: null, changes: { published: [false, true] } },
    { action: 'document.unpublished', organizationId: null, changes: { published: [true, false] } },
  ])
})

test('refuses to overwrite a newer change', async () => {
  const agent = await signIn({ role: 'agent' })
  const { id, updatedAt } = await makeDocument(db)
  expect((await change(agent, id, { title: 'First' }, updatedAt)).status).toBe(200)
  const late = await change(agent, id, { title: 'Second' }, updatedAt)
  expect(late).toMatchObject({ status: 409, message: 'Someone else changed this document. Check it and try again.' })
})

test('of eight who change the same version one succeeds, and of eight who delete it', async () => {
  const agent = await signIn({ role: 'agent' })
  const { id, updatedAt } = await makeDocument(db)
  const eight = Array.from({ length: 8 }, (_, place) => `Title ${place}`)
  const changed = await Promise.all(eight.map((title) => change(agent, id, { title }, updatedAt)))
  expect(statusesOf(changed)).toEqual([200, ...Array<number>(7).fill(409)])
  const removed = await Promise.all(eight.map(() => agent.call(documents.remove, { params: { id } })))
  expect(statusesOf(removed)).toEqual([200, ...Array<number>(7).fill(404)])
  expect((await storyOf(id)).map(({ action }) => action)).toEqual(['document.updated', 'document.deleted'])
})

test('a deleted document is gone, and one that never was is not found [R-API-53 R-ROLE-20]', async () => {
  const agent = await signIn({ role: 'agent' })
  const { id, title } = await makeDocument(db)
  const { status, body } = await agent.call(documents.remove, { params: { id } })
  expect([status, body.message]).toEqual([200, 'Document deleted'])
  expect(await storyOf(id)).toMatchObject([{ action: 'document.deleted', changes: { title: [title, null] } }])
  for (const gone of [id, randomUUID()]) {
    expect((await agent.call(documents.one, { params: { id: gone } })).status).toBe(404)
    expect((await change(agent, gone, { title: 'Again' })).status).toBe(404)
    expect((await agent.call(documents.remove, { params: { id: gone } })).status).toBe(404)
  }
  expect((await agent.call(documents.one, { params: { id: 'nonsense' } })).status).toBe(400)
})
