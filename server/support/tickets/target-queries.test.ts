import { expect, onTestFinished, test } from 'vitest'
import { messages } from '#contract/support/messages.ts'
import { supportDesk, type TicketTarget } from '#contract/support/support-desk.ts'
import { tickets } from '#contract/support/tickets.ts'
import { change, idsOf, newTicketOf, read } from '#server/testing/support/tickets.ts'
import { inDays, signIn } from '#server/testing/testing.ts'

const customer = await signIn()
const agent = await signIn({ role: 'agent' })

const HOUR = 1 / 24
const hoursAgo = (hours: number) => inDays(-hours * HOUR)
const hoursAfter = (instant: string, hours: number) => new Date(Date.parse(instant) + hours * 3_600_000).toISOString()

test.each([
  ['low', 48, 240],
  ['medium', 24, 120],
  ['high', 8, 48],
  ['urgent', 2, 24],
] as const)('%s: an answer is due in %i hours, a solution in %i', async (priority, answer, solution) => {
  const ticket = await newTicketOf(customer, { priority })
  expect((await read(agent, ticket)).body).toMatchObject({
    firstResponse: { dueAt: hoursAfter(ticket.createdAt, answer), metAt: null, isMissed: false },
    resolution: { dueAt: hoursAfter(ticket.createdAt, solution), metAt: null, isMissed: false },
  })
})

test('what came too late stays missed, what came in time is met', async () => {
  const createdAt = hoursAgo(100)
  const facts = { createdAt, priority: 'high', status: 'resolved' }
  const [firstResponseAt, resolvedAt] = [hoursAfter(createdAt, 9), hoursAfter(createdAt, 47)]
  const ticket = await newTicketOf(customer, { ...facts, firstResponseAt, resolvedAt })
  expect((await read(agent, ticket)).body).toMatchObject({
    firstResponse: { metAt: firstResponseAt, isMissed: true },
    resolution: { metAt: resolvedAt, isMissed: false },
  })
})

test('solved without a word there is no first answer to wait for', async () => {
  const ticket = await newTicketOf(customer, { status: 'closed', createdAt: hoursAgo(900), resolvedAt: hoursAgo(899) })
  expect((await read(agent, ticket)).body).toMatchObject({ firstResponse: null, resolution: { isMissed: false } })
})

test('a solution is due later by the time that the ticket waited for its customer, and waits now', async () => {
  const facts = { createdAt: hoursAgo(100), firstResponseAt: hoursAgo(99), priority: 'high' }
  const ticket = await newTicketOf(customer, { ...facts, waitedSeconds: 60 * 3600 })
  const { body } = await read(agent, ticket)
  expect(body.resolution).toEqual({ dueAt: hoursAfter(ticket.createdAt, 108), metAt: null, isMissed: false })

  const waiting = await newTicketOf(customer, { ...facts, status: 'waiting_customer', waitingSince: hoursAgo(70) })
  const { resolution } = (await read(agent, waiting)).body
  expect(resolution?.isMissed).toBe(false)
  const due = Date.parse(hoursAfter(waiting.createdAt, 48 + 70))
  expect(Date.parse(resolution!.dueAt)).toBeGreaterThanOrEqual(due)
  expect(Date.parse(resolution!.dueAt)).toBeLessThan(due + 60_000)
})

test('taken up again, a ticket is not late for the days in which it was thought to be solved', async () => {
  const createdAt = inDays(-40)
  const facts = { createdAt, firstResponseAt: createdAt, status: 'resolved', resolvedAt: inDays(-39) }
  const ticket = await newTicketOf(customer, facts)
  expect((await change(agent, ticket, { status: 'open' })).body.resolution).toMatchObject({ isMissed: false })
})

const admin = await signIn({ role: 'admin' })
const setTargets = async (target: TicketTarget) =>
  void (await admin.call(supportDesk.setTargets, { body: { targets: [target] } }))

const answer = { message: 'Please install 4.2.', isInternal: false }

test('what was answered and solved in time stays so, whatever priority it gets and however the targets change', async () => {
  const ticket = await newTicketOf(customer, { createdAt: hoursAgo(20) })
  await agent.call(messages.create, { params: { id: ticket.id }, body: answer })
  const { body: kept } = await change(agent, ticket, { status: 'resolved' })
  expect(kept).toMatchObject({
    firstResponse: { dueAt: hoursAfter(ticket.createdAt, 24), isMissed: false },
    resolution: { dueAt: hoursAfter(ticket.createdAt, 120), isMissed: false },
  })
  const { body: urgent } = await change(agent, ticket, { priority: 'urgent' })
  expect(urgent).toMatchObject({ firstResponse: kept.firstResponse, resolution: kept.resolution })

  await setTargets({ priority: 'urgent', firstResponseHours: 1, resolutionHours: 1 })
  onTestFinished(() => setTargets({ priority: 'urgent', firstResponseHours: 2, resolutionHours: 24 }))
  const { body: judged } = await read(agent, ticket)
  expect(judged).toMatchObject({ firstResponse: kept.firstResponse, resolution: kept.resolution })
  const search = customer.user.email
  expect(await idsOf(agent, { search, late: '1' })).not.toContain(ticket.id)
})

test('what came too late is not forgiven by a lower priority', async () => {
  const ticket = await newTicketOf(customer, { createdAt: hoursAgo(40), priority: 'urgent' })
  await agent.call(messages.create, { params: { id: ticket.id }, body: answer })
  await change(agent, ticket, { status: 'closed' })
  const { body } = await change(agent, ticket, { priority: 'low' })
  expect(body).toMatchObject({ firstResponse: { isMissed: true }, resolution: { isMissed: true } })
})

test('taken up again, a solution is judged by the priority of today, and its first answer as before', async () => {
  const ticket = await newTicketOf(customer, { createdAt: hoursAgo(20) })
  await agent.call(messages.create, { params: { id: ticket.id }, body: answer })
  await change(agent, ticket, { status: 'resolved' })
  await change(agent, ticket, { priority: 'urgent' })
  const { body } = await change(agent, ticket, { status: 'open' })
  expect(body.firstResponse).toMatchObject({ dueAt: hoursAfter(ticket.createdAt, 24), isMissed: false })
  const due = Date.parse(body.resolution!.dueAt)
  expect(due - Date.parse(hoursAfter(ticket.createdAt, 24))).toBeLessThan(60_000)
})

test('late are those whose answer or solution is still to come', async () => {
  const owner = await signIn()
  const search = owner.user.email
  const old = { createdAt: hoursAgo(200) }
  const unanswered = await newTicketOf(owner, { createdAt: hoursAgo(30) })
  const unsolved = await newTicketOf(owner, { ...old, firstResponseAt: hoursAgo(199), status: 'in_progress' })
  await newTicketOf(owner)
  await newTicketOf(owner, { createdAt: hoursAgo(30), firstResponseAt: hoursAgo(1) })
  await newTicketOf(owner, { ...old, firstResponseAt: hoursAgo(1), resolvedAt: hoursAgo(1), status: 'resolved' })
  await newTicketOf(owner, { ...old, resolvedAt: hoursAgo(1), status: 'closed' })
  expect(await idsOf(agent, { search, late: '1' })).toEqual([unanswered.id, unsolved.id])
  const { headers } = await agent.call(tickets.list, { query: { search, late: '1', limit: '1' } })
  expect(headers['x-total-count']).toBe('2')
})
