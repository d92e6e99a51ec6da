import fc from 'fast-check'
import { eq, inArray, sql } from 'drizzle-orm'
import { beforeEach, expect, test } from 'vitest'
import { makeMessage, makeTicket } from '#demo/rows/tickets.ts'
import { users } from '#server/database/schema/identity/users.ts'
import { tickets } from '#server/database/schema/support/tickets.ts'
import { db, inDays, newUser, signIn } from '#server/testing/testing.ts'
import { readQueue, unansweredSince } from './queue-queries.ts'

const { organizationId, user } = await signIn()
const agent = await newUser({ role: 'agent' })
const admin = await newUser({ role: 'admin' })

const HOUR = 1 / 24
const hoursAgo = (hours: number) => inDays(-hours * HOUR)
const ticketOf = (facts: object = {}) => makeTicket(db, { organizationId, userId: user.id, ...facts })

// The queue covers the whole portal, so each test starts with none.
beforeEach(async () => {
  await db.delete(tickets)
})

const oldest = async () => (await readQueue(db)).oldestUnansweredAt

test('has no wait without tickets [R-OVER-10]', async () => {
  expect(await readQueue(db)).toEqual({
    open: 0,
    inProgress: 0,
    waiting: 0,
    oldestUnansweredAt: null,
    medianFirstResponse: null,
  })
})

test('tickets are counted by what is to be done about them [R-OVER-12]', async () => {
  for (const status of ['open', 'open', 'in_progress', 'waiting_customer', 'resolved', 'closed'])
    await ticketOf({ status })
  expect(await readQueue(db)).toMatchObject({ open: 2, inProgress: 1, waiting: 1 })
})

test('a ticket without any message waits since it came', async () => {
  const createdAt = hoursAgo(7)
  await ticketOf({ createdAt })
  await ticketOf({ createdAt: hoursAgo(2) })
  expect(await oldest()).toBe(createdAt)
})

test('a customer who asks twice has waited since the first time', async () => {
  const ticket = await ticketOf({ status: 'in_progress', createdAt: hoursAgo(9) })
  await makeMessage(db, ticket, { createdAt: hoursAgo(8) })
  expect(await oldest()).toBe(ticket.createdAt)
  await makeMessage(db, ticket, { userId: agent.id, createdAt: hoursAgo(6) })
  expect(await oldest()).toBeNull()
  const asked = await makeMessage(db, ticket, { createdAt: hoursAgo(4) })
  await makeMessage(db, ticket, { createdAt: hoursAgo(1) })
  expect(await oldest()).toBe(asked.createdAt)
})

test('reports the longest wait, for a first or a further answer', async () => {
  const answered = await ticketOf({ status: 'in_progress', createdAt: hoursAgo(9) })
  await makeMessage(db, answered, { userId: agent.id, createdAt: hoursAgo(8) })
  const unanswered = await ticketOf({ createdAt: hoursAgo(5) })
  expect(await oldest()).toBe(unanswered.createdAt)
  const late = await makeMessage(db, answered, { createdAt: hoursAgo(3) })
  expect(await oldest()).toBe(unanswered.createdAt)
  await makeMessage(db, unanswered, { userId: agent.id, createdAt: hoursAgo(1) })
  expect(await oldest()).toBe(late.createdAt)
  const early = await ticketOf({ status: 'in_progress', createdAt: hoursAgo(12) })
  await makeMessage(db, early, { userId: agent.id, createdAt: hoursAgo(11) })
  const asked = await makeMessage(db, early, { createdAt: hoursAgo(10) })
  await ticketOf({ createdAt: hoursAgo(4) })
  expect(await oldest()).toBe(asked.createdAt)
})

test('an answer stays one when its author leaves the staff', async () => {
  const former = await newUser({ role: 'agent' })
  const ticket = await ticketOf({ createdAt: hoursAgo(5) })
  await makeMessage(db, ticket, { userId: former.id, createdAt: hoursAgo(4) })
  await db.update(users).set({ role: 'customer', organizationId }).where(eq(users.id, former.id))
  expect(await oldest()).toBeNull()
  const asked = await makeMessage(db, ticket, { createdAt: hoursAgo(1) })
  expect(await oldest()).toBe(asked.createdAt)
})

