import { once } from 'node:events'
import { connect, createServer, type AddressInfo, type Socket } from 'node:net'
import { expect, onTestFinished, test } from 'vitest'
import { freePort, spawnServer, until } from './testing/platform/server-process.ts'
import { testDatabaseUrl } from './testing/testing.ts'

const field = (type: string, text: string) => `${type}${text}\0`

/** As PostgreSQL writes it: 'E', the length, and fields that end with a zero. */
function errorResponse(code: string, message: string) {
  const fields = Buffer.from(`${field('S', 'FATAL')}${field('V', 'FATAL')}${field('C', code)}${field('M', message)}\0`)
  const head = Buffer.alloc(5)
  head.write('E')
  head.writeUInt32BE(fields.length + 4, 1)
  return Buffer.concat([head, fields])
}

/** PgBouncer forwards the error of a server that stops, and adds its own. */
const TWO_ERRORS = Buffer.concat([
  errorResponse('57P01', 'terminating connection due to administrator command'),
  errorResponse('08P01', 'server conn crashed?'),
])

/** A pooler before the test's database. */
async function openPooler() {
  const url = new URL(testDatabaseUrl)
  const folder = url.searchParams.get('host')
  const target = folder
    ? { path: `${folder}/.s.PGSQL.${url.port || 5432}` }
    : { host: url.hostname, port: Number(url.port || 5432) }
  const clients = new Set<Socket>()
  const server = createServer((near) => {
    clients.add(near)
    const far = connect(target)
    for (const socket of [near, far]) socket.on('error', () => socket.destroy())
    near.on('close', () => clients.delete(near) && far.destroy())
    far.on('close', () => near.destroy())
    near.pipe(far).pipe(near)
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(() => void server.close())
  url.searchParams.delete('host')
  url.host = `127.0.0.1:${(server.address() as AddressInfo).port}`
  return {
    url: url.href,
    connections: () => clients.size,
    failAll: () => clients.forEach((client) => client.end(TWO_ERRORS)),
  }
}

test('a server outlives two errors on each of its idle connections', async () => {
  const pooler = await openPooler()
  const server = spawnServer({ PORT: String(await freePort()), WORKER: 'on', DATABASE_URL: pooler.url })
  onTestFinished(() => void server.kill('SIGKILL'))
  await server.answers('/health/ready', 200)
  let isRunning = true
  void server.exited.then(() => (isRunning = false))
  for (let round = 0; round < 3; round += 1) {
    // Its jobs hear notifications again.
    await until(async () => pooler.connections() > 2)
    pooler.failAll()
    await until(async () => !isRunning || (await fetch(`${server.url}/health/ready`)).status === 200)
    expect(isRunning).toBe(true)
  }
  const { code, output } = await server.kill('SIGTERM')
  expect([code, output]).toEqual([0, expect.not.stringContaining('connectionParameters')])
})
