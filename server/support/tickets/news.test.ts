import { expect, test } from 'vitest'
import { tickets } from '#contract/support/tickets.ts'
import type { Signal } from '#server/platform/live/events.ts'
import { change, newTicketOf } from '#server/testing/support/tickets.ts'
import { platform, signIn } from '#server/testing/testing.ts'

const customer = await signIn({ role: 'customer' })
const agent = await signIn({ role: 'agent' })

/** Collects the events of a ticket. */
function listenTo(ticketId: string) {
  const heard: Signal[] = []
  let tell = () => {}
  const unsubscribe = platform.events.subscribe(ticketId, (news) => {
    heard.push(news)
    tell()
  })
  const next = async () => {
    if (heard.length === 0) await new Promise<void>((resolve) => (tell = resolve))
    return heard.shift()
  }
  return { next, unsubscribe }
}

/** Resolves when the connection is open. */
async function startListening() {
  const { next, unsubscribe } = listenTo('')
  await next()
  unsubscribe()
}

test('each change is heard of once; that of the assignee only by staff', async () => {
  await startListening()
  const ticket = await newTicketOf(customer)
  const { next, unsubscribe } = listenTo(ticket.id)
  const [open, internal] = [
    { kind: 'changed', isInternal: false },
    { kind: 'changed', isInternal: true },
  ]
  await change(agent, ticket, { assigneeId: agent.user.id })
  expect(await next()).toEqual(internal)
  await change(agent, ticket, { priority: 'medium', status: 'open', assigneeId: agent.user.id })
  await change(agent, ticket, { priority: 'high', assigneeId: null })
  expect(await next()).toEqual(open)
  await agent.call(tickets.bulk, { body: { ids: [ticket.id], assigneeId: agent.user.id } })
  expect(await next()).toEqual(internal)
  await agent.call(tickets.bulk, { body: { ids: [ticket.id], status: 'resolved' } })
  expect(await next()).toEqual(open)
  await customer.call(tickets.rate, { params: ticket, body: { rating: 5 } })
  expect(await next()).toEqual(open)
  unsubscribe()
})
