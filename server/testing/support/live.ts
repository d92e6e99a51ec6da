import { makeTicket } from '#demo/rows/tickets.ts'
import { publish, type TicketSignal } from '#server/platform/live/events.ts'
import { listenTo, requestEvents, type Listener } from '#server/testing/platform/event-streams.ts'
import { db, signIn } from '#server/testing/testing.ts'

const pathOf = (ticketId: string) => `/api/tickets/${ticketId}/events`

export const requestStream = (listener: Listener, ticketId: string, base?: string) =>
  requestEvents(listener, pathOf(ticketId), base)

export const listen = (listener: Listener, ticketId: string, base?: string) =>
  listenTo(listener, pathOf(ticketId), base)

/** A ticket of a new organization's member, with an agent. */
export async function newTicket() {
  const [customer, agent] = await Promise.all([signIn({ role: 'customer' }), signIn({ role: 'agent' })])
  const ticket = await makeTicket(db, { organizationId: customer.organizationId, userId: customer.user.id })
  return { customer, agent, ticket }
}

export const publishSignal = (ticketId: string, news: Partial<TicketSignal> = {}) =>
  db.transaction((tx) => publish(tx, { ticketId, kind: 'message', isInternal: false, ...news }))

/** Waits until this process listens: the first listener receives a confirmation. */
export async function startHearing() {
  const { customer, ticket } = await newTicket()
  const stream = await listen(customer, ticket.id)
  if ((await stream.next()) !== 'again') throw new Error('The first listener received another message')
  await stream.close()
}