test('counts no wait for a settled ticket or one that waits for the customer', async () => {
  for (const status of ['waiting_customer', 'resolved', 'closed']) await ticketOf({ status, createdAt: hoursAgo(9) })
  expect(await oldest()).toBeNull()
})

test('an internal note is no answer', async () => {
  const ticket = await ticketOf({ createdAt: hoursAgo(5) })
  await makeMessage(db, ticket, { userId: agent.id, isInternal: true })
  expect(await readQueue(db)).toMatchObject({ oldestUnansweredAt: ticket.createdAt, medianFirstResponse: null })
})

test('the median is that of the first public answers of the last thirty days, by agents and admins', async () => {
  for (const [author, hours] of [
    [agent, 1],
    [admin, 4],
    [agent, 10],
  ] as const) {
    const ticket = await ticketOf({ status: 'closed', createdAt: hoursAgo(48) })
    await makeMessage(db, ticket, { createdAt: hoursAgo(47.9) })
    await makeMessage(db, ticket, { userId: author.id, isInternal: true, createdAt: hoursAgo(47.8) })
    await makeMessage(db, ticket, { userId: author.id, createdAt: hoursAgo(48 - hours) })
    await makeMessage(db, ticket, { userId: author.id, createdAt: hoursAgo(0) })
  }
  const old = await ticketOf({ createdAt: inDays(-60) })
  await makeMessage(db, old, { userId: agent.id, createdAt: inDays(-50) })
  await makeMessage(db, old, { userId: agent.id, createdAt: inDays(-1) })
  const { medianFirstResponse } = await readQueue(db)
  expect(medianFirstResponse).toBeCloseTo(4 * 3600, -1)
})

type SampleMessage = { isByStaff: boolean; isInternal: boolean; minute: number }

const said = fc.record({ isByStaff: fc.boolean(), isInternal: fc.boolean(), minute: fc.integer({ min: 1, max: 6 }) })
const conversation = fc.record({
  messages: fc.array(said, { maxLength: 6 }),
  firstResponse: fc.option(fc.integer({ min: 1, max: 6 }), { nil: null }),
})

const atMinute = (minute: number) => new Date(Date.UTC(2026, 2, 3, 8, minute)).toISOString()

function expectedStart({ messages, firstResponse }: { messages: SampleMessage[]; firstResponse: number | null }) {
  if (firstResponse === null) return atMinute(0)
  const minutesOf = (isByStaff: boolean) =>
    messages.filter((one) => !one.isInternal && one.isByStaff === isByStaff).map(({ minute }) => minute)
  const answers = minutesOf(true)
  const last = answers.length > 0 ? Math.max(...answers) : firstResponse
  const asked = minutesOf(false).filter((minute) => minute > last)
  return asked.length > 0 ? atMinute(Math.min(...asked)) : null
}

test('the wait starts with the first message after the last answer, whatever the conversation', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(conversation, { minLength: 10, maxLength: 10 }), async (conversations) => {
      const expected = new Map<string, string | null>()
      for (const { messages, firstResponse } of conversations) {
        const ticket = await ticketOf({ createdAt: atMinute(0) })
        for (const { isByStaff, isInternal, minute } of messages)
          await makeMessage(db, ticket, {
            isInternal,
            createdAt: atMinute(minute),
            ...(isByStaff && { userId: agent.id }),
          })
        await db
          .update(tickets)
          .set({ firstResponseAt: firstResponse === null ? null : atMinute(firstResponse) })
          .where(eq(tickets.id, ticket.id))
        expected.set(ticket.id, expectedStart({ messages, firstResponse }))
      }
      const found = await db
        .select({ id: tickets.id, since: sql<string | null>`${unansweredSince}`.mapWith(tickets.createdAt) })
        .from(tickets)
        .where(inArray(tickets.id, [...expected.keys()]))
      expect(new Map(found.map(({ id, since }) => [id, since]))).toEqual(expected)
    }),
    { numRuns: 15 },
  )
})
