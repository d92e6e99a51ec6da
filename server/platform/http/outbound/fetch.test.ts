import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect, onTestFinished, test } from 'vitest'
import { NOT_PUBLIC } from '#contract/errors.ts'
import { createFetch } from './fetch.ts'
import type { Resolve } from './targets.ts'

/** A server on this machine, and how often it was asked. */
async function openServer(size = 10) {
  const asked: string[] = []
  const server = createServer((request, response) => {
    asked.push(request.url ?? '')
    response.writeHead(302, { location: '/elsewhere' }).end('x'.repeat(size))
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(() => {
    server.closeAllConnections()
    server.close()
  })
  return { asked, port: (server.address() as AddressInfo).port }
}

const GET = { method: 'GET', headers: {} }
const { signal: never } = new AbortController()

test('neither an address nor a name of this machine is reached, also when the name changes in between', async () => {
  const { asked, port } = await openServer()
  const here: Resolve = (_host, _options, done) => done(null, [{ address: '127.0.0.1', family: 4 }])
  const get = createFetch({ isAnyAllowed: false, resolve: here }, never)
  for (const host of ['127.0.0.1', '[::ffff:127.0.0.1]', 'login.example.com'])
    await expect(get(`http://${host}:${port}/token`, GET)).rejects.toThrow(NOT_PUBLIC)
  expect(asked).toEqual([])
})

test('a redirect is returned, not followed', async () => {
  const { asked, port } = await openServer()
  const answer = await createFetch({ isAnyAllowed: true }, never)(`http://127.0.0.1:${port}/token`, GET)
  expect([answer.status, answer.headers.get('location'), asked]).toEqual([302, '/elsewhere', ['/token']])
})

test('an answer of more than a megabyte is refused', async () => {
  const { port } = await openServer(1_000_001)
  const get = createFetch({ isAnyAllowed: true }, never)
  await expect(get(`http://127.0.0.1:${port}/keys`, GET)).rejects.toThrow('too long')
})
