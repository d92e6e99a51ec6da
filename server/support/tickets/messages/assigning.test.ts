import { expect, test } from 'vitest'
import { say } from '#server/testing/support/attachments.ts'
import { newTicketOf, stored, trailOf } from '#server/testing/support/tickets.ts'
import { signIn } from '#server/testing/testing.ts'

const customer = await signIn({ role: 'customer' })
const agent = await signIn({ role: 'agent' })

test('a reply assigns the ticket to its author and sets the status, if the author asks for it', async () => {
  const ticket = await newTicketOf(customer)
  const { status } = await say(agent, ticket, { assignToMe: true, status: 'waiting_customer' })
  expect(status).toBe(201)
  expect(await stored(ticket)).toMatchObject({ assigneeId: agent.user.id, status: 'waiting_customer' })
  const trail = await trailOf(ticket)
  expect(trail.find(({ action }) => action === 'ticket.assigned')).toMatchObject({
    organizationId: null,
    changes: { assignee: [null, `${agent.user.firstName} ${agent.user.lastName}`] },
  })
})

test('a second reply of the assignee changes nothing else', async () => {
  const ticket = await newTicketOf(customer, { assigneeId: agent.user.id })
  await say(agent, ticket, { assignToMe: true })
  expect((await trailOf(ticket)).map(({ action }) => action)).toEqual(['message.sent'])
})

test('an internal note may assign, too, without a trace for the customer', async () => {
  const ticket = await newTicketOf(customer)
  await say(agent, ticket, { isInternal: true, assignToMe: true })
  const { assigneeId, updatedAt } = await stored(ticket)
  expect([assigneeId, updatedAt]).toEqual([agent.user.id, ticket.updatedAt])
})

test('a customer’s message assigns nothing', async () => {
  const ticket = await newTicketOf(customer)
  expect((await say(customer, ticket, { assignToMe: true })).status).toBe(201)
  expect((await stored(ticket)).assigneeId).toBeNull()
})
