import { randomUUID } from 'node:crypto'
import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { TITLE_TAKEN, cannedReplies, fill } from '#contract/support/canned-replies.ts'
import { auditLog } from '#server/database/schema/audit.ts'
import { db, signIn, statusesOf } from '#server/testing/testing.ts'

const agent = await signIn({ role: 'agent' })

const newDraft = () => ({
  title: `Greeting ${randomUUID()}`,
  text: 'Hello {customer},\n\nthis is {agent}.',
  status: null,
  priority: null,
})

async function newReply(draft = newDraft()) {
  const { body, status } = await agent.call(cannedReplies.create, { body: draft })
  expect(status).toBe(201)
  return body
}

test('staff prepare answers, which are listed by title', async () => {
  const reply = await newReply()
  expect(reply).toMatchObject({ text: 'Hello {customer},\n\nthis is {agent}.' })
  const { body } = await (await signIn({ role: 'admin' })).call(cannedReplies.list)
  expect(body).toContainEqual(reply)
  const titles = body.map(({ title }) => title.toLowerCase())
  expect(titles).toEqual(titles.toSorted())
})

test('a reply may set status and priority, which can be cleared again', async () => {
  const { body: reply } = await agent.call(cannedReplies.create, {
    body: { ...newDraft(), status: 'resolved', priority: 'low' },
  })
  expect(reply).toMatchObject({ status: 'resolved', priority: 'low' })
  const { body: kept } = await agent.call(cannedReplies.change, { params: reply, body: { text: 'Solved.' } })
  expect(kept).toMatchObject({ status: 'resolved', priority: 'low' })
  const { body: cleared } = await agent.call(cannedReplies.change, { params: reply, body: { status: null } })
  expect(cleared).toMatchObject({ status: null, priority: 'low' })
  expect(await newReply()).toMatchObject({ status: null, priority: null })
  const odd = await agent.call(cannedReplies.change, { params: reply, body: { status: 'gone' } })
  expect(odd.status).toBe(400)
})

test('what is given changes; nothing new is no change', async () => {
  const reply = await newReply()
  const changed = await agent.call(cannedReplies.change, { params: reply, body: { text: 'Hi' } })
  expect(changed.body).toMatchObject({ id: reply.id, title: reply.title, text: 'Hi' })
  expect(changed.body.updatedAt > reply.updatedAt).toBe(true)
  const same = await agent.call(cannedReplies.change, { params: reply, body: { title: reply.title, text: 'Hi' } })
  expect(same.body).toEqual(changed.body)
  const trail = await db.select().from(auditLog).where(eq(auditLog.subjectId, reply.id)).orderBy(auditLog.id)
  expect(trail.map(({ action, organizationId }) => [action, organizationId])).toEqual([
    ['canned-reply.created', null],
    ['canned-reply.updated', null],
  ])
  expect(trail.map(({ changes }) => changes)).toEqual([
    { title: [null, reply.title], text: [null, reply.text] },
    { text: [reply.text, 'Hi'] },
  ])
})

test('a change that is based on an older version is refused', async () => {
  const reply = await newReply()
  const headers = { 'if-match': reply.updatedAt }
  const change = (text: string) => agent.call(cannedReplies.change, { params: reply, body: { text }, headers })
  const answers = await Promise.all(['First', 'Second', 'Third'].map(change))
  expect(statusesOf(answers)).toEqual([200, 409, 409])
  expect(await change('Late')).toMatchObject({
    status: 409,
    message: 'Someone else changed this reply. Check it and try again.',
  })
  expect((await agent.call(cannedReplies.change, { params: reply, body: { text: 'Based on any' } })).status).toBe(200)
})

test.each([
  [{ title: ' ' }, { title: 'Title is required' }],
  [{ title: 't'.repeat(81) }, { title: 'Must be at most 80 characters' }],
  [{ text: ' ' }, { text: 'Message is required' }],
  [{ text: 'x'.repeat(10_001) }, { text: 'Must be at most 10000 characters' }],
])('%o is refused at its field', async (wrong, errors) => {
  const { status, body } = await agent.call(cannedReplies.create, { body: { ...newDraft(), ...wrong } })
  expect([status, body]).toMatchObject([400, { errors }])
})

test('a title is there once, whatever its case, also when it is given at the same moment', async () => {
  const draft = newDraft()
  const answers = await Promise.all(Array.from({ length: 8 }, () => agent.call(cannedReplies.create, { body: draft })))
  expect(statusesOf(answers)).toEqual([201, ...Array<number>(7).fill(409)])
  const other = await newReply()
  const body = { title: draft.title.toUpperCase() }
  const renamed = await agent.call(cannedReplies.change, { params: other, body })
  expect([renamed.status, renamed.body]).toEqual([409, { message: TITLE_TAKEN, errors: { title: TITLE_TAKEN } }])
})

test('of eight who delete one reply, one does; what is gone is 404', async () => {
  const reply = await newReply()
  const answers = await Promise.all(
    Array.from({ length: 8 }, () => agent.call(cannedReplies.remove, { params: reply })),
  )
  expect(statusesOf(answers)).toEqual([200, ...Array<number>(7).fill(404)])
  expect((await agent.call(cannedReplies.change, { params: reply, body: { text: 'Hi' } })).status).toBe(404)
})

test('shows canned replies only to staff', async () => {
  for (const role of ['customer', 'org_admin'] as const) {
    const person = await signIn({ role })
    expect(
      statusesOf([
        await person.call(cannedReplies.list),
        await person.call(cannedReplies.create, { body: newDraft() }),
      ]),
    ).toEqual([403, 403])
  }
})

test('placeholders are filled, other braces stay, and what is filled in is not filled again', () => {
  const values = { customer: '{agent} $& Ann', agent: 'Ben', ticket: 'TKT-2026-000042', product: 'Latchkey' }
  expect(fill('{customer}, {agent} {Agent} {x} {{ticket}} {product}', values)).toBe(
    '{agent} $& Ann, Ben {Agent} {x} {TKT-2026-000042} Latchkey',
  )
})
