import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { writeFileSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { request } from 'node:http'
import { createServer } from 'node:net'
import { networkInterfaces, tmpdir } from 'node:os'
import path from 'node:path'
import { afterEach, expect, onTestFinished, test } from 'vitest'
import { session } from '#contract/identity/session.ts'
import { openPostOffice } from '#server/testing/platform/post-office.ts'
import { many } from '#server/testing/platform/long-form.ts'
import { openDatabaseProxy } from './testing/platform/database-proxy.ts'
import { freePort, spawnServer } from './testing/platform/server-process.ts'
import { signIn, testDatabaseUrl } from './testing/testing.ts'

type Server = ReturnType<typeof spawnServer>
const started: Server[] = []

async function start(settings: Record<string, string> = {}, options?: { hasOwnGroup: boolean }) {
  const port = String(await freePort())
  const server = spawnServer({ PORT: port, DATABASE_URL: testDatabaseUrl, ...settings }, options)
  started.push(server)
  return server
}
afterEach(async () => {
  await Promise.all(started.splice(0).map((server) => server.kill('SIGKILL')))
})

/** One line, no stack. */
const SENTENCE = (words: string) => new RegExp(`^[^\\n]*${words}[^\\n]*\\.\\n$`)

test.each([
  [{ PORT: 'many' }, 'The setting PORT is not usable: must be a whole number'],
  [{ SALES_EMAIL: 'nobody' }, 'The setting SALES_EMAIL is not usable'],
  [{ DATABASE_URL: 'mysql://localhost/x' }, 'The setting DATABASE_URL is not usable'],
  [{ TRUST_PROXY: '10.0.0.1, proxy' }, 'The setting TRUST_PROXY is not usable: must list addresses'],
  [{ CLAMD_URL: 'http://127.0.0.1:3310' }, 'The setting CLAMD_URL is not usable: must be an address like'],
  [{ CLAMD_URL: 'unix://run/clamav/clamd.ctl' }, 'The setting CLAMD_URL is not usable: must be an address like'],
  [{ CLAMD_URL: 'tcp:127.0.0.1:3310' }, 'The setting CLAMD_URL is not usable: must be an address like tcp:'],
  [{ S3_BUCKET: 'files' }, 'S3_BUCKET needs S3_ACCESS_KEY_ID'],
  [{ DATABASE_URL: 'postgres://localhost:1/x', DATABASE_WAIT: '0' }, 'The database at localhost:1/x cannot be used'],
])('a wrong setting ends the start with one sentence: %o', async (settings, words) => {
  const { exited } = await start(settings)
  expect(await exited).toEqual({ code: 1, signal: null, output: expect.stringMatching(SENTENCE(words)) })
})

test('a database that refuses ends the start at once, however long it may wait', async () => {
  const missing = new URL(testDatabaseUrl)
  missing.pathname = '/nothing_here'
  const { exited } = await start({ DATABASE_URL: missing.href, DATABASE_WAIT: '3600' })
  expect(await exited).toEqual({ code: 1, signal: null, output: expect.stringMatching(SENTENCE('nothing_here')) })
})

test('a port in use ends the start with one sentence', async () => {
  const other = createServer().listen(0, 'localhost')
  await once(other, 'listening')
  const { port } = other.address() as { port: number }
  const { exited } = await start({ PORT: String(port) })
  expect(await exited).toEqual({
    code: 1,
    signal: null,
    output: expect.stringMatching(SENTENCE(`The setting PORT is not usable: port ${port} is in use`)),
  })
  other.close()
})

/** Of this computer, too. Linux answers at every address of 127.0.0.0/8. */
const WRONG_ADDRESS =
  Object.values(networkInterfaces())
    .flat()
    .find((found) => found?.family === 'IPv4' && !found.internal)?.address ?? '127.0.0.2'

test('metrics are for this computer alone, unless their host says otherwise', async () => {
  const ask = (host: string, port: string) =>
    fetch(`http://${host}:${port}/`).then(
      ({ status }) => status,
      () => 'refused',
    )
  for (const [settings, elsewhere] of [
    [{}, 'refused'],
    [{ METRICS_HOST: '0.0.0.0' }, 200],
  ] as const) {
    const metricsPort = String(await freePort())
    const server = await start({ HOST: '0.0.0.0', METRICS_PORT: metricsPort, ...settings })
    await server.answers('/health/ready', 200)
    expect([await ask('127.0.0.1', metricsPort), await ask(WRONG_ADDRESS, metricsPort)]).toEqual([200, elsewhere])
  }
}, 60_000)

test('a metrics host of another computer ends the start with one sentence', async () => {
  const metricsPort = String(await freePort())
  const { exited } = await start({ METRICS_PORT: metricsPort, METRICS_HOST: '192.0.2.1' })
  const words = 'The setting METRICS_HOST is not usable: it isn’t an address of this computer'
  expect(await exited).toEqual({ code: 1, signal: null, output: expect.stringMatching(SENTENCE(words)) })
})

test('a port for answers by email that is in use ends the start with one sentence', async () => {
  const { port } = await openPostOffice()
  const settings = { REPLY_ADDRESS: 'reply@support.example.com', INBOUND_SMTP_PORT: String(port) }
  const { exited } = await start(settings)
  const words = `The setting INBOUND_SMTP_PORT is not usable: port ${port} is in use`
  expect(await exited).toEqual({ code: 1, signal: null, output: expect.stringMatching(SENTENCE(words)) })
})

test('a data folder that cannot be written ends the start with one sentence', async () => {
  const file = path.join(await mkdtemp(path.join(tmpdir(), 'latchkey-start-')), 'file')
  writeFileSync(file, '')
  const { exited } = await start({ DATABASE_URL: '', DATA_DIR: file })
  expect(await exited).toEqual({ code: 1, signal: null, output: expect.stringMatching(SENTENCE(file)) })
})

test('while the database is away the server is alive and not ready', async () => {
  const server = await start({ DATABASE_URL: `postgres://localhost:${await freePort()}/x`, DATABASE_WAIT: '60' })
  await server.answers('/health/live', 200)
  await server.answers('/health/ready', 503)
  const answer = await fetch(`${server.url}/api/user`)
  expect([answer.status, await answer.json()]).toEqual([503, { message: expect.stringContaining('Starting') }])
})

test.each([['server_version_num'], ['current_user as user'], ['has_schema_privilege']])(
  'a connection that is cut while the server starts, at %s, is tried again',
  async (words) => {
    const proxy = await openDatabaseProxy(testDatabaseUrl)
    onTestFinished(proxy.close)
    proxy.endAt(words)
    const server = await start({ DATABASE_URL: proxy.url })
    await server.answers('/health/ready', 200)
    expect(proxy.hasEnded()).toBe(true)
  },
)

test('a database that falls silent while the server starts ends the start with one sentence', async () => {
  const proxy = await openDatabaseProxy(testDatabaseUrl)
  onTestFinished(proxy.close)
  proxy.fallSilentAt('server_version_num')
  const { exited } = await start({ DATABASE_URL: proxy.url, DATABASE_WAIT: '1' })
  expect(await exited).toEqual({ code: 1, signal: null, output: expect.stringMatching(SENTENCE('cannot be used')) })
})

test('two processes start at once on one database, and both stop cleanly', async () => {
  const servers = await Promise.all([start(), start()])
  await Promise.all(servers.map((server) => server.answers('/health/ready', 200)))
  const ends = await Promise.all(servers.map((server) => server.kill('SIGTERM')))
  expect(ends.map(({ code }) => code)).toEqual([0, 0])
})

test('answers a half-sent request before it stops', async () => {
  const server = await start()
  await server.answers('/health/ready', 200)
  const person = await signIn()
  const body = JSON.stringify({ label: 'Last one' })
  const headers = {
    cookie: person.cookie,
    'content-type': 'application/json',
    'content-length': body.length,
    expect: '100-continue',
  }
  const creating = request(`${server.url}/api/licenses`, { method: 'POST', headers })
  creating.flushHeaders()
  // The server has read the head and waits for the body.
  await once(creating, 'continue')
  const answered = once(creating, 'response')
  const ended = server.kill('SIGTERM')
  creating.end(body)
  const [[response], { code }] = await Promise.all([answered, ended])
  expect([response.statusCode, code]).toEqual([201, 0])
})

test('continues to serve after a stop signal, not ready, until a proxy has noticed', async () => {
  const server = await start({ DRAIN_SECONDS: '3' })
  await server.answers('/health/ready', 200)
  const ended = server.kill('SIGTERM')
  await server.answers('/health/ready', 503)
  const answer = await fetch(`${server.url}/api/config`)
  expect([answer.status, answer.headers.get('connection')]).toEqual([200, 'close'])
  expect((await ended).code).toBe(0)
})

test.each(['SIGINT', 'SIGTERM'] as const)(
  'a %s to everything at once lets a request in flight end well, and the log stays clean',
  async (signal) => {
    const directory = await mkdtemp(path.join(tmpdir(), 'latchkey-group-'))
    onTestFinished(() => rm(directory, { recursive: true }))
    const server = await start({ DATABASE_URL: '', DATA_DIR: directory }, { hasOwnGroup: true })
    // It creates a database first.
    await server.answers('/health/ready', 200, 60)
    const body = JSON.stringify({ email: 'nobody@example.com', password: 'not the right one' })
    const headers = { 'content-type': 'application/json', 'content-length': body.length, expect: '100-continue' }
    const asking = request(`${server.url}${session.login.url}`, { method: 'POST', headers })
    asking.flushHeaders()
    // The server has read the head and waits for the body.
    await once(asking, 'continue')
    const answered = once(asking, 'response')
    const ended = server.killGroup(signal)
    asking.end(body)
    const [[response], { code, output }] = await Promise.all([answered, ended])
    expect([response.statusCode, code]).toEqual([401, 0])
    expect(output).not.toMatch(/error|terminat/i)
  },
  120_000,
)

/** Writers are killed so often. */
const ROUNDS = many(3)

test(
  'killed mid-write, again and again, it loses nothing that was acknowledged and doubles nothing',
  async () => {
    const person = await signIn({ licenseLimit: 100_000 })
    const headers = { cookie: person.cookie ?? '', 'content-type': 'application/json' }
    const acknowledged: string[] = []

    for (let round = 0; round < ROUNDS; round += 1) {
      const server = await start()
      await server.answers('/health/ready', 200)
      const write = async () => {
        for (;;) {
          const body = JSON.stringify({ label: `Round ${round} ${randomUUID()}` })
          const answer = await fetch(`${server.url}/api/licenses`, { method: 'POST', headers, body })
          acknowledged.push(((await answer.json()) as { id: string }).id)
          if (acknowledged.length === (round + 1) * 20) void server.kill('SIGKILL')
        }
      }
      // Every writer ends with the connection that the kill cut.
      await Promise.allSettled(Array.from({ length: 8 }, write))
      await server.exited
    }

    const server = await start()
    await server.answers('/health/ready', 200)
    const answer = await fetch(`${server.url}/api/licenses`, { headers })
    const kept = ((await answer.json()) as { id: string }[]).map(({ id }) => id)
    expect(acknowledged.length).toBeGreaterThanOrEqual(20 * ROUNDS)
    expect(new Set(kept).size).toBe(kept.length)
    expect(acknowledged.filter((id) => !kept.includes(id))).toEqual([])
    // A request that was cut off between write and answer may have been saved; never more than were running.
    expect(kept.length - acknowledged.length).toBeLessThanOrEqual(8 * ROUNDS)
  },
  many(120_000),
)
