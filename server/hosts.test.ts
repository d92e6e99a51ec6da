import { once } from 'node:events'
import { connect, type AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { afterAll, expect, test } from 'vitest'
import { uploads } from '#contract/releases/uploads.ts'
import { buildApp } from './app.ts'
import { config, platform, signIn } from './testing/testing.ts'

const publicUrl = 'https://portal.example.com'
const production = await buildApp({
  ...platform,
  config: { ...config, publicUrl, demo: false, trustProxy: ['10.0.0.1'] },
})
const demo = await buildApp(platform)
await production.listen({ port: 0, host: '127.0.0.1' })
afterAll(async () => {
  await production.close()
  await demo.close()
})

const ask = (portal: typeof demo, host: string, more: Record<string, string> = {}, remoteAddress = '192.0.2.1') =>
  portal.inject({ url: '/api/config', headers: { host, ...more }, remoteAddress })

test.each([
  ['portal.example.com', 200],
  ['PORTAL.example.com', 200],
  ['portal.example.com:443', 200],
  ['portal.example.com:8443', 421],
  ['evil.example', 421],
  ['portal.example.com.evil.example', 421],
  ['evil@portal.example.com', 421],
  ['portal.example.com/x', 421],
  ['portal.example.com?x', 421],
  ['localhost:3000', 421],
  ['127.0.0.1', 421],
  ['', 421],
])('a published portal answers a request for %j with %i', async (host, status) => {
  const response = await ask(production, host)
  expect(response.statusCode).toBe(status)
  if (status === 421) expect(response.json()).toEqual({ message: 'This server does not answer for this host.' })
})

test.each([
  ['localhost:3000', 200],
  ['localhost:5173', 200],
  ['127.0.0.1:3000', 200],
  ['[::1]:3000', 200],
  ['evil.example:3000', 421],
  ['localhost.evil.example', 421],
  ['192.0.2.7:3000', 421],
])('a demo answers a request for %s with %i', async (host, status) => {
  expect((await ask(demo, host)).statusCode).toBe(status)
})

test('a host that a proxy passes on counts when the proxy is a trusted one', async () => {
  const passedOn = { 'x-forwarded-host': 'portal.example.com' }
  expect((await ask(production, 'backend:3000', passedOn, '10.0.0.1')).statusCode).toBe(200)
  expect((await ask(production, 'backend:3000', passedOn)).statusCode).toBe(421)
})

test('probes may ask by any name', async () => {
  for (const url of ['/health/live', '/health/ready'])
    expect((await production.inject({ url, headers: { host: '10.0.0.7:3000' } })).statusCode).toBe(200)
  expect((await production.inject({ url: '/healthy', headers: { host: '10.0.0.7:3000' } })).statusCode).toBe(421)
})

const answerTo = async (head: string) => {
  const { port } = production.server.address() as AddressInfo
  const socket = connect(port, '127.0.0.1')
  await once(socket, 'connect')
  socket.end(`${head}\r\nConnection: close\r\n\r\n`)
  return text(socket)
}

test.each([
  ['two hosts', '\r\nHost: portal.example.com\r\nhost: evil.example'],
  ['the same host twice', '\r\nHost: portal.example.com\r\nHost: portal.example.com'],
  ['no host', ''],
])('a request with %s is refused', async (_what, hosts) => {
  expect(await answerTo(`GET /api/config HTTP/1.1${hosts}`)).toMatch(/^HTTP\/1\.1 400 /)
})

test.each([
  ['https://portal.example.com/api/config', 'portal.example.com', 200],
  ['https://evil.example/api/config', 'portal.example.com', 421],
  ['https://portal.example.com@evil.example/api/config', 'portal.example.com', 421],
  ['https://portal.example.com/api/config', 'evil.example', 421],
])('a request for the whole address %s with the host %s is answered with %i', async (target, host, status) => {
  const answer = await answerTo(`GET ${target} HTTP/1.1\r\nHost: ${host}`)
  expect(answer.split(' ')[1]).toBe(String(status))
  if (status === 200) expect(answer).toContain('cache-control: no-store')
})

test.each([
  [publicUrl, 404],
  ['http://portal.example.com', 403],
  ['https://evil.example', 403],
  ['https://portal.example.com:8443', 403],
])('a published portal takes a write from a page of %s with %i', async (origin, status) => {
  const headers = { host: 'portal.example.com', origin }
  expect((await production.inject({ method: 'POST', url: '/api/nothing', headers })).statusCode).toBe(status)
})

test.each([
  ['localhost:5173', 'http://localhost:5173', 404],
  ['localhost:5173', 'http://localhost:3000', 404],
  ['localhost:3000', 'http://127.0.0.1:3000', 403],
])('a demo opened at %s takes a write from a page of %s with %i', async (host, origin, status) => {
  const response = await demo.inject({ method: 'POST', url: '/api/nothing', headers: { host, origin } })
  expect(response.statusCode).toBe(status)
})

test('an upload link names the published host, whatever a request says', async () => {
  const admin = await signIn({ role: 'admin' })
  const response = await production.inject({
    method: uploads.request.method,
    url: uploads.request.url,
    headers: { host: 'portal.example.com', cookie: admin.cookie ?? '' },
  })
  expect(new URL(response.json<{ uploadURL: string }>().uploadURL).origin).toBe(publicUrl)
})
