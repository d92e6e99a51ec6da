import { randomUUID } from 'node:crypto'
import { sql } from 'drizzle-orm'
import { beforeAll, describe, expect, test } from 'vitest'
import { tickets } from '#contract/support/tickets.ts'
import { planOf } from '#server/testing/operations/plans.ts'
import { idsOf, newCategory, newTicketOf, read } from '#server/testing/support/tickets.ts'
import { db, inDays, insertMany, signIn, stranger, type Person } from '#server/testing/testing.ts'
import { readFilter } from './list/filter-queries.ts'
import { findPlaces, oneOfFew } from './list/place-queries.ts'
import { readableBy } from './list/readable-queries.ts'

test('a ticket is listed with its number and who wrote it [R-API-40 R-ROLE-17 R-ENT-50 R-ENT-51 R-ENT-52]', async () => {
  const person = await signIn({ role: 'customer' })
  const ticket = await newTicketOf(person, {
    createdAt: '2026-03-05T12:00:00.000Z',
    updatedAt: '2026-03-06T12:00:00.000Z',
  })
  const agent = await signIn({ role: 'agent' })
  const { body } = await agent.call(tickets.list, { query: { limit: '1000' } })
  expect(body.find(({ id }) => id === ticket.id)).toEqual({
    id: ticket.id,
    ticketNumber: `TKT-2026-${String(ticket.number).padStart(6, '0')}`,
    title: ticket.title,
    description: ticket.description,
    status: 'open',
    priority: 'medium',
    categoryId: null,
    createdAt: '2026-03-05T12:00:00.000Z',
    updatedAt: '2026-03-06T12:00:00.000Z',
    organizationName: expect.stringMatching(/^Organization /),
    userFirstName: person.user.firstName,
    userLastName: person.user.lastName,
    userEmail: person.user.email,
    isUnread: false,
    assigneeId: null,
    assigneeName: null,
    firstResponse: { dueAt: '2026-03-06T12:00:00.000Z', metAt: null, isMissed: true },
    unansweredSince: ticket.createdAt,
    snoozedUntil: null,
    resolution: { dueAt: '2026-03-10T12:00:00.000Z', metAt: null, isMissed: true },
  })
})

test('the year of a number is the South African one', async () => {
  const person = await signIn()
  await newTicketOf(person, { createdAt: '2025-12-31T22:30:00.000Z' })
  const { body } = await person.call(tickets.list)
  expect(body[0]?.ticketNumber).toMatch(/^TKT-2026-\d{6}$/)
})

/** By id, because tickets of one millisecond have no other order. */
const sorted = async (ids: Promise<string[]>) => (await ids).toSorted()

test('a customer reads the own tickets, an org_admin its organization’s, staff all [R-GEN-04 R-ROLE-06 R-ROLE-35]', async () => {
  const owner = await signIn({ role: 'org_admin' })
  const member = await owner.colleague('customer')
  const outsider = await signIn({ role: 'org_admin' })
  const [byOwner, byMember, byOutsider] = await Promise.all([owner, member, outsider].map((who) => newTicketOf(who)))
  const all = [byOwner!.id, byMember!.id, byOutsider!.id]
  const readers: [Person, string[]][] = [
    [member, [byMember!.id]],
    [owner, [byOwner!.id, byMember!.id]],
    [outsider, [byOutsider!.id]],
    [await signIn({ role: 'agent' }), all],
    [await signIn({ role: 'admin' }), all],
  ]
  for (const [reader, own] of readers) {
    const listed = await idsOf(reader)
    expect(listed.filter((id) => all.includes(id)).toSorted()).toEqual(own.toSorted())
    for (const id of all) expect((await read(reader, { id })).status).toBe(own.includes(id) ? 200 : 404)
  }
})

