import { expect, test } from 'vitest'
import { makeSubscription } from '#demo/rows/subscriptions.ts'
import { startClock } from './clock.ts'
import { db, newOrganization, pool, testDatabaseUrl } from './testing.ts'

const clock = await startClock(testDatabaseUrl, [pool])

test('queries, defaults and open connections follow the clock', async () => {
  await clock.moveTo('2031-05-05T10:00:00+02:00')
  const clients = await Promise.all(Array.from({ length: 20 }, () => pool.connect()))
  const days = await Promise.all(
    clients.map((client) => client.query<{ day: string }>('select now()::date::text as day')),
  )
  for (const client of clients) client.release()
  expect(new Set(days.map(({ rows: [row] }) => row?.day))).toEqual(new Set(['2031-05-05']))
  await clock.advance(86_400_000)
  const organizationId = await newOrganization({ licenseLimit: null })
  const { createdAt } = await makeSubscription(db, { organizationId })
  expect(createdAt.slice(0, 10)).toBe('2031-05-06')
  expect(new Date(await clock.now()).toISOString().slice(0, 10)).toBe('2031-05-06')
  await clock.stop()
})
