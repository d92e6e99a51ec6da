import { randomUUID } from 'node:crypto'
import { eq } from 'drizzle-orm'
import { expect, onTestFinished, test } from 'vitest'
import { NOTE_CHANGES_NOTHING, messages } from '#contract/support/messages.ts'
import { makeMessage } from '#demo/rows/tickets.ts'
import { users } from '#server/database/schema/identity/users.ts'
import { ticketMessages as messageTable } from '#server/database/schema/support/tickets.ts'
import { ticketMails } from '#server/database/schema/support/ticket-users.ts'
import { say } from '#server/testing/support/attachments.ts'
import { newTicketOf, stored, trailOf } from '#server/testing/support/tickets.ts'
import {
  db,
  inDays,
  platform,
  pool,
  signIn,
  statusesOf,
  stranger,
  type Person,
  times,
} from '#server/testing/testing.ts'

const customer = await signIn({ role: 'customer' })
const orgAdmin = await customer.colleague('org_admin')
const agent = await signIn({ role: 'agent' })
const admin = await signIn({ role: 'admin' })

const listFor = async (person: Pick<Person, 'call'>, params: object) =>
  (await person.call(messages.list, { params })).body
const wordsFor = async (person: Person, params: object) => (await listFor(person, params)).map(({ message }) => message)

test('a conversation is read oldest first, each message with who wrote it [R-API-42 R-ENT-55]', async () => {
  const ticket = await newTicketOf(customer)
  const asked = await makeMessage(db, ticket, { createdAt: inDays(-2) })
  const answer = await makeMessage(db, ticket, { userId: agent.user.id, message: 'Try again', createdAt: inDays(-1) })
  const of = ({ user }: Person) => ({ userId: user.id, authorName: `${user.firstName} ${user.lastName}` })
  const { id, message, createdAt } = asked
  const shown = { ticketId: ticket.id, isInternal: false, isEmail: false, attachments: [] }
  expect(await listFor(customer, ticket)).toEqual([
    { id, message, createdAt, ...of(customer), isFromStaff: false, ...shown },
    { id: answer.id, message: 'Try again', createdAt: answer.createdAt, ...of(agent), isFromStaff: true, ...shown },
  ])
})

test('a customer adds to the own ticket, an admin of the organization to every one of it [R-API-44 R-ROLE-37]', async () => {
  const ticket = await newTicketOf(customer)
  for (const person of [customer, orgAdmin]) {
    const { status, body } = await say(person, ticket, { message: '  Still so.\nEvery morning.  ' })
    expect([status, body]).toEqual([
      201,
      expect.objectContaining({ message: 'Still so.\nEvery morning.', userId: person.user.id, isFromStaff: false }),
    ])
  }
  expect((await trailOf(ticket)).map(({ action, organizationId }) => [action, organizationId])).toEqual([
    ['message.sent', customer.organizationId],
    ['message.sent', customer.organizationId],
  ])
})

test.each(['', '   ', '\n\t', undefined, 'x'.repeat(10_001), 'a\0b', 7])(
  'a message like %j is refused [R-VAL-68]',
  async (message) => {
    const ticket = await newTicketOf(customer)
    expect((await say(customer, ticket, { message })).status).toBe(400)
    expect(await listFor(customer, ticket)).toEqual([])
  },
)

test('staff speak among themselves: nothing moves, and no customer learns of it [R-ROLE-22 R-ROLE-23]', async () => {
  const ticket = await newTicketOf(customer, { status: 'waiting_customer' })
  const before = await stored(ticket)
  for (const person of [agent, admin]) {
    const { status, body } = await say(person, ticket, { message: 'He has not paid', isInternal: true })
    expect([status, body.isInternal, body.isFromStaff]).toEqual([201, true, true])
  }
  expect(await stored(ticket)).toEqual(before)
  expect(await wordsFor(agent, ticket)).toEqual(['He has not paid', 'He has not paid'])
  for (const person of [customer, orgAdmin]) expect(await listFor(person, ticket)).toEqual([])
  expect(await db.$count(ticketMails, eq(ticketMails.ticketId, ticket.id))).toBe(0)
  const noted = { action: 'ticket.note-added', organizationId: null, changes: {} }
  expect(await trailOf(ticket)).toEqual([noted, noted])
})

test('an internal message that is to move the ticket is refused, and not said', async () => {
  const ticket = await newTicketOf(customer)
  const answer = await say(agent, ticket, { isInternal: true, status: 'resolved' })
  expect(answer).toMatchObject({ status: 400, message: NOTE_CHANGES_NOTHING })
  expect(await listFor(agent, ticket)).toEqual([])
})

test.each(['customer', 'org_admin'] as const)('what %s says is public and sets no status [R-ROLE-24]', async (role) => {
  const person = await signIn({ role })
  const ticket = await newTicketOf(person)
  const { status, body } = await say(person, ticket, { isInternal: true, status: 'closed' })
  expect([status, body.isInternal]).toEqual([201, false])
  expect((await stored(ticket)).status).toBe('open')
  expect(await listFor(person, ticket)).toHaveLength(1)
})

