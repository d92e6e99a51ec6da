import { beforeAll, expect, test } from 'vitest'
import { session } from '#contract/identity/session.ts'
import { buildApp } from '#server/app.ts'
import { openSession } from '#server/identity/session/sessions.ts'
import { openEventStream } from '#server/platform/live/event-stream.ts'
import { createLiveStreams } from '#server/platform/live/live-streams.ts'
import { listen, newTicket, startHearing, publishSignal } from '#server/testing/support/live.ts'
import { caller, db, newUser, platform, pool } from '#server/testing/testing.ts'

beforeAll(startHearing)

const agent = async () => {
  const { id: userId } = await newUser({ role: 'agent' })
  return caller({ cookie: `__Host-session=${await openSession(db, { userId, hours: 1, ip: null, userAgent: null })}` })
}

test('three hundred open streams use no database connection, receive all events and do not block other calls', async () => {
  const { ticket } = await newTicket()
  const people = await Promise.all(Array.from({ length: 50 }, agent))
  const streams = await Promise.all(
    people.flatMap((person) => Array.from({ length: 6 }, () => listen(person, ticket.id))),
  )
  expect(streams).toHaveLength(300)
  expect(pool.idleCount).toBe(pool.totalCount)
  await publishSignal(ticket.id)
  const [answer, ...heard] = await Promise.all([
    people[0]!.call(session.currentUser),
    ...streams.map((stream) => stream.next()),
  ])
  expect(answer.status).toBe(200)
  expect(new Set(heard)).toEqual(new Set(['message']))
  await Promise.all(streams.map((stream) => stream.close()))
})

test('a user’s ninth stream replaces the first, which must not reconnect', async () => {
  const { customer, agent: other, ticket } = await newTicket()
  const others = await listen(other, ticket.id)
  const first = await listen(customer, ticket.id)
  const rest = []
  for (let count = 0; count < 8; count += 1) rest.push(await listen(customer, ticket.id))
  expect([await first.next(), await first.next()]).toEqual(['replaced', 'end'])
  await publishSignal(ticket.id)
  for (const stream of [...rest, others]) expect(await stream.next()).toBe('message')
})

test('a full process refuses with 503 until a stream ends', () => {
  const streams = createLiveStreams()
  const open = Array.from({ length: 2000 }, (_, person) => {
    const stream = openEventStream()
    streams.add(String(person), stream)
    return stream
  })
  const add = () => streams.add('one more', openEventStream())
  expect(add).toThrow(expect.objectContaining({ statusCode: 503, retryAfterSeconds: 30 }))
  open[7]!.cut()
  return new Promise<void>((resolve) => open[7]!.onClose(resolve)).then(() => expect(add).not.toThrow())
})

test('a reader who takes nothing is cut off before much waits', async () => {
  const stream = openEventStream()
  const closed = new Promise<void>((resolve) => stream.onClose(resolve))
  for (let count = 0; count < 1000; count += 1) stream.send('message')
  await closed
})

test('a server that stops ends its streams at once', async () => {
  const app = await buildApp(platform)
  const base = await app.listen({ port: 0, host: '127.0.0.1' })
  const { agent: person, ticket } = await newTicket()
  const streams = await Promise.all(Array.from({ length: 8 }, () => listen(person, ticket.id, base)))
  await app.close()
  for (const stream of streams) expect(await stream.next()).toBe('end')
})

test('reconnects after a lost connection, and all pages refetch what they may have missed', async () => {
  const { customer, ticket } = await newTicket()
  const stream = await listen(customer, ticket.id)
  const { rowCount } = await pool.query(
    `select pg_terminate_backend(pid) from pg_stat_activity
     where application_name = 'latchkey events' and datname = current_database()`,
  )
  expect(rowCount).toBe(1)
  expect(await stream.next()).toBe('again')
  await publishSignal(ticket.id)
  expect(await stream.next()).toBe('message')
})
