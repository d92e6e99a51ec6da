import { expect, test } from 'vitest'
import { messages } from '#contract/support/messages.ts'
import { SETTLED_SNOOZE, SNOOZE_IN_FUTURE, teamwork } from '#contract/support/teamwork.ts'
import { tickets as table } from '#server/database/schema/support/tickets.ts'
import { change, idsOf, newTicketOf, read, stored, trailOf } from '#server/testing/support/tickets.ts'
import { db, inDays, signIn, type Person } from '#server/testing/testing.ts'
import { eq } from 'drizzle-orm'

const customer = await signIn({ role: 'customer' })
const agent = await signIn({ role: 'agent' })
const search = customer.user.email

const snooze = (person: Person, { id }: { id: string }, until: string | null) =>
  person.call(teamwork.snooze, { params: { id }, body: { until } })
const viewOf = (view: string) => idsOf(agent, { view, search })
const say = (person: Person, { id }: { id: string }) =>
  person.call(messages.create, { params: { id }, body: { message: 'Any progress?' } })

test('a snoozed ticket leaves the inbox until its time, and comes back without a job', async () => {
  const ticket = await newTicketOf(customer)
  const until = inDays(2)
  const { status, body } = await snooze(agent, ticket, until)
  expect([status, body.snoozedUntil]).toEqual([200, until])
  expect(await viewOf('needs-answer')).not.toContain(ticket.id)
  expect(await viewOf('unassigned')).not.toContain(ticket.id)
  expect(await viewOf('snoozed')).toContain(ticket.id)
  await db
    .update(table)
    .set({ snoozedUntil: inDays(-0.01) })
    .where(eq(table.id, ticket.id))
  expect(await viewOf('needs-answer')).toContain(ticket.id)
  expect(await viewOf('snoozed')).not.toContain(ticket.id)
  expect((await read(agent, ticket)).body.snoozedUntil).toBeNull()
})

test('comes back at once when the customer writes, not when staff do', async () => {
  const ticket = await newTicketOf(customer)
  await snooze(agent, ticket, inDays(2))
  await say(agent, ticket)
  expect((await stored(ticket)).snoozedUntil).not.toBeNull()
  await say(customer, ticket)
  expect((await stored(ticket)).snoozedUntil).toBeNull()
  expect(await viewOf('needs-answer')).toContain(ticket.id)
})

test('a late ticket stays in the late view while it is snoozed', async () => {
  const ticket = await newTicketOf(customer, { createdAt: inDays(-30) })
  await snooze(agent, ticket, inDays(2))
  expect(await viewOf('late')).toContain(ticket.id)
})

test('null and resolving the ticket end its snooze', async () => {
  const ticket = await newTicketOf(customer)
  await snooze(agent, ticket, inDays(2))
  expect((await snooze(agent, ticket, null)).body.snoozedUntil).toBeNull()
  await snooze(agent, ticket, inDays(2))
  await change(agent, ticket, { status: 'resolved' })
  expect((await stored(ticket)).snoozedUntil).toBeNull()
  const refused = await snooze(agent, ticket, inDays(2))
  expect([refused.status, refused.body]).toMatchObject([409, { message: SETTLED_SNOOZE }])
})

test.each([
  ['a past time', inDays(-1)],
  ['more than a year', inDays(366)],
])('refuses %s', async (_what, until) => {
  const ticket = await newTicketOf(customer)
  const { status, body } = await snooze(agent, ticket, until)
  expect([status, body]).toMatchObject([400, { message: SNOOZE_IN_FUTURE }])
})

test('customers neither snooze nor notice it', async () => {
  const ticket = await newTicketOf(customer)
  const before = (await read(customer, ticket)).body
  await snooze(agent, ticket, inDays(2))
  expect((await read(customer, ticket)).body).toEqual(before)
  expect((await trailOf(ticket)).map(({ action, organizationId }) => [action, organizationId])).toEqual([
    ['ticket.snoozed', null],
  ])
  for (const person of [customer, await customer.colleague('org_admin')])
    expect((await snooze(person, ticket, null)).status).toBe(403)
})