test.each([
  ['waiting_customer', 'open'],
  ['resolved', 'open'],
  ['closed', 'open'],
  ['in_progress', 'in_progress'],
  ['open', 'open'],
] as const)('a customer who writes to a ticket that is %s finds it %s', async (status, expected) => {
  const ticket = await newTicketOf(customer, { status, updatedAt: inDays(-1) })
  await say(customer, ticket)
  const after = await stored(ticket)
  expect([after.status, after.resolvedAt, after.waitingSince]).toEqual([expected, null, null])
  expect(after.updatedAt > ticket.updatedAt).toBe(true)
  const moves = (await trailOf(ticket)).filter(({ action }) => action === 'ticket.updated')
  expect(moves.map(({ changes }) => changes)).toEqual(status === expected ? [] : [{ status: [status, expected] }])
})

test.each(['open', 'waiting_customer', 'resolved'] as const)('an answer alone leaves a ticket %s', async (status) => {
  const ticket = await newTicketOf(customer, { status, updatedAt: inDays(-1) })
  await say(agent, ticket)
  const after = await stored(ticket)
  expect([after.status, after.firstResponseAt]).toEqual([status, expect.any(String)])
  expect(after.updatedAt > ticket.updatedAt).toBe(true)
})

test('an answer may set the ticket’s status', async () => {
  const ticket = await newTicketOf(customer)
  await say(agent, ticket, { status: 'waiting_customer' })
  expect((await stored(ticket)).status).toBe('waiting_customer')
  await say(agent, ticket, { status: 'resolved' })
  expect(await stored(ticket)).toMatchObject({ status: 'resolved', resolvedAt: expect.any(String) })
  expect((await say(agent, ticket, { status: 'nowhere' })).status).toBe(400)
})

test('the first answer stays the first, of eight at once, too', async () => {
  const ticket = await newTicketOf(customer)
  expect(statusesOf(await times(8, () => say(agent, ticket)))).toEqual(Array.from({ length: 8 }, () => 201))
  const { firstResponseAt } = await stored(ticket)
  const [first] = await listFor(agent, ticket)
  expect(Math.abs(Date.parse(firstResponseAt ?? '') - Date.parse(first?.createdAt ?? ''))).toBeLessThan(1000)
  await say(admin, ticket)
  expect((await stored(ticket)).firstResponseAt).toBe(firstResponseAt)
})

test('of eight who write to a closed ticket at once, one takes it up', async () => {
  const ticket = await newTicketOf(customer, { status: 'closed' })
  await times(8, () => say(customer, ticket))
  const actions = (await trailOf(ticket)).map(({ action }) => action)
  expect(actions.filter((action) => action === 'ticket.updated')).toHaveLength(1)
  expect(await wordsFor(customer, ticket)).toHaveLength(8)
})

test('who cannot read a ticket neither reads nor adds to its conversation, as if there were none [R-ROLE-43]', async () => {
  const ticket = await newTicketOf(customer)
  await makeMessage(db, ticket)
  const missing = { id: randomUUID() }
  for (const person of [
    await customer.colleague('customer'),
    await signIn({ role: 'customer' }),
    await signIn({ role: 'org_admin' }),
  ]) {
    for (const body of [{}, { isInternal: true }]) {
      const refused = await say(person, ticket, body)
      expect([refused.status, refused.body]).toEqual([404, (await say(person, missing, body)).body])
    }
    const refused = await person.call(messages.list, { params: ticket })
    expect([refused.status, refused.body]).toEqual([404, (await person.call(messages.list, { params: missing })).body])
  }
  expect((await stranger().call(messages.list, { params: ticket })).status).toBe(401)
  expect(await stored(ticket)).toEqual(ticket)
  expect(await db.$count(messageTable, eq(messageTable.ticketId, ticket.id))).toBe(1)
})

test('keeps a suspended user as the author of their messages', async () => {
  const person = await customer.colleague('customer')
  const ticket = await newTicketOf(person)
  await say(person, ticket)
  await db.update(users).set({ status: 'suspended' }).where(eq(users.id, person.user.id))
  const [message] = await listFor(agent, ticket)
  expect(message?.authorName).toBe(`${person.user.firstName} ${person.user.lastName}`)
})

test('a message that is sent twice under one key is said once', async () => {
  const ticket = await newTicketOf(customer)
  const send = () =>
    customer.call(messages.create, {
      params: ticket,
      body: { message: 'Once' },
      headers: { 'idempotency-key': ticket.id },
    })
  const first = await send()
  expect((await send()).body).toEqual(first.body)
  expect(await wordsFor(customer, ticket)).toEqual(['Once'])
})

test('a customer says at most 120 things in an hour', async () => {
  const person = await signIn({ role: 'customer' })
  const ticket = await newTicketOf(person)
  await times(119, () => platform.limits.spend('message by user', person.user.id))
  expect((await say(person, ticket)).status).toBe(201)
  expect((await say(person, ticket)).status).toBe(429)
})

test('everyone who looks at a ticket hears of a message, of an internal one only staff', async () => {
  const ticket = await newTicketOf(customer, { status: 'resolved' })
  const heard: unknown[] = []
  const client = await pool.connect()
  onTestFinished(() => client.release(true))
  client.on('notification', ({ payload = '' }) => {
    const { about, ...news } = JSON.parse(payload)
    if (about === ticket.id) heard.push(news)
  })
  await client.query('listen latchkey')
  await say(customer, ticket, { message: 'secret words' })
  await say(agent, ticket, { isInternal: true })
  await expect
    .poll(() => heard)
    .toEqual([
      { kind: 'changed', isInternal: false },
      { kind: 'message', isInternal: false },
      { kind: 'message', isInternal: true },
    ])
})
