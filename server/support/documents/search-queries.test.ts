import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { MARK, MAX_SUGGESTIONS, MOST_FOUND, documents } from '#contract/support/documents.ts'
import { makeDocument } from '#demo/rows/documents.ts'
import { db, inDays, signIn, type Person } from '#server/testing/testing.ts'

/** A word that only this test's documents contain. */
const newMark = () => `mark${randomUUID().slice(0, 8)}`

const find = async (person: Person, search: string, more: object = {}) =>
  (await person.call(documents.list, { query: { search, ...more } })).body

const titlesFor = async (person: Person, search: string) => (await find(person, search)).map(({ title }) => title)

const suggest = async (person: Person, question: string) =>
  (await person.call(documents.suggest, { query: { question } })).body.map(({ title }) => title)

test('the search finds documents that have all its words, wherever they stand and however they are inflected', async () => {
  const mark = newMark()
  await makeDocument(db, { title: `Moving a license ${mark}`, content: 'To another computer.', tags: ['hardware'] })
  await makeDocument(db, { title: `Move house ${mark}`, content: 'By truck.' })
  const person = await signIn()
  expect(await titlesFor(person, `COMPUTERS move hardware ${mark}`)).toEqual([`Moving a license ${mark}`])
  expect(await titlesFor(person, `comp ${mark.slice(0, 9)}`)).toEqual([`Moving a license ${mark}`])
  expect(await titlesFor(person, `moves ${mark}`)).toHaveLength(2)
  expect(await titlesFor(person, `truck license ${mark}`)).toEqual([])
})

test('the best come first: a word in the title before one in a tag, and that before one in the text', async () => {
  const mark = newMark()
  await makeDocument(db, { title: 'Title', createdAt: inDays(-3), content: `About other things. ${mark}` })
  await makeDocument(db, { title: `The ${mark}`, createdAt: inDays(-2) })
  await makeDocument(db, { title: 'Tag', createdAt: inDays(-1), tags: [mark] })
  expect(await titlesFor(await signIn(), mark)).toEqual([`The ${mark}`, 'Tag', 'Title'])
})

test('an excerpt is the passage that answers, in words alone, with what was found marked', async () => {
  const mark = newMark()
  const before = Array.from({ length: 80 }, (_, place) => `before${place}`).join(' ')
  const content = `# Start\n\n${before}\n\nThe **[${mark}](https://example.com)** \`word\`${MARK.start} follows ${MARK.end}.`
  await makeDocument(db, { title: 'Long', content })
  const [found] = await find(await signIn(), mark)
  expect(found?.excerpt).toContain(`The ${MARK.start}${mark}${MARK.end} word follows`)
  expect(found?.excerpt).not.toContain('before1 ')
  expect(found?.excerpt?.split(MARK.start)).toHaveLength(2)
  expect(found?.content).toBe(content)
})

test('signs ask for nothing, and nothing else finds nothing', async () => {
  const mark = newMark()
  await makeDocument(db, { title: mark })
  const person = await signIn()
  for (const sign of ['%', '_', '\\', "'", '&', '|', '!', '(', ':*', '<->', '"'])
    expect([sign, await titlesFor(person, `${sign} ${mark}`)]).toEqual([sign, [mark]])
  for (const search of ['%', '& | !', "'':*", '\\\\'])
    expect([search, await titlesFor(person, search)]).toEqual([search, []])
})

test('a search answers one page of the best, says how many there are and has no next page', async () => {
  const mark = newMark()
  for (let count = 0; count <= MOST_FOUND; count++) await makeDocument(db, { title: mark })
  const person = await signIn()
  const { body, headers } = await person.call(documents.list, { query: { search: mark } })
  expect(body).toHaveLength(MOST_FOUND)
  expect(headers['x-total-count']).toBe(String(MOST_FOUND + 1))
  expect(headers.link).toBeUndefined()
  expect(await find(person, mark, { limit: '1' })).toHaveLength(1)
})

test('a question suggests the documents that share most with it, titles first', async () => {
  const mark = newMark()
  await makeDocument(db, { title: `Repainting ${mark} in orange` })
  await makeDocument(db, { title: `Selling ${mark}` })
  const person = await signIn()
  const [first, second] = await suggest(person, `How do I repaint my ${mark} in orange?`)
  expect([first, second]).toEqual([`Repainting ${mark} in orange`, `Selling ${mark}`])
})

test('at most a few documents are suggested', async () => {
  const mark = newMark()
  for (let count = 0; count <= MAX_SUGGESTIONS; count++) await makeDocument(db, { title: mark })
  expect(await suggest(await signIn(), mark)).toHaveLength(MAX_SUGGESTIONS)
})

test('what nothing is about suggests nothing', async () => {
  const mark = newMark()
  await makeDocument(db, { title: 'Elsewhere', content: `Far away, ${mark} is mentioned.` })
  const person = await signIn()
  const nonsense = `${mark} ${newMark()} ${newMark()} ${newMark()}`
  for (const question of [nonsense, newMark(), 'how do I', '?!', "a' & b | !c:*"])
    expect([question, await suggest(person, question)]).toEqual([question, []])
  for (const question of ['', ' ', 'a'.repeat(201), '\0'])
    expect((await person.call(documents.suggest, { query: { question } })).status).toBe(400)
})
