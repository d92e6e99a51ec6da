import { desc, eq, lte, sql } from 'drizzle-orm'
import { beforeEach, expect, test } from 'vitest'
import { businessHours, type BusinessHours } from '#contract/support/business-hours.ts'
import { messages } from '#contract/support/messages.ts'
import { supportDesk } from '#contract/support/support-desk.ts'
import type { TicketRow } from '#demo/rows/tickets.ts'
import { auditLog } from '#server/database/schema/audit.ts'
import { openSpans } from '#server/database/schema/support/business-hours.ts'
import { tickets } from '#server/database/schema/support/tickets.ts'
import { change, newTicketOf, read } from '#server/testing/support/tickets.ts'
import { db, signIn, statusesOf } from '#server/testing/testing.ts'
import { planHours } from './business-hours.ts'
import { dueAfter, openSeconds } from './clock-queries.ts'

const admin = await signIn({ role: 'admin' })
const agent = await signIn({ role: 'agent' })
const customer = await signIn()

const HOURS: BusinessHours = {
  clock: 'business',
  days: [1, 2, 3, 4, 5],
  opens: '08:00',
  closes: '17:00',
  timeZone: 'Africa/Johannesburg',
  skipsHolidays: true,
  closedDays: [],
}

const set = (changes: object = {}, person = admin) => person.call(businessHours.set, { body: { ...HOURS, ...changes } })

beforeEach(() => set().then(() => undefined))

const dueOf = async (facts: Partial<TicketRow>) => {
  const { body } = await read(agent, await newTicketOf(customer, facts))
  return [body.firstResponse?.dueAt, body.resolution?.dueAt].map((due) => due?.slice(0, 16))
}

// Urgent: an answer in 2 hours, a solution in 24. High: 8 and 48.
test.each([
  ['in the morning', '2026-11-23T07:00:00Z', '2026-11-23T09:00', '2026-11-25T13:00'],
  ['before the evening', '2026-11-23T14:00:00Z', '2026-11-24T07:00', '2026-11-26T11:00'],
  ['at night', '2026-11-23T23:00:00Z', '2026-11-24T08:00', '2026-11-26T12:00'],
  ['before a weekend', '2026-11-20T14:30:00Z', '2026-11-23T07:30', '2026-11-25T11:30'],
  ['on a weekend', '2026-11-21T10:00:00Z', '2026-11-23T08:00', '2026-11-25T12:00'],
  ['before a holiday', '2026-09-23T14:00:00Z', '2026-09-25T07:00', '2026-09-29T11:00'],
  ['before a Sunday’s holiday', '2026-08-07T14:00:00Z', '2026-08-11T07:00', '2026-08-13T11:00'],
  ['at closing time', '2026-11-23T13:00:00Z', '2026-11-23T15:00', '2026-11-26T10:00'],
])('urgent, opened %s', async (_name, createdAt, answer, solution) => {
  expect(await dueOf({ createdAt, priority: 'urgent' })).toEqual([answer, solution])
})

test('on the calendar clock every hour counts', async () => {
  await set({ clock: 'calendar' })
  expect(await dueOf({ createdAt: '2026-11-20T14:30:00Z', priority: 'urgent' })).toEqual([
    '2026-11-20T16:30',
    '2026-11-21T14:30',
  ])
})

test('changed hours apply to open tickets', async () => {
  const ticket = await newTicketOf(customer, { createdAt: '2026-11-20T14:30:00Z', priority: 'urgent' })
  await set({ days: [1, 2, 3, 4, 5, 6], closes: '16:00' })
  expect((await read(agent, ticket)).body.firstResponse?.dueAt).toBe('2026-11-21T08:00:00.000Z')
  await set({ timeZone: 'Europe/Berlin', closedDays: ['2026-11-23'] })
  expect((await read(agent, ticket)).body.firstResponse?.dueAt).toBe('2026-11-24T07:30:00.000Z')
})

