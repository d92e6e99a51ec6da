import { ticketPresence } from '#server/database/schema/support/ticket-users.ts'
import { randomUUID } from 'node:crypto'
import { eq, sql } from 'drizzle-orm'
import { beforeAll, expect, test } from 'vitest'
import { teamwork } from '#contract/support/teamwork.ts'
import { listen, newTicket, startHearing, publishSignal } from '#server/testing/support/live.ts'
import { newTicketOf, stored } from '#server/testing/support/tickets.ts'
import { db, signIn, type Person } from '#server/testing/testing.ts'

beforeAll(startHearing)

const anna = await signIn({ role: 'agent' })
const sipho = await signIn({ role: 'admin' })
const nameOf = ({ user }: Person) => `${user.firstName} ${user.lastName}`

const show = (person: Person, params: { id: string }, isTyping = false) =>
  person.call(teamwork.present, { params, body: { isTyping } })
const others = async (person: Person, params: { id: string }) => (await person.call(teamwork.presence, { params })).body

test('colleagues see who views a ticket and who types, not themselves', async () => {
  const { ticket } = await newTicket()
  expect((await show(anna, ticket)).body).toEqual([])
  const expected = { userId: anna.user.id, name: nameOf(anna) }
  expect((await show(sipho, ticket)).body).toEqual([{ ...expected, isTyping: false }])
  await show(anna, ticket, true)
  expect(await others(sipho, ticket)).toEqual([{ ...expected, isTyping: true }])
  await anna.call(teamwork.leave, { params: ticket })
  expect(await others(sipho, ticket)).toEqual([])
})

test('without a further sign a colleague has left, and no longer types after seconds', async () => {
  const { ticket } = await newTicket()
  await show(anna, ticket, true)
  const age = (seconds: number) =>
    db
      .update(ticketPresence)
      .set({
        seenAt: sql`now() - make_interval(secs => ${seconds})`,
        typedAt: sql`now() - make_interval(secs => ${seconds})`,
      })
      .where(eq(ticketPresence.ticketId, ticket.id))
  await age(30)
  expect(await others(sipho, ticket)).toMatchObject([{ isTyping: false }])
  await age(60)
  expect(await others(sipho, ticket)).toEqual([])
})

test('open pages of staff hear of a change once, those of customers never', async () => {
  const { customer, agent, ticket } = await newTicket()
  const [staff, outsider] = await Promise.all([listen(agent, ticket.id), listen(customer, ticket.id)])
  await show(anna, ticket)
  expect(await staff.next()).toBe('presence')
  await show(anna, ticket)
  await publishSignal(ticket.id, { kind: 'changed' })
  for (const stream of [staff, outsider]) expect(await stream.next()).toBe('changed')
})

test('changes nothing on the ticket', async () => {
  const { ticket } = await newTicket()
  await show(anna, ticket, true)
  expect(await stored(ticket)).toMatchObject({ updatedAt: ticket.updatedAt, status: ticket.status })
})

test('customers have no presence, and an unknown ticket answers 404', async () => {
  const customer = await signIn({ role: 'customer' })
  const ticket = await newTicketOf(customer)
  for (const person of [customer, await customer.colleague('org_admin')]) {
    const statuses = await Promise.all([
      show(person, ticket),
      person.call(teamwork.presence, { params: ticket }),
      person.call(teamwork.leave, { params: ticket }),
    ])
    expect(statuses.map(({ status }) => status)).toEqual([403, 403, 403])
  }
  expect((await show(anna, { id: randomUUID() })).status).toBe(404)
})
