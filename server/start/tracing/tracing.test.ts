import { once } from 'node:events'
import { createServer, request as ask } from 'node:http'
import type { AddressInfo } from 'node:net'
import { json } from 'node:stream/consumers'
import { expect, onTestFinished, test } from 'vitest'
import { buildApp } from '#server/app.ts'
import { openPlatform } from '#server/start/open-platform.ts'
import { newUser, platform as ours, signIn, testDatabaseUrl } from '#server/testing/testing.ts'
import { startTracing } from './tracing.ts'

type Value = { stringValue?: string; intValue?: number }
type SentSpan = {
  name: string
  traceId: string
  spanId: string
  parentSpanId?: string
  kind: number
  attributes: { key: string; value: Value }[]
  status: { code: number; message?: string }
}
type TraceExport = { resourceSpans: { scopeSpans: { spans: SentSpan[] }[] }[] }

const CALLER = '0af7651916cd43dd8448eb211c80319c'

/** A collector that keeps what it receives. */
async function openCollector(status = 200) {
  const bodies: TraceExport[] = []
  const server = createServer((request, response) => {
    void json(request).then((body) => {
      bodies.push(body as TraceExport)
      response.writeHead(status, { 'content-type': 'application/json' }).end('{}')
    })
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(() => void server.close())
  const spans = () =>
    bodies.flatMap(({ resourceSpans }) => resourceSpans.flatMap(({ scopeSpans }) => scopeSpans.flatMap((s) => s.spans)))
  return { endpoint: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, bodies, spans }
}

async function openTraced(endpoint: string, { share = 1, trustsProxy = false } = {}) {
  const errors: string[] = []
  const onError = ({ message }: Error) => void errors.push(message)
  const tracing = await startTracing({ traces: { endpoint, service: 'portal', share }, trustsProxy, onError })
  const { platform, close } = await openPlatform(ours.config, { databaseUrl: testDatabaseUrl, tracing })
  const app = await buildApp(platform, { tracing })
  const finish = async () => {
    await app.close()
    await close()
    await tracing.stop()
  }
  return { app, tracing, finish, errors }
}

/** The body follows once the server has asked for it. */
async function signInSlowly(address: string, body: object) {
  const { host } = new URL(ours.config.publicUrl)
  const headers = { host, 'content-type': 'application/json', expect: '100-continue', connection: 'close' }
  const sent = ask(`${address}/api/login`, { method: 'POST', headers })
  sent.on('continue', () => sent.end(JSON.stringify(body)))
  const [answer] = await once(sent, 'response')
  answer.resume()
  await once(answer, 'end')
}

const valueOf = ({ attributes }: SentSpan, key: string) => attributes.find((found) => found.key === key)?.value

test('a request is a trace with its statements, without values', async () => {
  const { endpoint, spans, bodies } = await openCollector()
  const { app, finish } = await openTraced(endpoint)
  const member = await signIn({ role: 'org_admin' })
  const headers = { cookie: member.cookie }
  const answer = await app.inject({ url: '/api/licenses?search=Reception', headers })
  await app.inject({ url: '/health/ready' })
  await finish()

  expect(answer.statusCode).toBe(200)
  const [request, ...others] = spans().filter(({ kind }) => kind === 2)
  expect(others).toEqual([])
  expect(request?.name).toBe('GET /api/licenses')
  expect(valueOf(request!, 'http.response.status_code')).toEqual({ intValue: 200 })
  expect(valueOf(request!, 'latchkey.organization_id')).toEqual({ stringValue: member.user.organizationId })
  const statements = spans().filter(({ kind }) => kind === 3)
  expect(statements.length).toBeGreaterThan(1)
  for (const { traceId, parentSpanId } of statements)
    expect({ traceId, parentSpanId }).toEqual({ traceId: request?.traceId, parentSpanId: request?.spanId })
  expect(JSON.stringify(statements)).toContain('licenses')
  expect(JSON.stringify(bodies)).not.toContain('Reception')
})

test('statements after a body was read belong to its request, and a failed answer says so', async () => {
  const { endpoint, spans } = await openCollector()
  const { app, finish } = await openTraced(endpoint)
  const { email } = await newUser({ role: 'agent' })
  await signInSlowly(await app.listen({ port: 0, host: '127.0.0.1' }), { email, password: 'a wrong password' })
  await finish()
  const request = spans().find(({ name }) => name === 'POST /api/login')
  expect(valueOf(request!, 'http.response.status_code')).toEqual({ intValue: 401 })
  const parents = spans().filter(({ kind }) => kind === 3)
  expect(parents.length).toBeGreaterThan(1)
  for (const { parentSpanId } of parents) expect(parentSpanId).toBe(request?.spanId)
  expect(JSON.stringify(spans())).not.toContain(email)
})

test.each([
  ['continues', true],
  ['does not continue', false],
])('%s the trace of a caller behind a trusted proxy: %s', async (_does, trustsProxy) => {
  const { endpoint, spans } = await openCollector()
  const { app, finish } = await openTraced(endpoint, { trustsProxy })
  await app.inject({ url: '/api/config', headers: { traceparent: `00-${CALLER}-b7ad6b7169203331-01` } })
  await finish()
  expect(spans().map(({ traceId }) => traceId === CALLER)).toEqual([trustsProxy])
})

test('a job is a trace, and its failure is kept', async () => {
  const { endpoint, spans } = await openCollector()
  const { tracing, finish } = await openTraced(endpoint)
  await tracing.followJob('sweep', async () => {})({})
  await expect(tracing.followJob('back-up', () => Promise.reject(new Error('The disk is full')))({})).rejects.toThrow()
  await finish()
  expect(spans().map(({ name, status }) => [name, status.message])).toEqual([
    ['job sweep', undefined],
    ['job back-up', 'The disk is full'],
  ])
})

test('the share that is asked for is sent, and a collector that refuses is reported', async () => {
  const silent = await openCollector()
  const none = await openTraced(silent.endpoint, { share: 0 })
  expect((await none.app.inject({ url: '/api/config' })).statusCode).toBe(200)
  await none.finish()
  expect(silent.spans()).toEqual([])

  const refusing = await openCollector(400)
  const refused = await openTraced(refusing.endpoint)
  expect((await refused.app.inject({ url: '/api/config' })).statusCode).toBe(200)
  await refused.finish()
  expect(refused.errors).toEqual([expect.stringContaining('Traces: ')])
})
