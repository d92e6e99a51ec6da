import { sql } from 'drizzle-orm'
import fastify from 'fastify'
import { once } from 'node:events'
import { get, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { expect, onTestFinished, test } from 'vitest'
import { answerError } from '#server/platform/http/error-handler.ts'
import { FailureLog, loggerOptions } from '#server/platform/http/logging.ts'
import { until } from '#server/testing/platform/server-process.ts'
import { db, pool } from '#server/testing/testing.ts'
import { sendCsv } from './csv.ts'

const columns = [{ key: 'day', header: 'Day' }]

async function* readTooEarly() {
  const { rows } = await db.execute<{ day: string }>(sql`select '0000-01-01'::date::text as day`)
  yield* rows
}

test('an export that fails before its first row is refused in words, not as a file', async () => {
  const app = fastify()
  app.setErrorHandler(answerError)
  app.get('/', (_request, reply) => sendCsv(reply, { fileName: 'days.csv', columns, rows: readTooEarly() }))
  const answer = await app.inject('/')
  expect([answer.statusCode, answer.json()]).toEqual([400, { message: 'A date or time is out of range.' }])
  expect(answer.headers['content-disposition']).toBeUndefined()
})

/** A server that exports these rows, its answer to a client, and the warnings and failures it logs. */
async function exportOf(rows: AsyncIterable<{ day: string }>) {
  const logged: string[] = []
  const stream = { write: (line: string) => void logged.push(line) }
  const app = fastify({ logger: { ...Object(loggerOptions('warn')), stream }, logController: new FailureLog() })
  onTestFinished(() => app.close())
  app.setErrorHandler(answerError)
  app.get('/', (_request, reply) => sendCsv(reply, { fileName: 'days.csv', columns, rows }))
  await app.listen({ host: '127.0.0.1', port: 0 })
  const { port } = app.server.address() as AddressInfo
  const [answer] = (await once(get({ host: '127.0.0.1', port }), 'response')) as [IncomingMessage]
  const events = () => logged.map((line) => JSON.parse(line) as Record<string, unknown>)
  return { app, answer, events }
}

/** Reads each row with a query, until `last`, which the database refuses. */
async function* readUntil(last: number, done: () => void) {
  try {
    for (let row = 0; ; row += 1) {
      const { rows } = await db.execute<{ day: string }>(
        sql`select (${row < last ? '2026-01-01' : '0000-01-01'}::date)::text || repeat('.', 4000) as day`,
      )
      yield* rows
    }
  } finally {
    done()
  }
}

const isPoolFree = () => pool.idleCount === pool.totalCount && pool.waitingCount === 0

test('an export that fails after many rows is cut, and logged once with its request', async () => {
  let ended = false
  const { answer, events } = await exportOf(readUntil(500, () => void (ended = true)))
  expect(answer.statusCode).toBe(200)
  await expect(text(answer)).rejects.toMatchObject({ code: 'ECONNRESET' })
  expect(answer.complete).toBe(false)
  await until(async () => events().length > 0)
  expect(events()).toMatchObject([
    { level: 'error', msg: 'request failed', requestId: expect.any(String), err: { code: '22008' } },
  ])
  expect([ended, isPoolFree()]).toEqual([true, true])
})

test('a client that leaves during an export ends its reading, and is no failure', async () => {
  let ended = false
  const { app, answer, events } = await exportOf(readUntil(Infinity, () => void (ended = true)))
  await once(answer, 'data')
  answer.destroy()
  await until(async () => ended && isPoolFree())
  await app.close()
  expect(events()).toEqual([])
})
