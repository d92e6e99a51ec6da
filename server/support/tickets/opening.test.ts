import { ticketMails } from '#server/database/schema/support/ticket-users.ts'
import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { eq } from 'drizzle-orm'
import { TITLE_AND_DESCRIPTION } from '#contract/support/ticket-fields.ts'
import { CUSTOMER_REQUIRED, NO_SUCH_CUSTOMER, tickets } from '#contract/support/tickets.ts'
import { idsOf, stored, trailOf } from '#server/testing/support/tickets.ts'
import { db, newUser, signIn, statusesOf, stranger, type Person, times } from '#server/testing/testing.ts'

const body = { title: 'No sound', description: 'The alarm stays silent.' }

const open = (person: Person, more: object = {}, headers: Record<string, string> = {}) =>
  person.call(tickets.create, { body: { ...body, ...more }, headers })

const agent = await signIn({ role: 'agent' })

test('a new ticket is open, of medium priority and without a category [R-API-43 R-ENT-53 R-STATE-48 R-STATE-50 R-CONST-26]', async () => {
  const person = await signIn({ role: 'customer' })
  const { status, body: ticket } = await open(person)
  expect(status).toBe(201)
  expect(ticket).toMatchObject({
    ...body,
    ticketNumber: expect.stringMatching(/^TKT-\d{4}-\d{6}$/),
    status: 'open',
    priority: 'medium',
    categoryId: null,
    userId: person.user.id,
    organizationId: person.organizationId,
    userEmail: person.user.email,
    attachments: [],
    resolvedAt: null,
    rating: null,
    assigneeId: null,
    firstResponse: null,
    resolution: null,
  })
  expect(await trailOf(ticket)).toEqual([
    {
      action: 'ticket.created',
      organizationId: person.organizationId,
      changes: { title: [null, 'No sound'], priority: [null, 'medium'] },
    },
  ])
})

test('each priority can be chosen, and no other [R-STATE-47]', async () => {
  const person = await signIn()
  for (const priority of ['low', 'medium', 'high', 'urgent']) {
    expect((await open(person, { priority })).body.priority).toBe(priority)
  }
  for (const priority of ['', 'HIGH', 'critical', null, 3]) expect((await open(person, { priority })).status).toBe(400)
})

test('a blank title or description is refused, and so is what cannot be stored [R-VAL-64]', async () => {
  const person = await signIn()
  for (const field of ['title', 'description']) {
    for (const blank of ['', '   ', '\n\t', undefined, null, 7, {}]) {
      expect(await open(person, { [field]: blank })).toMatchObject({ status: 400, message: TITLE_AND_DESCRIPTION })
    }
    for (const wrong of ['NUL \0', 'half \ud800', 'x'.repeat(10_001)]) {
      expect((await open(person, { [field]: wrong })).status).toBe(400)
    }
  }
  expect((await open(person, { title: 'two\nlines' })).status).toBe(400)
  expect((await open(person, { title: 'x'.repeat(201) })).status).toBe(400)
  expect(await idsOf(person)).toEqual([])
})

test('text is kept as it was typed', async () => {
  const person = await signIn()
  const title = `<b>O'Brien</b> & "Ünïcode" 100% \u{1F600}`
  const description = 'first\n\n<script>alert(1)</script>\n=1+1'
  expect((await open(person, { title, description })).body).toMatchObject({ title, description })
})

test('nothing but its own fields is taken from a body', async () => {
  const person = await signIn({ role: 'customer' })
  const other = await signIn()
  const { body: ticket } = await open(person, {
    status: 'closed',
    organizationId: other.organizationId,
    userId: other.user.id,
    customerId: other.user.id,
    categoryId: randomUUID(),
    assigneeId: agent.user.id,
    number: 1,
    createdAt: '2020-01-01T00:00:00.000Z',
    rating: 5,
  })
  expect(ticket).toMatchObject({ status: 'open', userId: person.user.id, categoryId: null, rating: null })
  expect(await stored(ticket)).toMatchObject({ organizationId: person.organizationId, assigneeId: null })
  expect(await idsOf(other)).toEqual([])
})

test('staff open one for a customer, who then has it and is written to', async () => {
  const customer = await signIn({ role: 'customer' })
  const { status, body: ticket } = await open(agent, { customerId: customer.user.id })
  expect(status).toBe(201)
  expect(ticket).toMatchObject({ userId: customer.user.id, organizationId: customer.organizationId })
  expect(await idsOf(customer)).toEqual([ticket.id])
  const recipients = await db.select().from(ticketMails).where(eq(ticketMails.ticketId, ticket.id))
  expect(recipients.map(({ userId }) => userId)).toEqual([customer.user.id])
})

test('staff must name an existing customer for a ticket', async () => {
  expect(await open(agent)).toMatchObject({ status: 400, message: CUSTOMER_REQUIRED })
  const { organizationId } = await signIn()
  const suspended = await newUser({ role: 'customer', organizationId, status: 'suspended' })
  expect((await open(agent, { customerId: suspended.id })).message).toMatch('or the account is suspended')
  for (const customerId of [randomUUID(), suspended.id, agent.user.id]) {
    const answer = await open(agent, { customerId })
    expect(answer).toMatchObject({ status: 400, message: NO_SUCH_CUSTOMER })
    expect(answer.body).toMatchObject({ errors: { customerId: NO_SUCH_CUSTOMER } })
  }
  expect((await open(agent, { customerId: 'nobody' })).status).toBe(400)
  const pending = await newUser({ role: 'customer', organizationId, status: 'pending' })
  expect((await open(agent, { customerId: pending.id })).status).toBe(201)
})

test('eight at the same moment get eight numbers', async () => {
  const person = await signIn()
  const answers = await times(8, () => open(person))
  expect(statusesOf(answers)).toEqual(Array.from({ length: 8 }, () => 201))
  expect(new Set(answers.map((answer) => answer.body.ticketNumber)).size).toBe(8)
})

test('a double click with one key opens one ticket', async () => {
  const person = await signIn()
  const key = { 'idempotency-key': randomUUID() }
  const answers = [await open(person, {}, key), await open(person, {}, key)]
  expect(answers[0]?.body.id).toBe(answers[1]?.body.id)
  expect(await idsOf(person)).toHaveLength(1)
})

test('a customer opens at most thirty an hour, staff as many as call', async () => {
  const person = await signIn()
  const answers = await times(31, () => open(person))
  expect(statusesOf(answers).at(-1)).toBe(429)
  expect(statusesOf(answers).filter((status) => status === 201)).toHaveLength(30)
  const called = await times(31, () => open(agent, { customerId: person.user.id }))
  expect(called.every(({ status }) => status === 201)).toBe(true)
})

test('refuses a file that was not uploaded, and opens no ticket', async () => {
  const person = await signIn()
  const attachments = [{ url: '/api/objects/put/attachment-0.png', fileName: 'screen.png' }]
  expect((await open(person, { attachments })).status).toBe(400)
  expect((await open(person, { attachments: Array.from({ length: 6 }, () => attachments[0]) })).status).toBe(400)
  expect(await idsOf(person)).toEqual([])
})

test('refuses to open a ticket without a session', async () => {
  expect((await stranger().call(tickets.create, { body })).status).toBe(401)
})
