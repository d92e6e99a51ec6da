import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import type { TicketFilter } from '#contract/support/ticket-filter.ts'
import { tickets } from '#contract/support/tickets.ts'
import { makeMessage } from '#demo/rows/tickets.ts'
import { idsOf, newTicketOf } from '#server/testing/support/tickets.ts'
import { db, newUser, signIn } from '#server/testing/testing.ts'

const agent = await signIn({ role: 'agent' })
const newMark = () => `mark${randomUUID().slice(0, 8)}`

test.each([
  ['its beginning', 'activ'],
  ['another form of it', 'activations'],
  ['capitals', 'ACTIVATION'],
  ['all of several, in any order', 'window activation'],
  ['a version', '4.2.0'],
  ['the beginning of a version', '4.2'],
  ['an address', 'thabo@mine.example'],
  ['an apostrophe', "o'brien"],
  ['umlauts', 'Übergrößen'],
  ['the beginning of a word with umlauts', 'überg'],
  ['parts of a path', 'setup.exe'],
  ['a percent sign', '100%'],
])('a word is found by %s', async (_what, search) => {
  const person = await signIn()
  const description = "O'Brien (thabo@mine.example) sees Übergrößen at 100% in C:\\Tools\\setup.exe since 4.2.0"
  const wanted = await newTicketOf(person, { title: 'The activation window', description })
  await newTicketOf(person, { title: 'Invoice', description: 'A copy, please.' })
  expect(await idsOf(person, { search })).toEqual([wanted.id])
})

test.each([
  ['only punctuation', '??? --- &&& | ! :* ()'],
  ['a quote', "'"],
  ['a backslash', '\\'],
  ['an operator', 'printer & | ! <->'],
  ['a separate label', "'printer':*A"],
  ['two hundred characters', 'x'.repeat(200)],
  ['a wildcard', '%'],
  ['a place for one letter', '_____'],
  ['an injection', "') or true --"],
  ['what is no number', '99999999999999999999'],
])('nothing breaks over %s', async (_what, search) => {
  const person = await signIn()
  await newTicketOf(person)
  for (const reader of [person, agent]) {
    const { status, body } = await reader.call(tickets.list, { query: { search } })
    expect([status, body.filter(({ userEmail }) => userEmail === person.user.email)]).toEqual([200, []])
  }
})

/** Each matches no new ticket. */
const filters: Required<TicketFilter> = {
  view: 'snoozed',
  search: 'nothing like it',
  status: 'closed',
  priority: 'urgent',
  category: randomUUID(),
  organizationId: randomUUID(),
  assignee: randomUUID(),
  late: '1',
}

test.each(Object.entries(filters))('%s narrows the list, its count and the export', async (name, value) => {
  const person = await signIn()
  await newTicketOf(person)
  const query = { organizationId: person.organizationId, [name]: value }
  const { body, headers } = await agent.call(tickets.list, { query })
  expect([body, headers['x-total-count']]).toEqual([[], '0'])
  const file = await agent.call(tickets.export, { query })
  expect(String(file.body).trim().split('\r\n')).toHaveLength(1)
})

test('a search that is too long or cannot be read is refused', async () => {
  for (const search of ['x'.repeat(201), 'NUL \0']) {
    expect((await agent.call(tickets.list, { query: { search } })).status).toBe(400)
  }
})

test('a number is found as it is shown, without its beginning and without its zeros', async () => {
  const person = await signIn()
  const { id, number } = await newTicketOf(person)
  await newTicketOf(person)
  const shown = (await person.call(tickets.one, { params: { id } })).body.ticketNumber
  for (const search of [shown, shown.toLowerCase(), shown.replace('TKT-', ''), String(number)]) {
    expect(await idsOf(person, { search })).toEqual([id])
  }
})

test('staff find by requester and organization; customers do not', async () => {
  const mark = newMark()
  const owner = await signIn()
  const asker = await newUser({
    role: 'customer',
    organizationId: owner.organizationId,
    firstName: 'Thabo',
    lastName: mark,
  })
  const { id } = await newTicketOf({ ...owner, user: asker })
  const [one] = (await agent.call(tickets.list, { query: { search: mark } })).body
  expect(one?.id).toBe(id)
  for (const search of [`thabo ${mark}`, asker.email.toUpperCase(), one?.organizationName ?? '']) {
    expect(await idsOf(agent, { search })).toEqual([id])
    expect(await idsOf(owner, { search })).toEqual([])
  }
})

test('a name’s own % and _ mean themselves', async () => {
  const mark = newMark()
  const { organizationId } = await signIn()
  const asker = await newUser({ role: 'customer', organizationId, firstName: '100%', lastName: `a_${mark}` })
  const { id } = await newTicketOf({ organizationId, user: asker })
  expect(await idsOf(agent, { search: `0% a_${mark}` })).toEqual([id])
  expect(await idsOf(agent, { search: `0%${mark}` })).toEqual([])
  expect(await idsOf(agent, { search: `a__${mark}` })).toEqual([])
})

test('finds no internal messages', async () => {
  const mark = newMark()
  const person = await signIn()
  await makeMessage(db, await newTicketOf(person), { userId: agent.user.id, isInternal: true, message: mark })
  expect(await idsOf(person, { search: mark })).toEqual([])
  expect(await idsOf(agent, { search: mark })).toEqual([])
})

test('a search goes through pages like a list does', async () => {
  const person = await signIn()
  const made = []
  for (let day = 5; day > 0; day -= 1)
    made.unshift(await newTicketOf(person, { updatedAt: `2026-03-0${day}T12:00:00Z` }))
  const query: Record<string, string> = { search: 'activation', limit: '2' }
  const seen: string[] = []
  for (let page = 0; page < 3; page += 1) {
    const { body, headers } = await person.call(tickets.list, { query })
    expect(headers['x-total-count']).toBe('5')
    seen.push(...body.map(({ id }) => id))
    const next = new URL(/<(.+)>/.exec(String(headers.link))?.[1] ?? '/', 'http://localhost')
    Object.assign(query, Object.fromEntries(next.searchParams))
  }
  expect(seen).toEqual(made.toSorted((a, b) => (a.updatedAt < b.updatedAt ? 1 : -1)).map(({ id }) => id))
})
