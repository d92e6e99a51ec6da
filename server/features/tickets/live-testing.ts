import { makeTicket } from '#server/database/seed/tickets.ts'
import { publish, type TicketNews } from '#server/platform/events.ts'
import { app, db, signIn, type Person } from '#server/testing/testing.ts'

const address = await app.listen({ port: 0, host: '127.0.0.1' })

type Listener = Pick<Person, 'cookie'>

export const requestStream = ({ cookie = '' }: Listener, ticketId: string, base = address) =>
  fetch(`${base}/api/tickets/${ticketId}/events`, { headers: { cookie } })

/** The stream as the browser has it: each event by its name, a heartbeat as 'beat', the end as 'end'. */
export async function listen(person: Listener, ticketId: string, base = address) {
  const { body, status, headers } = await requestStream(person, ticketId, base)
  if (status !== 200 || !body) throw new Error(`Refused with ${status}`)
  const reader = body.pipeThrough(new TextDecoderStream()).getReader()
  let text = ''
  const next = async (): Promise<string> => {
    const end = text.indexOf('\n\n')
    if (end >= 0) {
      const block = text.slice(0, end)
      text = text.slice(end + 2)
      return nameOf(block) ?? next()
    }
    const { done, value } = await reader.read()
    if (done) return 'end'
    text += value
    return next()
  }
  return { headers, next, close: () => reader.cancel() }
}

function nameOf(block: string) {
  if (block === ':') return 'beat'
  return /^event: (.*)$/m.exec(block)?.[1]
}

/** A ticket of a new organization's member, with somebody of the staff. */
export async function newTicket() {
  const [customer, agent] = await Promise.all([signIn({ role: 'customer' }), signIn({ role: 'agent' })])
  const ticket = await makeTicket(db, { organizationId: customer.organizationId, userId: customer.user.id })
  return { customer, agent, ticket }
}

export const tell = (ticketId: string, news: Partial<TicketNews> = {}) =>
  db.transaction((tx) => publish(tx, { ticketId, kind: 'message', isInternal: false, ...news }))

/** The connection that this process hears on stands: whoever listens first is told so. */
export async function startHearing() {
  const { customer, ticket } = await newTicket()
  const stream = await listen(customer, ticket.id)
  if ((await stream.next()) !== 'again') throw new Error('The first listener was told something else')
  await stream.close()
}
