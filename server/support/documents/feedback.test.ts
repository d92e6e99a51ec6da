import { and, eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { documents } from '#contract/support/documents.ts'
import { makeDocument } from '#demo/rows/documents.ts'
import { auditLog } from '#server/database/schema/audit.ts'
import { db, signIn, type Person } from '#server/testing/testing.ts'

const agent = await signIn({ role: 'agent' })

const answer = (person: Person, id: string, body: object) =>
  person.call(documents.giveFeedback, { params: { id }, body })
const own = (person: Person, id: string) => person.call(documents.feedback, { params: { id } })
const comments = (person: Person, id: string) => person.call(documents.comments, { params: { id } })
const countsFor = async (person: Person, tag: string) =>
  (await person.call(documents.list, { query: { tag } })).body.map(({ feedback }) => feedback)

const newDocument = (facts: object = {}) => {
  const tag = crypto.randomUUID()
  return makeDocument(db, { tags: [tag], ...facts }).then(({ id }) => ({ id, tag }))
}

test('a reader answers once per document and may change the answer; staff see the counts and comments', async () => {
  const { id, tag } = await newDocument()
  const [one, other] = [await signIn({ role: 'customer' }), await signIn()]
  expect((await own(one, id)).body).toEqual({ isHelpful: null, comment: null })
  expect((await answer(one, id, { isHelpful: false, comment: ' Which port? ' })).status).toBe(200)
  await answer(other, id, { isHelpful: true })
  expect(await countsFor(agent, tag)).toEqual([{ helpful: 1, unhelpful: 1 }])
  expect((await comments(agent, id)).body).toMatchObject([{ isHelpful: false, comment: 'Which port?' }])
  await answer(one, id, { isHelpful: true })
  expect((await own(one, id)).body).toEqual({ isHelpful: true, comment: null })
  expect((await own(other, id)).body).toEqual({ isHelpful: true, comment: null })
  expect(await countsFor(agent, tag)).toEqual([{ helpful: 2, unhelpful: 0 }])
  expect((await comments(agent, id)).body).toEqual([])
})

test('customers see no counts and no comments, in lists and in searches', async () => {
  const { id, tag } = await newDocument({ title: 'Zebra crossing' })
  const person = await signIn()
  await answer(person, id, { isHelpful: true, comment: 'Good' })
  expect(await countsFor(person, tag)).toEqual([null])
  const query = { search: 'zebra', tag }
  expect((await person.call(documents.list, { query })).body).toMatchObject([{ id, feedback: null }])
  expect((await agent.call(documents.list, { query })).body).toMatchObject([{ feedback: { helpful: 1, unhelpful: 0 } }])
  expect((await comments(person, id)).status).toBe(403)
})

test('a draft does not exist for customers', async () => {
  const { id } = await newDocument({ published: false })
  const person = await signIn()
  expect((await answer(person, id, { isHelpful: true })).status).toBe(404)
  expect((await own(person, id)).status).toBe(404)
  expect((await answer(agent, id, { isHelpful: true })).status).toBe(200)
})

test('each changed answer is audited, for the vendor alone', async () => {
  const { id } = await newDocument()
  const person = await signIn()
  for (const isHelpful of [false, false, true]) await answer(person, id, { isHelpful })
  const entries = await db
    .select({ action: auditLog.action, organizationId: auditLog.organizationId, changes: auditLog.changes })
    .from(auditLog)
    .where(and(eq(auditLog.subjectKind, 'document'), eq(auditLog.subjectId, id)))
    .orderBy(auditLog.id)
  expect(entries).toEqual([
    { action: 'document.rated', organizationId: null, changes: { isHelpful: [null, false] } },
    { action: 'document.rated', organizationId: null, changes: { isHelpful: [false, true] } },
  ])
})

test.each([{}, { isHelpful: 'yes' }, { isHelpful: true, comment: 'x'.repeat(501) }])('refuses %o', async (body) => {
  const { id } = await newDocument()
  const person = await signIn()
  expect((await answer(person, id, body)).status).toBe(400)
  expect((await own(person, id)).body.isHelpful).toBeNull()
})
