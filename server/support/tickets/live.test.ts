import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { teamwork } from '#contract/support/teamwork.ts'
import { buildApp } from '#server/app.ts'
import { publish } from '#server/platform/live/events.ts'
import { openPlatform } from '#server/start/open-platform.ts'
import { listen, newTicket, requestStream, startHearing, publishSignal } from '#server/testing/support/live.ts'
import { newTicketOf } from '#server/testing/support/tickets.ts'
import { config, db, signIn, testDatabaseUrl } from '#server/testing/testing.ts'

beforeAll(startHearing)

test('readers of a ticket receive events without content', async () => {
  const { customer, agent, ticket } = await newTicket()
  const streams = await Promise.all([listen(customer, ticket.id), listen(agent, ticket.id)])
  await publishSignal(ticket.id)
  for (const stream of streams) expect(await stream.next()).toBe('message')
  await publishSignal(ticket.id, { kind: 'changed' })
  for (const stream of streams) expect(await stream.next()).toBe('changed')
})

test('those who read a ticket that was merged before hear that it continues elsewhere', async () => {
  const { customer, agent, ticket: one } = await newTicket()
  const [two, three] = [await newTicketOf(customer), await newTicketOf(customer)]
  const merge = ({ id }: { id: string }, into: { id: string }) =>
    agent.call(teamwork.merge, { params: { id }, body: { into: into.id } })
  await merge(one, two)
  const stream = await listen(customer, one.id)
  await merge(two, three)
  expect(await stream.next()).toBe('changed')
})

test('a stream is not buffered, cached or sniffed', async () => {
  const { customer, ticket } = await newTicket()
  const { headers, close } = await listen(customer, ticket.id)
  expect(Object.fromEntries(headers)).toMatchObject({
    'content-type': 'text/event-stream; charset=utf-8',
    'cache-control': 'no-store, no-transform',
    'x-accel-buffering': 'no',
    'x-content-type-options': 'nosniff',
    'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
  })
  expect(headers.has('content-encoding')).toBe(false)
  await close()
})

test('staff hear of an internal message, customers of no more than the public one after it [R-ROLE-23]', async () => {
  const { customer, agent, ticket } = await newTicket()
  const orgAdmin = await customer.colleague('org_admin')
  const staff = await listen(agent, ticket.id)
  const customers = await Promise.all([customer, orgAdmin].map((person) => listen(person, ticket.id)))
  await publishSignal(ticket.id, { isInternal: true })
  expect(await staff.next()).toBe('message')
  await publishSignal(ticket.id, { kind: 'changed' })
  for (const stream of [staff, ...customers]) expect(await stream.next()).toBe('changed')
})

test('a ticket that the user may not read has no stream, like one that does not exist', async () => {
  const { customer, ticket } = await newTicket()
  const strangers = await Promise.all([customer.colleague('customer'), signIn({ role: 'org_admin' })])
  for (const person of strangers) {
    const [foreign, missing] = await Promise.all(
      [ticket.id, randomUUID()].map((id) => requestStream(person, id).then((answer) => answer.text())),
    )
    expect(foreign).toBe('{"message":"Ticket not found"}')
    expect(missing).toBe(foreign)
  }
  expect((await requestStream(customer, 'nonsense')).status).toBe(400)
  expect((await requestStream({ cookie: '' }, ticket.id)).status).toBe(401)
})

test('what is rolled back is not heard of', async () => {
  const { customer, ticket } = await newTicket()
  const stream = await listen(customer, ticket.id)
  const failing = db.transaction(async (tx) => {
    await publish(tx, { ticketId: ticket.id, kind: 'message', isInternal: false })
    throw new Error('Changed my mind')
  })
  await expect(failing).rejects.toThrow('Changed my mind')
  await publishSignal(ticket.id, { kind: 'changed' })
  expect(await stream.next()).toBe('changed')
})

test('streams no events of another ticket', async () => {
  const { agent, ticket } = await newTicket()
  const other = await newTicket()
  const stream = await listen(agent, ticket.id)
  await publishSignal(other.ticket.id)
  await publishSignal(ticket.id, { kind: 'changed' })
  expect(await stream.next()).toBe('changed')
})

const second = await openPlatform(config, { databaseUrl: testDatabaseUrl })
const secondApp = await buildApp(second.platform)
afterAll(async () => {
  await secondApp.close()
  await second.close()
})

test('what one process does is heard in all of them', async () => {
  const { customer, ticket } = await newTicket()
  const base = await secondApp.listen({ port: 0, host: '127.0.0.1' })
  const [here, there] = await Promise.all([listen(customer, ticket.id), listen(customer, ticket.id, base)])
  expect(await there.next()).toBe('again')
  await publishSignal(ticket.id)
  expect([await here.next(), await there.next()]).toEqual(['message', 'message'])
})
