import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { search } from '#contract/operations/search.ts'
import { Role, isStaff } from '#contract/roles.ts'
import { documents } from '#contract/support/documents.ts'
import { makeDocument } from '#demo/rows/documents.ts'
import { db, inDays, signIn, stranger, type Person } from '#server/testing/testing.ts'

/** A word that only this test's documents contain. */
const newMark = () => `mark${randomUUID().slice(0, 8)}`

const titlesFor = async (person: Person, query: Record<string, string>) =>
  (await person.call(documents.list, { query })).body.map(({ title }) => title).toSorted()

test('a document is read with everything it has [R-API-50 R-ENT-57 R-ROLE-36]', async () => {
  const mark = newMark()
  const instants = { createdAt: '2026-03-05T12:00:00.000Z', updatedAt: '2026-03-06T12:00:00.000Z' }
  const facts = { title: mark, content: '## Steps', tags: ['installation'], ...instants }
  const { id } = await makeDocument(db, { ...facts, type: 'guide' })
  const customer = await signIn({ role: 'customer' })
  const { body } = await customer.call(documents.list, { query: { search: mark } })
  const document = { id, published: true, type: 'guide', ...facts }
  expect(body).toEqual([{ ...document, feedback: null, excerpt: 'Steps' }])
  expect((await customer.call(documents.one, { params: { id } })).body).toEqual(document)
})

test('a document that says no more than its text is a draft of type doc [R-ENT-58]', async () => {
  const mark = newMark()
  await makeDocument(db, { title: mark, published: undefined })
  const agent = await signIn({ role: 'agent' })
  const { body } = await agent.call(documents.list, { query: { search: mark } })
  expect(body).toMatchObject([{ type: 'doc', published: false, tags: [] }])
})

test.each(Role.options)('drafts are the staff’s: %s, by list, search, type and tag', async (role) => {
  const mark = newMark()
  await makeDocument(db, { title: 'Public', content: mark, tags: [mark], type: 'policy' })
  await makeDocument(db, { title: 'Draft', content: mark, tags: [mark], type: 'policy', published: false })
  const person = await signIn({ role })
  const readable = isStaff(role) ? ['Draft', 'Public'] : ['Public']
  const queries: Record<string, string>[] = [{ search: mark }, { tag: mark }, { tag: mark, type: 'policy' }]
  for (const query of queries) {
    expect(await titlesFor(person, query)).toEqual(readable)
    const { headers } = await person.call(documents.list, { query })
    expect(headers['x-total-count']).toBe(String(readable.length))
  }
  const all = await person.call(documents.list)
  expect(all.body.some(({ published }) => !published)).toBe(isStaff(role))
})

test.each(Role.options)(
  'a draft is opened, suggested and found in the palette by staff at most: %s [R-ROLE-36]',
  async (role) => {
    const mark = newMark()
    const { id } = await makeDocument(db, { title: mark, published: false })
    const person = await signIn({ role })
    expect((await person.call(documents.one, { params: { id } })).status).toBe(isStaff(role) ? 200 : 404)
    expect((await person.call(documents.suggest, { query: { question: mark } })).body).toEqual([])
    const { body } = await person.call(search.everything, { query: { q: mark } })
    expect(body.documents).toHaveLength(isStaff(role) ? 1 : 0)
  },
)

test('type and tag narrow the list, a tag in any case but as a whole', async () => {
  const tag = newMark()
  await makeDocument(db, { title: 'Question', type: 'faq', tags: ['Other', tag.toUpperCase()] })
  await makeDocument(db, { title: 'Guide', type: 'guide', tags: [tag] })
  await makeDocument(db, { title: 'Near', type: 'faq', tags: [`${tag}-2`] })
  const person = await signIn()
  expect(await titlesFor(person, { tag })).toEqual(['Guide', 'Question'])
  expect(await titlesFor(person, { tag, type: 'faq' })).toEqual(['Question'])
  expect(await titlesFor(person, { tag: 'a,b"}' })).toEqual([])
})

test('the list comes newest first, in pages', async () => {
  const tag = newMark()
  await makeDocument(db, { title: 'Older', tags: [tag], createdAt: inDays(-2) })
  await makeDocument(db, { title: 'Newer', tags: [tag], createdAt: inDays(-1) })
  const person = await signIn()
  const { body, headers } = await person.call(documents.list, { query: { tag, limit: '1' } })
  expect(body).toMatchObject([{ title: 'Newer' }])
  expect(headers['x-total-count']).toBe('2')
  const next = new URL(/<(.+)>/.exec(String(headers.link))?.[1] ?? '', 'http://localhost')
  expect(await titlesFor(person, Object.fromEntries(next.searchParams))).toEqual(['Older'])
})

test('what cannot be a filter is refused, and visitors read nothing', async () => {
  const person = await signIn()
  for (const query of [{ type: 'novel' }, { tag: '' }, { tag: 'a'.repeat(61) }, { search: '\0' }, { cursor: '?' }]) {
    expect([query, (await person.call(documents.list, { query })).status]).toEqual([query, 400])
  }
  expect((await stranger().call(documents.list)).status).toBe(401)
})
