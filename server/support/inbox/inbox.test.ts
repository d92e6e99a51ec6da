import { beforeEach, expect, test } from 'vitest'
import { inbox, MAX_VIEWS, TOO_MANY_VIEWS, VIEW_NAME_TAKEN } from '#contract/support/inbox.ts'
import { TicketView } from '#contract/support/ticket-filter.ts'
import { tickets as endpoints } from '#contract/support/tickets.ts'
import { makeMessage, makeTicket } from '#demo/rows/tickets.ts'
import { tickets } from '#server/database/schema/support/tickets.ts'
import { idsOf } from '#server/testing/support/tickets.ts'
import { db, inDays, signIn } from '#server/testing/testing.ts'

const customer = await signIn({ role: 'customer' })
const agent = await signIn({ role: 'agent' })
const colleague = await signIn({ role: 'admin' })

const HOUR = 1 / 24
const hoursAgo = (hours: number) => inDays(-hours * HOUR)
const ticketOf = (facts: object = {}) =>
  makeTicket(db, { organizationId: customer.organizationId, userId: customer.user.id, ...facts })

// The inbox covers the whole portal, so each test starts with none.
beforeEach(async () => {
  await db.delete(tickets)
})

const countsOf = async (person = agent) => (await person.call(inbox.counts)).body

/** One ticket for each reason to be in a view, by name. */
async function makeInbox() {
  const unanswered = await ticketOf({ createdAt: hoursAgo(1) })
  const answered = await ticketOf({ createdAt: hoursAgo(5), status: 'in_progress', assigneeId: agent.user.id })
  await makeMessage(db, answered, { userId: colleague.user.id, createdAt: hoursAgo(4) })
  const askedAgain = await ticketOf({ createdAt: hoursAgo(100), priority: 'low', assigneeId: colleague.user.id })
  await makeMessage(db, askedAgain, { userId: agent.user.id, createdAt: hoursAgo(99) })
  await makeMessage(db, askedAgain, { createdAt: hoursAgo(80) })
  const waiting = await ticketOf({ status: 'waiting_customer', createdAt: hoursAgo(2), assigneeId: agent.user.id })
  const late = await ticketOf({ createdAt: hoursAgo(3), priority: 'urgent' })
  const settled = await ticketOf({ status: 'closed', createdAt: hoursAgo(900), assigneeId: agent.user.id })
  return { unanswered, answered, askedAgain, waiting, late, settled }
}

test('each view has its tickets, and the counts are those of the lists', async () => {
  const { unanswered, answered, askedAgain, waiting, late, settled } = await makeInbox()
  const expected: Record<TicketView, { id: string }[]> = {
    'needs-answer': [late, unanswered, askedAgain],
    mine: [waiting, answered],
    unassigned: [late, unanswered],
    late: [late],
    waiting: [askedAgain],
    snoozed: [],
  }
  for (const view of TicketView.options) {
    const ids = await idsOf(agent, { view, sort: 'urgency' })
    expect([view, ids.toSorted()]).toEqual([view, expected[view].map(({ id }) => id).toSorted()])
    expect([view, (await countsOf())[view]]).toEqual([view, ids.length])
  }
  expect((await countsOf()).all).toBe(6)
  expect(await countsOf(colleague)).toMatchObject({ mine: 1, 'needs-answer': 3 })
  expect(await idsOf(agent)).toContain(settled.id)
})

test('those who ask at the same time get their own tickets', async () => {
  const { answered, askedAgain, waiting } = await makeInbox()
  const [admin, stranger] = [await signIn({ role: 'admin' }), await signIn()]
  const ask = (query: Record<string, string>) =>
    Promise.all(
      [agent, colleague, admin, customer, stranger].map(async (person) => (await idsOf(person, query)).toSorted()),
    )
  const everything = (await idsOf(customer)).toSorted()
  const own = [[answered.id, waiting.id].toSorted(), [askedAgain.id], []]
  expect(await ask({ view: 'mine', sort: 'urgency' })).toEqual([...own, everything, []])
  expect(await ask({ view: 'mine' })).toEqual([...own, everything, []])
  expect(await ask({ assignee: 'me', status: 'in_progress' })).toEqual([[answered.id], [], [], [answered.id], []])
  const counts = await Promise.all([agent, colleague, admin].map((person) => countsOf(person)))
  expect(counts.map(({ mine }) => mine)).toEqual([2, 1, 0])
})

test('urgency puts late tickets first, then priority, then the longest wait, also across pages', async () => {
  const medium = await ticketOf({ createdAt: hoursAgo(2) })
  const high = await ticketOf({ createdAt: hoursAgo(1), priority: 'high' })
  const olderMedium = await ticketOf({ createdAt: hoursAgo(3) })
  const lateLow = await ticketOf({ createdAt: hoursAgo(60), priority: 'low' })
  const lateUrgent = await ticketOf({ createdAt: hoursAgo(4), priority: 'urgent' })
  const askedAgain = await ticketOf({ createdAt: hoursAgo(20) })
  await makeMessage(db, askedAgain, { userId: agent.user.id, createdAt: hoursAgo(19) })
  await makeMessage(db, askedAgain, { createdAt: hoursAgo(2.5) })
  const order = [lateUrgent, lateLow, high, olderMedium, askedAgain, medium].map(({ id }) => id)
  const query = { view: 'needs-answer', sort: 'urgency' }
  expect(await idsOf(agent, query)).toEqual(order)

  const paged: string[] = []
  let cursor: string | undefined
  do {
    const { body, headers } = await agent.call(endpoints.list, {
      query: { ...query, limit: '2', ...(cursor && { cursor }) },
    })
    paged.push(...body.map(({ id }) => id))
    cursor = /cursor=([^&>]+)/.exec(`${headers.link?.toString()}`)?.[1]
  } while (cursor)
  expect(paged).toEqual(order)
})

