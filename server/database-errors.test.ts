import { expect, onTestFinished, test } from 'vitest'
import { openDatabaseProxy } from './testing/platform/database-proxy.ts'
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

test('a server outlives two errors on each of its idle connections', async () => {
  const pooler = await openDatabaseProxy(testDatabaseUrl)
  onTestFinished(pooler.close)
  const server = spawnServer({ PORT: String(await freePort()), WORKER: 'on', DATABASE_URL: pooler.url })
  onTestFinished(() => void server.kill('SIGKILL'))
  await server.answers('/health/ready', 200)
  let isRunning = true
  void server.exited.then(() => (isRunning = false))
  for (let round = 0; round < 3; round += 1) {
    // Its jobs hear notifications again.
    await until(async () => pooler.connections() > 2)
    pooler.endAll(TWO_ERRORS)
    await until(async () => !isRunning || (await fetch(`${server.url}/health/ready`)).status === 200)
    expect(isRunning).toBe(true)
  }
  const { code, output } = await server.kill('SIGTERM')
  expect([code, output]).toEqual([0, expect.not.stringContaining('connectionParameters')])
})
