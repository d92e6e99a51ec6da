import { eq } from 'drizzle-orm'
import { afterAll, expect, test } from 'vitest'
import { jobs } from '#contract/operations/jobs.ts'
import { users } from '#server/database/schema/identity/users.ts'
import { publishJobs } from '#server/platform/live/events.ts'
import { openPlatform } from '#server/start/open-platform.ts'
import { listenTo, requestEvents } from '#server/testing/platform/event-streams.ts'
import { config, db, platform, signIn, testDatabaseUrl } from '#server/testing/testing.ts'

const other = await openPlatform(config, { databaseUrl: testDatabaseUrl })
afterAll(other.close)

const { url } = jobs.events

test('an admin hears that jobs begin and end in another process, and then reads what became of them [R-API-08]', async () => {
  const admin = await signIn({ role: 'admin' })
  const stream = await listenTo(admin, url)
  expect(await stream.next()).toBe('changed')
  await other.platform.jobs.work({ sweep: async () => {} })
  await platform.jobs.enqueue(db, 'sweep', {})
  const lastRun = async () => {
    expect(await stream.next()).toBe('changed')
    return (await admin.call(jobs.read)).body.jobs.find(({ name }) => name === 'sweep')?.lastRun
  }
  await expect.poll(lastRun, { timeout: 10_000 }).toMatchObject({ hasSucceeded: true })
  await stream.close()
})

test('agents, customers and strangers have no such stream', async () => {
  const people = await Promise.all((['agent', 'org_admin', 'customer'] as const).map((role) => signIn({ role })))
  for (const person of people) expect((await requestEvents(person, url)).status).toBe(403)
  expect((await requestEvents({ cookie: '' }, url)).status).toBe(401)
})

test('an admin who has become an agent hears nothing more', async () => {
  const admin = await signIn({ role: 'admin' })
  const stream = await listenTo(admin, url)
  await db.update(users).set({ role: 'agent' }).where(eq(users.id, admin.user.id))
  await publishJobs(db)
  expect(await stream.next()).toBe('end')
})

test('combines events that are close together', async () => {
  const stream = await listenTo(await signIn({ role: 'admin' }), url)
  const started = performance.now()
  for (let count = 0; count < 50; count += 1) await publishJobs(other.platform.db)
  expect([await stream.next(), await stream.next()]).toEqual(['changed', 'changed'])
  expect(performance.now() - started).toBeGreaterThan(1000)
  await stream.close()
})