test('sorts by creation and by the last change, in both directions', async () => {
  const one = await ticketOf({ createdAt: hoursAgo(3), updatedAt: hoursAgo(1) })
  const two = await ticketOf({ createdAt: hoursAgo(2), updatedAt: hoursAgo(2) })
  for (const [sort, order] of [
    ['created', [one, two]],
    ['-created', [two, one]],
    ['updated', [two, one]],
    ['-updated', [one, two]],
  ] as const)
    expect([sort, await idsOf(agent, { sort })]).toEqual([sort, order.map(({ id }) => id)])
  expect((await agent.call(endpoints.list, { query: { sort: 'title' } })).status).toBe(400)
})

test('says since when the customer waits, to staff only', async () => {
  const { unanswered, askedAgain, answered, settled } = await makeInbox()
  const { body } = await agent.call(endpoints.list, { query: {} })
  const sinceOf = ({ id }: { id: string }) => body.find((ticket) => ticket.id === id)?.unansweredSince
  expect(sinceOf(unanswered)).toBe(unanswered.createdAt)
  expect(Date.now() - Date.parse(sinceOf(askedAgain) ?? '')).toBeGreaterThan(79 * 3_600_000)
  expect(Date.now() - Date.parse(sinceOf(askedAgain) ?? '')).toBeLessThan(81 * 3_600_000)
  expect([sinceOf(answered), sinceOf(settled)]).toEqual([null, null])
  const { body: own } = await customer.call(endpoints.list, { query: {} })
  expect(own.map(({ unansweredSince }) => unansweredSince)).toEqual(Array.from(own, () => null))
})

test('a customer’s list ignores views and keeps its order', async () => {
  const one = await ticketOf({ updatedAt: hoursAgo(1) })
  const two = await ticketOf({ updatedAt: hoursAgo(2), status: 'closed' })
  expect(await idsOf(customer, { view: 'needs-answer', sort: 'created' })).toEqual([one.id, two.id])
})

const filter = { view: 'needs-answer', priority: 'high', sort: 'urgency' } as const

test('a staff member saves views for themselves', async () => {
  const saved = await agent.call(inbox.saveView, { body: { name: ' Big ones ', filter } })
  expect([saved.status, saved.body]).toEqual([201, { id: saved.body.id, name: 'Big ones', filter }])
  await agent.call(inbox.saveView, { body: { name: 'a first one', filter: { late: '1' } } })
  expect((await agent.call(inbox.views)).body.map(({ name }) => name)).toEqual(['a first one', 'Big ones'])
  expect((await colleague.call(inbox.views)).body).toEqual([])

  const taken = await agent.call(inbox.saveView, { body: { name: 'BIG ONES', filter } })
  expect([taken.status, taken.body]).toEqual([409, { message: VIEW_NAME_TAKEN, errors: { name: VIEW_NAME_TAKEN } }])
  expect((await colleague.call(inbox.saveView, { body: { name: 'Big ones', filter } })).status).toBe(201)

  const params = { id: saved.body.id }
  expect((await colleague.call(inbox.removeView, { params })).status).toBe(404)
  expect((await agent.call(inbox.removeView, { params })).status).toBe(200)
  expect((await agent.call(inbox.views)).body.map(({ name }) => name)).toEqual(['a first one'])
})

test('refuses views without a name, with an unknown filter, and beyond the limit', async () => {
  const owner = await signIn({ role: 'agent' })
  const save = (name: string, given: object = filter) => owner.call(inbox.saveView, { body: { name, filter: given } })
  expect((await save(' ')).status).toBe(400)
  expect((await save('Odd', { priority: 'x' })).status).toBe(400)
  for (const number of Array.from({ length: MAX_VIEWS }).keys()) expect((await save(`View ${number}`)).status).toBe(201)
  const beyond = await save('One more')
  expect([beyond.status, beyond.body]).toMatchObject([409, { message: TOO_MANY_VIEWS }])
})

const choiceOf = async (person = agent) => (await person.call(inbox.replyChoice)).body

test('remembers for each staff member what a reply does besides answering', async () => {
  expect(await choiceOf()).toEqual({ assigns: true, waits: true })
  await agent.call(inbox.setReplyChoice, { body: { assigns: false, waits: true } })
  await agent.call(inbox.setReplyChoice, { body: { assigns: false, waits: false } })
  expect(await choiceOf()).toEqual({ assigns: false, waits: false })
  expect(await choiceOf(colleague)).toEqual({ assigns: true, waits: true })
})

test.each(['customer', 'org_admin'] as const)('%s has no inbox', async (role) => {
  const person = await signIn({ role })
  for (const status of [
    (await person.call(inbox.counts)).status,
    (await person.call(inbox.views)).status,
    (await person.call(inbox.saveView, { body: { name: 'Mine', filter: {} } })).status,
    (await person.call(inbox.replyChoice)).status,
    (await person.call(inbox.setReplyChoice, { body: { assigns: true, waits: true } })).status,
  ])
    expect(status).toBe(403)
})
