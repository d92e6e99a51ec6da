import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { tickets } from '#contract/tickets.ts'
import { makeTicket } from '#server/database/seed/tickets.ts'
import { db, inDays, signIn, stranger, type Person } from '#server/testing/testing.ts'

const ticketOf = ({ organizationId, user }: Person, facts: object = {}) =>
  makeTicket(db, { organizationId, userId: user.id, ...facts })

/** In the order of ids: tickets of one millisecond have no other. */
const idsFor = async (person: Person, query: Record<string, string> = {}) =>
  (await person.call(tickets.list, { query })).body.map(({ id }) => id).toSorted()

test('R-API-40 R-ENT-50 R-ENT-51 R-ENT-52 a ticket is listed with its number and who wrote it', async () => {
  const person = await signIn({ role: 'customer' })
  const ticket = await ticketOf(person, {
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
    assigneeId: null,
    assigneeName: null,
    firstResponse: { dueAt: '2026-03-06T12:00:00.000Z', metAt: null, isMissed: true },
    resolution: { dueAt: '2026-03-10T12:00:00.000Z', metAt: null, isMissed: true },
  })
})

test('the year of a number is the South African one', async () => {
  const person = await signIn()
  await ticketOf(person, { createdAt: '2025-12-31T22:30:00.000Z' })
  const { body } = await person.call(tickets.list)
  expect(body[0]?.ticketNumber).toMatch(/^TKT-2026-\d{6}$/)
})

test('a customer reads the own tickets, an org_admin its organization’s, staff all', async () => {
  const owner = await signIn({ role: 'org_admin' })
  const member = await owner.colleague('customer')
  const outsider = await signIn({ role: 'org_admin' })
  const [byOwner, byMember, byOutsider] = [await ticketOf(owner), await ticketOf(member), await ticketOf(outsider)]
  expect(await idsFor(member)).toEqual([byMember.id])
  expect(await idsFor(owner)).toEqual([byMember.id, byOwner.id].toSorted())
  expect(await idsFor(outsider)).toEqual([byOutsider.id])
  for (const role of ['agent', 'admin'] as const) {
    const everything = await idsFor(await signIn({ role }))
    expect(everything).toEqual(expect.arrayContaining([byOwner.id, byMember.id, byOutsider.id]))
  }
})

test('the search looks at title, description and number, within what the reader may read', async () => {
  const mark = randomUUID().slice(0, 8)
  const person = await signIn()
  const byTitle = await ticketOf(person, { title: `Printer ${mark}` })
  const byText = await ticketOf(person, { description: `The printer ${mark} is silent` })
  await ticketOf(await signIn(), { title: `Printer ${mark}` })
  expect(await idsFor(person, { search: mark.toUpperCase() })).toEqual([byText.id, byTitle.id].toSorted())
  const number = String(byTitle.number).padStart(6, '0')
  expect(await idsFor(person, { search: `tkt-${new Date().getUTCFullYear()}-${number}` })).toEqual([byTitle.id])
})

test('the list can be narrowed to one status and comes newest first, in pages', async () => {
  const person = await signIn()
  const older = await ticketOf(person, { status: 'closed', createdAt: inDays(-2) })
  const newer = await ticketOf(person, { status: 'closed', createdAt: inDays(-1) })
  await ticketOf(person)
  const { body, headers } = await person.call(tickets.list, { query: { status: 'closed', limit: '1' } })
  expect(body).toMatchObject([{ id: newer.id }])
  expect(headers['x-total-count']).toBe('2')
  const next = new URL(/<(.+)>/.exec(String(headers.link))?.[1] ?? '', 'http://localhost')
  expect(await idsFor(person, Object.fromEntries(next.searchParams))).toEqual([older.id])
})

test('nobody reads tickets without a session', async () => {
  expect((await stranger().call(tickets.list)).status).toBe(401)
})
