import { expect, test } from 'vitest'
import { messages } from '#contract/support/messages.ts'
import { tickets } from '#contract/support/tickets.ts'
import { idsOf, newTicketOf, read, stored, trailOf } from '#server/testing/support/tickets.ts'
import { signIn, type Person } from '#server/testing/testing.ts'

type Ticket = { id: string }

const close = (person: Person, { id }: Ticket) => person.call(tickets.close, { params: { id } })
const reopen = (person: Person, { id }: Ticket) => person.call(tickets.reopen, { params: { id } })
const say = (person: Person, { id }: Ticket, message: string) =>
  person.call(messages.create, { params: { id }, body: { message } })
const open = async (person: Person, { id }: Ticket) => {
  const { body } = await person.call(tickets.one, { params: { id } })
  return person.call(tickets.read, { params: { id }, body: { upTo: body.updatedAt } })
}
const isUnread = async (person: Person, { id }: Ticket) =>
  (await person.call(tickets.list, { query: {} })).body.find((ticket) => ticket.id === id)?.isUnread

test('a customer closes and reopens a ticket; the second call changes nothing', async () => {
  const person = await signIn({ role: 'customer' })
  const ticket = await newTicketOf(person, { status: 'in_progress' })
  const closed = await close(person, ticket)
  expect(closed).toMatchObject({ status: 200, body: { status: 'closed', resolvedAt: expect.any(String) } })
  expect((await close(person, ticket)).body.updatedAt).toBe(closed.body.updatedAt)
  expect((await reopen(person, ticket)).body).toMatchObject({ status: 'open', resolvedAt: null })
  const { organizationId } = person
  expect(await trailOf(ticket)).toEqual([
    { action: 'ticket.updated', organizationId, changes: { status: ['in_progress', 'closed'] } },
    { action: 'ticket.updated', organizationId, changes: { status: ['closed', 'open'] } },
  ])
})

test.each(['open', 'in_progress', 'waiting_customer'])(
  'reopening leaves a ticket that is %s as it is',
  async (status) => {
    const person = await signIn()
    const ticket = await newTicketOf(person, { status })
    expect((await reopen(person, ticket)).body).toMatchObject({ status, updatedAt: ticket.updatedAt })
  },
)

test('administrators close tickets of their organization; other customers get a 404', async () => {
  const owner = await signIn()
  const ticket = await newTicketOf(await owner.colleague('customer'))
  for (const person of [await owner.colleague('customer'), await signIn(), await signIn({ role: 'customer' })]) {
    expect((await close(person, ticket)).status).toBe(404)
    expect((await reopen(person, ticket)).status).toBe(404)
    const upTo = ticket.updatedAt
    expect((await person.call(tickets.read, { params: { id: ticket.id }, body: { upTo } })).status).toBe(404)
  }
  expect(await stored(ticket)).toMatchObject({ status: 'open', updatedAt: ticket.updatedAt })
  expect((await close(owner, ticket)).body.status).toBe('closed')
})

test('a ticket is unread after a reply until the user opens it', async () => {
  const [person, agent] = [await signIn({ role: 'customer' }), await signIn({ role: 'agent' })]
  const { body: ticket } = await person.call(tickets.create, { body: { title: 'Help', description: 'Please' } })
  expect(ticket.isUnread).toBe(false)
  await say(agent, ticket, 'Which version?')
  expect(await isUnread(person, ticket)).toBe(true)
  expect(await isUnread(agent, ticket)).toBe(false)
  expect((await open(person, ticket)).status).toBe(200)
  expect(await isUnread(person, ticket)).toBe(false)
  await say(person, ticket, '4.2.1')
  expect(await isUnread(person, ticket)).toBe(false)
  expect((await read(agent, ticket)).body.isUnread).toBe(true)
})

test('an internal message makes nothing unread for the customer', async () => {
  const [person, agent] = [await signIn({ role: 'customer' }), await signIn({ role: 'agent' })]
  const { body: ticket } = await person.call(tickets.create, { body: { title: 'Help', description: 'Please' } })
  await agent.call(messages.create, { params: { id: ticket.id }, body: { message: 'Hm.', isInternal: true } })
  expect(await isUnread(person, ticket)).toBe(false)
})

test('a ticket that staff opened for a customer is unread for the customer alone', async () => {
  const owner = await signIn()
  const person = await owner.colleague('customer')
  const agent = await signIn({ role: 'agent' })
  const body = { title: 'For you', description: 'We saw this.', customerId: person.user.id }
  const { body: ticket } = await agent.call(tickets.create, { body })
  expect([await isUnread(person, ticket), await isUnread(owner, ticket), await isUnread(agent, ticket)]).toEqual([
    true,
    false,
    false,
  ])
})

test('a mark never goes past the last change and never back', async () => {
  const [person, agent] = [await signIn({ role: 'customer' }), await signIn({ role: 'agent' })]
  const ticket = await newTicketOf(person)
  const mark = (upTo: string) => person.call(tickets.read, { params: { id: ticket.id }, body: { upTo } })
  await mark('2999-01-01T00:00:00.000Z')
  await mark('2001-01-01T00:00:00.000Z')
  expect(await isUnread(person, ticket)).toBe(false)
  await say(agent, ticket, 'Is there an update?')
  expect(await isUnread(person, ticket)).toBe(true)
  expect((await mark('yesterday')).status).toBe(400)
})

test('customers see the last activity first, page by page; staff the newest ticket', async () => {
  const [person, agent] = [await signIn({ role: 'customer' }), await signIn({ role: 'agent' })]
  const day = (date: number) => `2026-03-0${date}T12:00:00.000Z`
  const old = await newTicketOf(person, { createdAt: day(1), updatedAt: day(9) })
  const middle = await newTicketOf(person, { createdAt: day(2), updatedAt: day(3) })
  const recent = await newTicketOf(person, { createdAt: day(4), updatedAt: day(4) })
  expect(await idsOf(person)).toEqual([old.id, recent.id, middle.id])
  const first = await person.call(tickets.list, { query: { limit: '1' } })
  const next = new URL(/<(.+)>/.exec(String(first.headers.link))?.[1] ?? '/', 'http://localhost')
  expect(await idsOf(person, { cursor: next.searchParams.get('cursor') ?? '' })).toEqual([recent.id, middle.id])
  const mine = (await idsOf(agent)).filter((id) => [old.id, middle.id, recent.id].includes(id))
  expect(mine).toEqual([recent.id, middle.id, old.id])
})