test('another user’s ticket looks like one that does not exist [R-ROLE-43]', async () => {
  const member = await signIn({ role: 'customer' })
  const ticket = await newTicketOf(member)
  const missing = await read(member, { id: randomUUID() })
  expect(missing).toMatchObject({ status: 404, message: 'Ticket not found' })
  for (const person of [await member.colleague('customer'), await signIn(), await signIn({ role: 'customer' })]) {
    const foreign = await read(person, ticket)
    expect([foreign.status, foreign.body]).toEqual([missing.status, missing.body])
  }
  expect((await read(member, { id: 'nonsense' })).status).toBe(400)
})

test('shows assignee and targets only to staff', async () => {
  const agent = await signIn({ role: 'agent' })
  const owner = await signIn()
  const ticket = await newTicketOf(owner, { assigneeId: agent.user.id })
  const hidden = { assigneeId: null, assigneeName: null, firstResponse: null, resolution: null }
  for (const reader of [owner, await owner.colleague('org_admin')]) {
    expect((await reader.call(tickets.list)).body).toMatchObject([hidden])
    expect((await read(reader, ticket)).body).toMatchObject(hidden)
  }
  expect((await read(agent, ticket)).body).toMatchObject({
    assigneeId: agent.user.id,
    assigneeName: `${agent.user.firstName} ${agent.user.lastName}`,
    firstResponse: { isMissed: false },
    resolution: { isMissed: false },
  })
})

test('staff narrow the list by organization, category and assignee; for customers these filters are not there', async () => {
  const [owner, agent] = [await signIn(), await signIn({ role: 'agent' })]
  const category = await newCategory(`Sound ${randomUUID()}`)
  const facts = { categoryId: category.id, assigneeId: agent.user.id, createdAt: inDays(-1), updatedAt: inDays(-1) }
  const [sorted, plain] = [await newTicketOf(owner, facts), await newTicketOf(owner)]
  const search = owner.user.email
  const filters: [Record<string, string>, { id: string }][] = [
    [{ category: category.id }, sorted],
    [{ category: 'none' }, plain],
    [{ assignee: 'me' }, sorted],
    [{ assignee: agent.user.id }, sorted],
    [{ assignee: 'none' }, plain],
  ]
  for (const [filter, { id }] of filters) {
    expect([filter, await idsOf(agent, { ...filter, search })]).toEqual([filter, [id]])
    expect(await idsOf(owner, filter)).toEqual([plain.id, sorted.id])
  }
  const { organizationId } = owner
  expect(await idsOf(agent, { organizationId, category: category.id })).toEqual([sorted.id])
  expect(await idsOf(agent, { organizationId })).toEqual([plain.id, sorted.id])
  expect(await idsOf(agent, { organizationId: randomUUID(), category: category.id })).toEqual([])
  expect(await idsOf(owner, { organizationId: randomUUID() })).toEqual([plain.id, sorted.id])
  expect(await idsOf(owner, { late: '1' })).toEqual([plain.id, sorted.id])
  expect(await idsOf(await signIn({ role: 'agent' }), { assignee: 'me', search })).toEqual([])
})

test('everyone narrows it by status and priority, and to nothing that does not exist', async () => {
  const person = await signIn()
  const { id } = await newTicketOf(person, { status: 'closed', priority: 'urgent' })
  await newTicketOf(person, { status: 'closed' })
  await newTicketOf(person, { priority: 'urgent' })
  expect(await idsOf(person, { status: 'closed', priority: 'urgent' })).toEqual([id])
  for (const query of [{ status: 'done' }, { priority: 'x' }, { category: 'x' }, { assignee: 'you' }, { late: '0' }]) {
    expect((await person.call(tickets.list, { query })).status).toBe(400)
  }
})

