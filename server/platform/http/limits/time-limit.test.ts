import { sql } from 'drizzle-orm'
import Fastify from 'fastify'
import { afterAll, expect, test } from 'vitest'
import { secrets } from '#server/database/schema/platform.ts'
import { answerError } from '#server/platform/http/error-handler.ts'
import { until } from '#server/testing/platform/server-process.ts'
import { db } from '#server/testing/testing.ts'
import { followRequests } from '#server/platform/http/requests/request-work.ts'
import { limitTime } from './time-limit.ts'

const forever = new Promise<never>(() => {})

const app = Fastify()
app.setErrorHandler(answerError)
followRequests(app)
limitTime(app, 200)
app.get('/never', { config: { access: 'public' } }, () => forever)
app.get('/quick', { config: { access: 'public' } }, () => ({ isQuick: true }))
app.get('/file', { config: { access: 'public', readsFiles: true } }, async () => {
  await db.execute(sql`select pg_sleep(0.6)`)
  return { isWhole: true }
})
app.get<{ Params: { name: string } }>('/writing/:name', { config: { access: 'public' } }, ({ params: { name } }) =>
  db.transaction(async (tx) => {
    await tx.insert(secrets).values({ name, value: 'half-written' })
    await forever
  }),
)
app.get<{ Params: { name: string } }>('/late/:name', { config: { access: 'public' } }, async ({ params: { name } }) => {
  await db.execute(sql`select pg_sleep(0.6)`)
  await db.transaction((tx) => tx.insert(secrets).values({ name, value: 'too late' })).catch(() => late.resolve())
})
const late = Promise.withResolvers<void>()
afterAll(() => app.close())

const isStored = (name: string) => db.$count(secrets, sql`name = ${name}`).then((count) => count > 0)

test('a request that is not answered in time is refused, and says when to come again', async () => {
  const { statusCode, headers, body } = await app.inject({ url: '/never' })
  expect([statusCode, headers['retry-after']]).toEqual([503, '2'])
  expect(JSON.parse(body)).toEqual({ message: expect.stringContaining('try again') })
  expect((await app.inject({ url: '/quick' })).json()).toEqual({ isQuick: true })
})

test('what it had written is undone, and its connection and locks are free', async () => {
  expect((await app.inject({ url: '/writing/half' })).statusCode).toBe(503)
  await until(async () => {
    const { rows } = await db.execute(
      sql`select from pg_stat_activity where datname = current_database() and state like 'idle in transaction%'`,
    )
    return rows.length === 0
  })
  expect(await isStored('half')).toBe(false)
})

test('what it would have written later is not written any more', async () => {
  expect((await app.inject({ url: '/late/late' })).statusCode).toBe(503)
  await late.promise
  expect(await isStored('late')).toBe(false)
})

test('what reads a whole file takes as long as it takes', async () => {
  expect((await app.inject({ url: '/file' })).json()).toEqual({ isWhole: true })
})