test('business hours count for all years with tickets', async () => {
  const ticket = await newTicketOf(customer, { createdAt: '2015-06-05T14:30:00Z', priority: 'urgent' })
  await set({ opens: '07:30' })
  expect((await read(agent, ticket)).body.firstResponse?.dueAt).toBe('2015-06-08T07:00:00.000Z')
})

test('a wait counts by its business hours', async () => {
  const facts = {
    createdAt: '2026-11-16T06:00:00Z',
    firstResponseAt: '2026-11-16T07:00:00Z',
    priority: 'high',
  } as const
  // Asked on Friday at 16:00, answered on Monday at 09:00: two hours.
  const ticket = await newTicketOf(customer, { ...facts, waitedSeconds: 65 * 3600 })
  await db
    .update(tickets)
    .set({ waitedOpenSeconds: 2 * 3600 })
    .where(eq(tickets.id, ticket.id))
  expect((await read(agent, ticket)).body.resolution?.dueAt).toBe('2026-11-23T11:00:00.000Z')
  const { rows } = await db.execute<{ seconds: number }>(
    sql`select ${openSeconds(sql`'2026-11-20T14:00:00Z'::timestamptz`, sql`'2026-11-23T07:00:00Z'::timestamptz`)} as seconds`,
  )
  expect(rows[0]?.seconds).toBe(2 * 3600)
})

test('a wait that ends is kept in business hours too', async () => {
  const ticket = await newTicketOf(customer, { createdAt: '2026-11-16T06:00:00Z', status: 'waiting_customer' })
  const waitingSince = new Date(Date.now() - 30 * 86_400_000).toISOString()
  await db.update(tickets).set({ waitingSince }).where(eq(tickets.id, ticket.id))
  await change(agent, ticket, { status: 'open' })
  const [kept] = await db.select().from(tickets).where(eq(tickets.id, ticket.id))
  expect(kept!.waitedSeconds / 86_400).toBeCloseTo(30, 1)
  expect(kept!.waitedOpenSeconds! / 3600).toBeGreaterThan(15 * 9)
  expect(kept!.waitedOpenSeconds! / 3600).toBeLessThan(23 * 9)
})

test('what was answered and solved keeps its due times, whatever the hours become', async () => {
  const ticket = await newTicketOf(customer, { createdAt: '2026-11-20T14:30:00Z', priority: 'urgent' })
  await agent.call(messages.create, { params: { id: ticket.id }, body: { message: 'Done.', isInternal: false } })
  const { body: solved } = await change(agent, ticket, { status: 'resolved' })
  expect(solved.firstResponse?.dueAt).toBe('2026-11-23T07:30:00.000Z')
  await set({ clock: 'calendar' })
  const { body } = await read(agent, ticket)
  expect([body.firstResponse, body.resolution]).toEqual([solved.firstResponse, solved.resolution])
})

test('targets that were met before business hours counted stay in calendar hours', async () => {
  const met = {
    firstResponseAt: '2026-11-23T06:30:00Z',
    resolvedAt: '2026-11-23T07:00:00Z',
    status: 'resolved',
  } as const
  const ticket = await newTicketOf(customer, { createdAt: '2026-11-20T14:30:00Z', priority: 'urgent', ...met })
  await db.update(tickets).set({ firstResponseHours: 2, resolutionHours: 24 }).where(eq(tickets.id, ticket.id))
  const { body } = await read(agent, ticket)
  expect(body.firstResponse).toMatchObject({ dueAt: '2026-11-20T16:30:00.000Z', isMissed: true })
  expect(body.resolution).toMatchObject({ dueAt: '2026-11-21T14:30:00.000Z', isMissed: true })
})

test('the report counts business hours', async () => {
  await db.execute(sql`truncate tickets cascade`)
  const now = Date.now()
  const daysAgo = (days: number) => new Date(now - days * 86_400_000).toISOString()
  await newTicketOf(customer, {
    createdAt: daysAgo(14),
    firstResponseAt: daysAgo(7),
    resolvedAt: daysAgo(7),
    status: 'resolved',
  })
  const { body } = await agent.call(supportDesk.report)
  expect(body.medianFirstResponse! / 3600).toBeLessThanOrEqual(45)
  expect(body.medianFirstResponse! / 3600).toBeGreaterThanOrEqual(27)
})

