import { connect } from 'node:net'
import { once } from 'node:events'
import { Readable } from 'node:stream'
import { setTimeout as delay } from 'node:timers/promises'
import Fastify from 'fastify'
import { afterAll, expect, test } from 'vitest'
import { followRequests } from '#server/platform/http/requests/request-work.ts'
import { cutSlowBodies } from './timeouts.ts'

/** Milliseconds. */
const PATIENCE = 100

const app = Fastify()
followRequests(app)
cutSlowBodies(app, PATIENCE)
app.post('/', () => 'never asked')
app.get('/slow', () => Readable.from(drops()))
const origin = await app.listen({ port: 0, host: '127.0.0.1' })
afterAll(() => app.close())

/** A slow or endless response. */
async function* drops() {
  for (let drop = 0; drop < 8; drop++) {
    await delay(PATIENCE / 4)
    yield '.'
  }
}

test('a body that stops half-way is cut', async () => {
  const socket = connect(Number(new URL(origin).port), '127.0.0.1')
  socket.write('POST / HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nContent-Length: 50\r\n\r\n{')
  await once(socket, 'close')
  expect(socket.destroyed).toBe(true)
})

test('a slow answer is sent to its end', async () => {
  expect(await (await fetch(`${origin}/slow`)).text()).toBe('........')
})
