import { sql } from 'drizzle-orm'
import { beforeEach, expect, test } from 'vitest'
import { supportDesk } from '#contract/support/support-desk.ts'
import { makeTicket, type TicketRow } from '#demo/rows/tickets.ts'
import { ticketCategories } from '#server/database/schema/support/support-desk.ts'
import { db, signIn } from '#server/testing/testing.ts'

const [admin, agent, colleague] = [
  await signIn({ role: 'admin' }),
  await signIn({ role: 'agent' }),
  await signIn({ role: 'agent' }),
]
const customer = await signIn({ role: 'customer' })

beforeEach(() => db.execute(sql`truncate tickets, ticket_categories cascade`).then(() => undefined))

const HOUR = 3600

const add = (facts: Partial<TicketRow>) =>
  makeTicket(db, { organizationId: customer.organizationId, userId: customer.user.id, ...facts })

const MARCH = { from: '2026-03-01', to: '2026-03-31' }

const read = async (as = admin, query = MARCH) => (await as.call(supportDesk.reports, { query })).body

/** In March, on a Tuesday in business hours. */
const answered = {
  status: 'closed',
  createdAt: '2026-03-03T07:00:00Z',
  firstResponseAt: '2026-03-03T09:00:00Z',
  resolvedAt: '2026-03-03T12:00:00Z',
} as const

test('without tickets every figure is zero or missing, and each day has its step', async () => {
  const reports = await read()
  expect(reports.total).toEqual({
    created: 0,
    answered: 0,
    medianFirstResponse: null,
    firstResponsesInTime: null,
    resolved: 0,
    medianResolution: null,
    resolutionsInTime: null,
    averageRating: null,
    ratings: 0,
  })
  expect([reports.agents, reports.categories]).toEqual([[], []])
  expect(reports.trend).toHaveLength(31)
  expect(reports.trend[30]).toEqual({ starts: '2026-03-31', created: 0, resolved: 0 })
})

test('counts tickets by agent and category, in business days and hours', async () => {
  const [setup] = await db.insert(ticketCategories).values({ name: 'Setup', color: '#2563eb' }).returning()
  const ofAgent = { assigneeId: agent.user.id, categoryId: setup!.id }
  await add({ ...answered, ...ofAgent, rating: 5, ratedAt: '2026-03-04T08:00:00Z' })
  await add({ ...answered, ...ofAgent, rating: 2, ratedAt: '2026-04-02T08:00:00Z' })
  await add({ ...answered, assigneeId: colleague.user.id, firstResponseAt: '2026-03-03T11:00:00Z' })
  await add({ ...answered, createdAt: '2026-02-27T07:00:00Z' })
  const { total, previous, agents, categories } = await read()
  expect([total.created, total.answered, total.resolved, total.ratings, total.averageRating]).toEqual([3, 4, 4, 1, 5])
  expect([previous.created, previous.answered]).toEqual([1, 0])
  const byAgent = Object.fromEntries(agents.map((row) => [row.id, row]))
  expect(byAgent[agent.user.id]).toMatchObject({
    name: `${agent.user.firstName} ${agent.user.lastName}`,
    created: 2,
    medianFirstResponse: 2 * HOUR,
    medianResolution: 5 * HOUR,
    averageRating: 5,
  })
  expect(byAgent[colleague.user.id]).toMatchObject({ created: 1, medianFirstResponse: 4 * HOUR })
  expect(agents.at(-1)).toMatchObject({ id: null, name: null, created: 0, answered: 1 })
  expect(categories.map(({ name, created }) => [name, created])).toEqual([
    ['Setup', 2],
    [null, 1],
  ])
})

test('the first and the last day count whole, by the vendor’s clocks', async () => {
  await add({ createdAt: '2026-02-28T21:59:59Z' })
  await add({ createdAt: '2026-02-28T22:00:00Z' })
  await add({ createdAt: '2026-03-31T21:59:59Z' })
  await add({ createdAt: '2026-03-31T22:00:00Z' })
  const { total, trend } = await read()
  expect(total.created).toBe(2)
  expect([trend[0]?.created, trend[30]?.created]).toEqual([1, 1])
})

test('a target that was missed and is still to be reached counts on the day it was due', async () => {
  await add({ status: 'open', priority: 'urgent', createdAt: '2026-03-10T08:00:00Z' })
  expect((await read()).total).toMatchObject({ firstResponsesInTime: 0, resolutionsInTime: 0 })
  expect((await read(admin, { from: '2026-04-01', to: '2026-04-30' })).total.firstResponsesInTime).toBeNull()
})

test('long ranges have steps of weeks and months, which begin with the range', async () => {
  await add(answered)
  const weeks = await read(admin, { from: '2026-02-25', to: '2026-04-30' })
  expect([weeks.step, weeks.trend[0]?.starts, weeks.trend[1]]).toEqual([
    'week',
    '2026-02-25',
    { starts: '2026-03-02', created: 1, resolved: 1 },
  ])
  const months = await read(admin, { from: '2025-04-15', to: '2026-04-14' })
  expect([months.step, months.trend.length, months.trend[11]]).toEqual([
    'month',
    13,
    { starts: '2026-03-01', created: 1, resolved: 1 },
  ])
})

test('agents see the team and their own row, and customers nothing', async () => {
  await add({ ...answered, assigneeId: agent.user.id })
  await add({ ...answered, assigneeId: colleague.user.id })
  const [ofAdmin, ofAgent, ofColleague] = await Promise.all([read(admin), read(agent), read(colleague)])
  expect([ofAgent.total.created, ofAgent.agents.map(({ id }) => id)]).toEqual([2, [agent.user.id]])
  expect(ofColleague.agents.map(({ id }) => id)).toEqual([colleague.user.id])
  expect(ofAdmin.agents).toHaveLength(2)
  const file = await agent.call(supportDesk.exportReports, { query: { ...MARCH, table: 'agents' } })
  expect(String(file.body).trim().split('\r\n')).toHaveLength(2)
  for (const endpoint of [supportDesk.reports, supportDesk.exportReports])
    expect((await customer.call(endpoint, { query: { ...MARCH, table: 'agents' } })).status).toBe(403)
})

test('exports each table in business hours and percent', async () => {
  await add({ ...answered, assigneeId: agent.user.id, rating: 4, ratedAt: '2026-03-04T08:00:00Z' })
  const lines = async (table: 'agents' | 'categories' | 'trend') =>
    String((await admin.call(supportDesk.exportReports, { query: { ...MARCH, table } })).body).split('\r\n')
  expect((await lines('agents'))[0]).toContain(',Median resolution (business hours),')
  expect((await lines('agents'))[1]).toBe(`${agent.user.firstName} ${agent.user.lastName},1,1,2,100,1,5,100,4,1`)
  expect((await lines('categories'))[1]).toBe('None,1,1,2,100,1,5,100,4,1')
  expect((await lines('trend'))[3]).toBe('2026-03-03,1,1')
})

test.each([
  [{ from: '2026-03-02', to: '2026-03-01' }, 'to'],
  [{ from: '2025-01-01', to: '2026-03-01' }, 'to'],
  [{ from: 'yesterday', to: '2026-03-01' }, 'from'],
  [{ from: '0001-01-01', to: '0001-12-31' }, 'from'],
  [{ from: '9999-12-01', to: '9999-12-31' }, 'to'],
])('refuses the range %o', async (query, field) => {
  const { status, body } = await admin.call(supportDesk.reports, { query })
  expect([status, Object.keys(Object(body).errors)]).toEqual([400, [field]])
})