test('the counts are those of what the reader may read', async () => {
  const owner = await signIn()
  const member = await owner.colleague('customer')
  for (const status of ['open', 'open', 'in_progress', 'waiting_customer', 'resolved', 'closed'])
    await newTicketOf(owner, { status })
  await newTicketOf(member, { status: 'waiting_customer' })
  const countsOf = async (person: Person) => (await person.call(tickets.counts)).body
  expect(await countsOf(owner)).toEqual({ open: 2, inProgress: 1, waiting: 2, resolved: 2 })
  expect(await countsOf(member)).toEqual({ open: 0, inProgress: 0, waiting: 1, resolved: 0 })
  expect(await countsOf(await signIn())).toEqual({ open: 0, inProgress: 0, waiting: 0, resolved: 0 })
  expect((await countsOf(await signIn({ role: 'agent' }))).waiting).toBeGreaterThanOrEqual(2)
  expect((await stranger().call(tickets.counts)).status).toBe(401)
})

test('the search looks at title, description and number, within what the reader may read', async () => {
  const mark = randomUUID().slice(0, 8)
  const person = await signIn()
  const byTitle = await newTicketOf(person, { title: `Printer ${mark}` })
  const byText = await newTicketOf(person, { description: `The printer ${mark} is silent` })
  await newTicketOf(await signIn(), { title: `Printer ${mark}` })
  expect(await sorted(idsOf(person, { search: mark.toUpperCase() }))).toEqual([byText.id, byTitle.id].toSorted())
  const number = String(byTitle.number).padStart(6, '0')
  expect(await idsOf(person, { search: `tkt-${new Date().getUTCFullYear()}-${number}` })).toEqual([byTitle.id])
})

test('the list can be narrowed to one status and comes with the last activity first, in pages', async () => {
  const person = await signIn()
  const older = await newTicketOf(person, { status: 'closed', updatedAt: inDays(-2) })
  const newer = await newTicketOf(person, { status: 'closed', updatedAt: inDays(-1) })
  await newTicketOf(person)
  const { body, headers } = await person.call(tickets.list, { query: { status: 'closed', limit: '1' } })
  expect(body).toMatchObject([{ id: newer.id }])
  expect(headers['x-total-count']).toBe('2')
  const next = new URL(/<(.+)>/.exec(String(headers.link))?.[1] ?? '', 'http://localhost')
  expect(await idsOf(person, Object.fromEntries(next.searchParams))).toEqual([older.id])
})

describe('among twenty thousand', () => {
  beforeAll(async () => {
    const { user, organizationId } = await signIn()
    await insertMany(sql`
      insert into tickets (organization_id, user_id, title, description, created_at)
      select ${organizationId}, ${user.id}, 'Bulk', md5(n::text), now() - n * interval '1 minute'
      from generate_series(1, 20000) n`)
    await db.execute(sql`analyze tickets`)
  })

  test('the first page of staff and that of an organization are one index range each', async () => {
    for (const { user } of [await signIn({ role: 'agent' }), await signIn()]) {
      const plan = await planOf(db, findPlaces(db, user, readableBy(user), { limit: 50 }).getSQL())
      expect(plan).toMatch(
        /Index Scan Backward using tickets_(created_at_assignee_id_category_id|organization_id_updated_at)_index/,
      )
      expect(plan).not.toMatch(/Seq Scan on tickets/)
    }
  })

  test('finds frequent words from the newest ticket on, and rare words by index', async () => {
    const { user } = await signIn({ role: 'agent' })
    const common = await readFilter(db, user, { search: 'bulk' })
    expect(await planOf(db, findPlaces(db, user, common, { limit: 50 }).getSQL())).toMatch(
      /tickets_created_at_assignee_id_category_id_index/,
    )
    const rare = await readFilter(db, user, { search: 'kingfisher' })
    const plan = await planOf(db, findPlaces(db, user, oneOfFew(db, rare), { limit: 50 }).getSQL())
    expect(plan).toMatch(/tickets_words_index/)
    expect(plan).toMatch(/tickets_pkey/)
    expect(plan).not.toMatch(/Seq Scan on tickets/)
  })
})

test('refuses to list tickets without a session', async () => {
  expect((await stranger().call(tickets.list)).status).toBe(401)
})
