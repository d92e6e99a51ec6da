import { connect } from 'node:net'
import { expect, test } from 'vitest'
import { openDatabaseProxy } from '#server/testing/platform/database-proxy.ts'
import { freePort, spawnServer } from '#server/testing/platform/server-process.ts'
import { PASSWORD, signIn, testDatabaseUrl } from '#server/testing/testing.ts'

test('the log is one JSON line an event: who, what, how it ended; never a secret', async () => {
  const person = await signIn()
  const port = String(await freePort())
  const server = spawnServer({ PORT: port, DATABASE_URL: testDatabaseUrl, LOG_LEVEL: 'info' })
  await server.answers('/health/ready', 200)
  const post = (path: string, body: object, headers: Record<string, string> = {}) =>
    fetch(server.url + path, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...headers },
      body: JSON.stringify(body),
    })
  const cookie = { cookie: person.cookie ?? '' }
  await post('/api/login', { email: person.user.email, password: PASSWORD })
  const created = await post('/api/licenses', { label: 'A\r\n{"level":"fatal"}' }, cookie)
  const license = (await (await post('/api/licenses', { label: 'Logged' }, cookie)).json()) as { licenseKey: string }
  await post('/api/device/validate', { licenseKey: license.licenseKey, deviceFingerprint: 'x' })
  await fetch(`${server.url}/auth?reset=${'t'.repeat(43)}`)
  const { output } = await server.kill('SIGTERM')

  const lines = output.split('\n').filter((line) => line.startsWith('{'))
  const events = lines.map((line) => JSON.parse(line) as Record<string, unknown>)
  expect(created.status).toBe(400)
  expect(events.filter(({ route }) => route === '/health/ready')).toEqual([])
  expect(events.find(({ route, status }) => route === '/api/licenses' && status === 201)).toEqual({
    level: 'info',
    time: expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/),
    requestId: expect.stringMatching(/^[0-9a-f-]{36}$/),
    userId: person.user.id,
    organizationId: person.organizationId,
    method: 'POST',
    route: '/api/licenses',
    status: 201,
    ms: expect.any(Number),
  })
  for (const secret of [
    PASSWORD,
    license.licenseKey,
    person.cookie?.split('=')[1] ?? '?',
    't'.repeat(43),
    person.user.email,
  ]) {
    expect(output).not.toContain(secret)
  }
})

/** A server with metrics, and clients that hang up once they have sent a body, or the beginning of a longer one. */
async function startCounting() {
  const [port, metricsPort] = [await freePort(), await freePort()]
  const server = spawnServer({
    PORT: String(port),
    METRICS_PORT: String(metricsPort),
    DATABASE_URL: testDatabaseUrl,
    LOG_LEVEL: 'info',
  })
  await server.answers('/health/ready', 200)
  return {
    server,
    counted: async () => (await fetch(`http://127.0.0.1:${metricsPort}`)).text(),
    hangUp: (route: string, { body, length }: { body: string; length: number }) => {
      const head = `POST ${route} HTTP/1.1\r\nhost: 127.0.0.1:${port}\r\ncontent-type: application/json`
      const client = connect(port, '127.0.0.1')
      client.write(`${head}\r\ncontent-length: ${length}\r\n\r\n${body}`, () => client.destroy())
    },
  }
}

test('a client that hangs up in the middle of its body is no failure of the server, also not for devices', async () => {
  const { hangUp, counted, server } = await startCounting()
  for (const route of ['/api/device/check-in', '/api/login']) {
    hangUp(route, { body: '{"device', length: 100 })
    await expect.poll(counted).toContain(`http_requests_total{method="POST",route="${route}",status="499"} 1`)
    expect(await counted()).toContain('latchkey_device_decisions_total{code="SERVER_ERROR"} 0')
  }
  const { output } = await server.kill('SIGTERM')
  expect(output).not.toContain('"level":"error"')
})

test('a request whose client has gone before the answer is logged and counted, too', async () => {
  const { hangUp, counted, server } = await startCounting()
  const body = JSON.stringify({ email: 'unknown@example.com', password: PASSWORD })
  // A password takes longer to check than the client waits.
  hangUp('/api/login', { body, length: body.length })
  await expect.poll(counted).toContain('http_requests_total{method="POST",route="/api/login",status="499"} 1')
  const { output } = await server.kill('SIGTERM')
  const lines = output.split('\n').filter((line) => line.includes('"route":"/api/login"'))
  expect(lines.map((line) => JSON.parse(line) as object)).toEqual([
    expect.objectContaining({ level: 'info', method: 'POST', status: 499, aborted: true }),
  ])
})

test('a database that is away is logged with its stack once at each level, and with the reason in the line of each request', async () => {
  const proxy = await openDatabaseProxy(testDatabaseUrl)
  const server = spawnServer({ PORT: String(await freePort()), DATABASE_URL: proxy.url, LOG_LEVEL: 'info' })
  await server.answers('/health/ready', 200)
  await proxy.close()
  const device = { licenseKey: 'ABCDE-ABCDE-ABCDE-ABCDE-ABCDE', deviceFingerprint: 'x' }
  const body = { '/api/login': { email: 'a@example.com', password: PASSWORD }, '/api/device/validate': device }
  for (const path of ['/health/ready', '/api/login', '/api/device/validate'] as const)
    for (let times = 0; times < 4; times += 1) {
      const post = {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify(body[path as keyof typeof body]),
      }
      expect((await fetch(server.url + path, path === '/health/ready' ? {} : post)).status).toBe(503)
    }
  const { output } = await server.kill('SIGTERM')
  const lines = output.split('\n').filter((line) => line.includes('"requestId"'))
  const events = lines.map(
    (line) => JSON.parse(line) as { level: string; reason?: string; status?: number; err?: { message: string } },
  )
  const failures = events.flatMap(({ level, err }) => (err ? [`${level} ${err.message}`] : []))
  expect(new Set(failures).size).toBe(failures.length)
  for (const level of ['warn', 'error'])
    expect(failures).toContainEqual(expect.stringMatching(new RegExp(`^${level} .*ECONNREFUSED`)))
  const refused = events.filter(({ status }) => status === 503)
  expect(refused).toHaveLength(12)
  expect(refused.filter(({ reason = '' }) => !/ECONN|Connection terminated/.test(reason))).toEqual([])
})
