import { sql } from 'drizzle-orm'
import { beforeEach, expect, test } from 'vitest'
import { overview } from '#contract/operations/overview.ts'
import { supportDesk } from '#contract/support/support-desk.ts'
import { makeTicket, type TicketRow } from '#demo/rows/tickets.ts'
import { db, signIn } from '#server/testing/testing.ts'

const agent = await signIn({ role: 'agent' })
const customer = await signIn({ role: 'customer' })

beforeEach(() => db.execute(sql`truncate tickets cascade`).then(() => undefined))

const HOUR = 3600
const hoursAgo = (hours: number) => new Date(Date.now() - hours * HOUR * 1000).toISOString()

const add = (facts: Partial<TicketRow>) =>
  makeTicket(db, { organizationId: customer.organizationId, userId: customer.user.id, ...facts })

const read = async () => (await agent.call(supportDesk.report)).body

const NOTHING = {
  medianFirstResponse: null,
  medianResolution: null,
  firstResponsesInTime: null,
  resolutionsInTime: null,
  averageRating: null,
  ratings: 0,
}

test('without tickets there is nothing to tell', async () => {
  expect(await read()).toEqual(NOTHING)
})

test('ignores answers, resolutions and ratings older than thirty days', async () => {
  const old = hoursAgo(31 * 24)
  await add({ createdAt: old, firstResponseAt: old, resolvedAt: old, ratedAt: old, rating: 1, status: 'closed' })
  expect(await read()).toEqual(NOTHING)
})

test('medians are the middle, and the time that tickets waited for their customer does not count', async () => {
  const solved = { status: 'resolved', createdAt: hoursAgo(100) } as const
  await add({ ...solved, firstResponseAt: hoursAgo(99), resolvedAt: hoursAgo(90) })
  await add({ ...solved, firstResponseAt: hoursAgo(98), resolvedAt: hoursAgo(50), waitedSeconds: 30 * HOUR })
  await add({ ...solved, firstResponseAt: hoursAgo(60), resolvedAt: hoursAgo(40), rating: 4, ratedAt: hoursAgo(2) })
  await add({ ...solved, firstResponseAt: hoursAgo(60), resolvedAt: hoursAgo(0), rating: 5, ratedAt: hoursAgo(1) })
  const report = await read()
  expect(report.medianFirstResponse! / HOUR).toBeCloseTo(21, 1)
  expect(report.medianResolution! / HOUR).toBeCloseTo(40, 1)
  expect([report.averageRating, report.ratings]).toEqual([4.5, 2])
})

test('in time is what met the target of its priority; what is late and still to come was not', async () => {
  const urgent = { priority: 'urgent', createdAt: hoursAgo(72) } as const
  await add({ ...urgent, status: 'resolved', firstResponseAt: hoursAgo(71), resolvedAt: hoursAgo(50) })
  await add({ ...urgent, status: 'closed', firstResponseAt: hoursAgo(69), resolvedAt: hoursAgo(40) })
  await add({
    ...urgent,
    status: 'closed',
    firstResponseAt: hoursAgo(71),
    resolvedAt: hoursAgo(2),
    waitedSeconds: 60 * HOUR,
  })
  await add({ ...urgent, status: 'open' })
  await add({ ...urgent, status: 'waiting_customer', firstResponseAt: hoursAgo(71), waitingSince: hoursAgo(70) })
  await add({ priority: 'low', status: 'open', createdAt: hoursAgo(20) })
  // Closed without an answer: none was due.
  await add({ ...urgent, status: 'closed', resolvedAt: hoursAgo(71) })
  const report = await read()
  expect(report.firstResponsesInTime).toBeCloseTo(3 / 5)
  expect(report.resolutionsInTime).toBeCloseTo(3 / 5)
})

test('shows the same median on the overview', async () => {
  await add({ createdAt: hoursAgo(30), firstResponseAt: hoursAgo(10) })
  const [report, { body }] = [await read(), await (await signIn({ role: 'admin' })).call(overview.read)]
  expect(report.medianFirstResponse).toBe(body.queue?.medianFirstResponse)
})
