import { expect, test } from 'vitest'
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
