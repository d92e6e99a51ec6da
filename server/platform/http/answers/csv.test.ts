import { sql } from 'drizzle-orm'
import fastify from 'fastify'
import { expect, test } from 'vitest'
import { answerError } from '#server/platform/http/error-handler.ts'
import { db } from '#server/testing/testing.ts'
import { sendCsv } from './csv.ts'

async function* readTooEarly() {
  const { rows } = await db.execute<{ day: string }>(sql`select '0000-01-01'::date::text as day`)
  yield* rows
}

test('an export that fails before its first row is refused in words, not as a file', async () => {
  const app = fastify()
  app.setErrorHandler(answerError)
  const columns = [{ key: 'day', header: 'Day' }]
  app.get('/', (_request, reply) => sendCsv(reply, { fileName: 'days.csv', columns, rows: readTooEarly() }))
  const answer = await app.inject('/')
  expect([answer.statusCode, answer.json()]).toEqual([400, { message: 'A date or time is out of range.' }])
  expect(answer.headers['content-disposition']).toBeUndefined()
})