test('admins set the hours, agents read them, customers not even that', async () => {
  expect(statusesOf([await set({}, agent), await set({}, customer), await customer.call(businessHours.read)])).toEqual([
    403, 403, 403,
  ])
  expect((await agent.call(businessHours.read)).body).toEqual(HOURS)
})

const WEEK = 'Monday, Tuesday, Wednesday, Thursday, Friday'

test('a change is audited, the same hours again are not', async () => {
  await set({ opens: '07:30' })
  await set()
  await set({ opens: '07:00', days: [1] })
  await set({ opens: '07:00', days: [1] })
  const entries = await db
    .select()
    .from(auditLog)
    .where(eq(auditLog.action, 'business-hours.updated'))
    .orderBy(desc(auditLog.id))
  expect(entries.slice(0, 2).map(({ changes }) => changes)).toEqual([
    { opens: ['08:00', '07:00'], days: [WEEK, 'Monday'] },
    { opens: ['07:30', '08:00'] },
  ])
})

test.each([
  ['no day', { days: [] }],
  ['a day twice', { days: [1, 1] }],
  ['an eighth day', { days: [8] }],
  ['a time that there is not', { opens: '24:00' }],
  ['an end before the start', { opens: '17:00', closes: '08:00' }],
  ['no time at all', { opens: '08:00', closes: '08:00' }],
  ['an unknown zone', { timeZone: 'Mars/Phobos' }],
  ['an offset as a zone', { timeZone: '+02:00' }],
  ['a day that there is not', { closedDays: ['2027-02-29'] }],
  ['another clock', { clock: 'sundial' }],
])('%s is refused and changes nothing', async (_name, wrong) => {
  expect((await set(wrong)).status).toBe(400)
  expect((await agent.call(businessHours.read)).body).toEqual(HOURS)
})

test('eight who set hours at once leave those of one of them, with its spans', async () => {
  const answers = await Promise.all(Array.from({ length: 8 }, (_, hour) => set({ opens: `0${hour}:00` })))
  expect(new Set(statusesOf(answers))).toEqual(new Set([200]))
  const { body } = await agent.call(businessHours.read)
  const [first] = await db.select().from(openSpans).orderBy(openSpans.startsAt).limit(1)
  expect(first?.startsAt.slice(11, 16)).toBe(
    `${String((Number(body.opens.slice(0, 2)) + 22) % 24).padStart(2, '0')}:00`,
  )
})

test('the plan is made once, and again when it ends too early', async () => {
  const count = () => db.$count(openSpans)
  const planned = await count()
  expect(planned).toBeGreaterThan(2500)
  await db.delete(openSpans)
  await planHours(db)
  expect(await count()).toBe(planned)
  await set({ clock: 'calendar' })
  await planHours(db)
  expect(await count()).toBe(0)
})

test('a due time reads a few spans, not all', async () => {
  await db.execute(sql`analyze open_spans`)
  const read = await db.transaction(async (tx) => {
    const readSpans = async () => {
      const { rows } = await tx.execute<{ spans: number }>(sql`
        select (seq_tup_read + idx_tup_fetch)::int as spans from pg_stat_xact_user_tables where relname = 'open_spans'`)
      return rows[0]?.spans ?? 0
    }
    const before = await readSpans()
    await tx.execute(sql`select ${dueAfter(sql`(now() - interval '1 year')`, sql`7200`)}`)
    return (await readSpans()) - before
  })
  expect(read).toBeGreaterThan(0)
  expect(read).toBeLessThan(20)
})

test('hours that the clocks skip on one day are closed on it', async () => {
  const answer = await set({ days: [7], opens: '02:00', closes: '03:00', timeZone: 'Europe/Paris' })
  expect(answer.status).toBe(200)
  expect(await db.select().from(openSpans).where(lte(openSpans.endsAt, openSpans.startsAt))).toEqual([])
})
