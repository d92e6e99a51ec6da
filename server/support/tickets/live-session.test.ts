import { eq, sql } from 'drizzle-orm'
import { afterEach, beforeAll, expect, test, vi } from 'vitest'
import { organizations } from '#server/database/schema/identity/organizations.ts'
import { sessions, users } from '#server/database/schema/identity/users.ts'
import { HEARTBEAT } from '#server/platform/live/live.ts'
import { listen, newTicket, startHearing, publishSignal } from '#server/testing/support/live.ts'
import { db, type Person } from '#server/testing/testing.ts'

beforeAll(startHearing)
afterEach(() => void vi.useRealTimers())

const change = (facts: Partial<typeof users.$inferInsert>) => (person: Person) =>
  db.update(users).set(facts).where(eq(users.id, person.user.id))

const setSession = (facts: Record<string, unknown>) => (person: Person) =>
  db.update(sessions).set(facts).where(eq(sessions.userId, person.user.id))

const requireMfa = ({ organizationId }: Person) =>
  db.update(organizations).set({ isMfaRequired: true }).where(eq(organizations.id, organizationId))

const endings: [name: string, end: (person: Person) => Promise<unknown>][] = [
  ['is signed out', (person) => db.delete(sessions).where(eq(sessions.userId, person.user.id))],
  ['is suspended', change({ status: 'suspended' })],
  ['has another role', change({ role: 'org_admin' })],
  ['has been signed in for too long', setSession({ expiresAt: sql`now() - interval '1 second'` })],
  ['must set up the second factor', requireMfa],
  ['was away for too long', setSession({ lastUsedAt: sql`now() - interval '30 days'` })],
]

test.each(endings)('a person who %s hears nothing more', async (_name, end) => {
  const { customer, ticket } = await newTicket()
  const stream = await listen(customer, ticket.id)
  await end(customer)
  await publishSignal(ticket.id)
  expect(await stream.next()).toBe('end')
})

test('an agent who has become a customer does not hear of internal messages', async () => {
  const { agent, customer, ticket } = await newTicket()
  const stream = await listen(agent, ticket.id)
  await change({ role: 'org_admin', organizationId: customer.organizationId })(agent)
  await publishSignal(ticket.id, { isInternal: true })
  expect(await stream.next()).toBe('end')
})

test.each(endings)('an idle stream ends with its next heartbeat when the user %s', async (_name, end) => {
  const { customer, ticket } = await newTicket()
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
  const stream = await listen(customer, ticket.id)
  vi.advanceTimersByTime(HEARTBEAT)
  expect(await stream.next()).toBe('beat')
  await end(customer)
  vi.advanceTimersByTime(HEARTBEAT)
  expect(await stream.next()).toBe('end')
})

test('an open stream does not extend the session', async () => {
  const { customer, ticket } = await newTicket()
  const lastUsedAt = new Date(Date.now() - 600_000).toISOString()
  await setSession({ lastUsedAt })(customer)
  const stream = await listen(customer, ticket.id)
  await publishSignal(ticket.id)
  expect(await stream.next()).toBe('message')
  const [session] = await db.select().from(sessions).where(eq(sessions.userId, customer.user.id))
  expect(session?.lastUsedAt).toBe(lastUsedAt)
})
