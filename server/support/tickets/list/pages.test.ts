import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { TicketPriority } from '#contract/support/ticket-fields.ts'
import { TicketSort } from '#contract/support/ticket-filter.ts'
import { tickets } from '#contract/support/tickets.ts'
import { idsOf, newTicketOf } from '#server/testing/support/tickets.ts'
import { app, db, inDays, signIn, type Person } from '#server/testing/testing.ts'
import { findPlaces } from './place-queries.ts'
import { readPlaces } from './queries.ts'

const agent = await signIn({ role: 'agent' })
const owner = await signIn()

type Facts = { id: string; createdAt: string; updatedAt: string; priority: TicketPriority }

const [opened, changed] = [[-90, -91, -92].map(inDays), [-60, -61].map(inDays)]

/** Late tickets of few instants and priorities, so that many share a place in every order. */
async function makeLateOnes() {
  const made: Facts[] = []
  for (let place = 0; place < 12; place += 1) {
    const facts = {
      createdAt: opened[place % 3] ?? '',
      updatedAt: changed[place % 2] ?? '',
      priority: TicketPriority.options[place % 2] ?? 'low',
    }
    const { id } = await newTicketOf(owner, facts)
    made.push({ ...facts, id })
  }
  return made
}

const made = await makeLateOnes()

const urgencyOf = ({ priority, createdAt }: Facts) =>
  `${TicketPriority.options.length - TicketPriority.options.indexOf(priority)} ${createdAt}`

const keys: Record<string, (ticket: Facts) => string> = {
  urgency: urgencyOf,
  created: ({ createdAt }) => createdAt,
  updated: ({ updatedAt }) => updatedAt,
}

/** Ties are in the order of ids, which is turned around with that of the keys. */
function expectedIn(sort: string) {
  const keyOf = keys[sort.replace('-', '')] ?? urgencyOf
  const places = made.map((ticket) => `${keyOf(ticket)} ${ticket.id}`).toSorted()
  const ids = places.map((place) => place.split(' ').at(-1))
  return sort.startsWith('-') ? ids.toReversed() : ids
}

/** Follows the links to the next page until there is none. */
async function everyPageOf(person: Person, query: Record<string, string>) {
  const [seen, totals]: [string[], unknown[]] = [[], []]
  let next: Record<string, string> | undefined = query
  while (next) {
    const page: ListPage = await person.call(tickets.list, { query: next })
    seen.push(...page.body.map(({ id }) => id))
    totals.push(page.headers['x-total-count'])
    next = queryOf(page.headers.link)
  }
  return { seen, totals: new Set(totals) }
}

type ListPage = { body: { id: string }[]; headers: Record<string, unknown> }

function queryOf(link: unknown) {
  const url = typeof link === 'string' ? /<(.+)>/.exec(link)?.[1] : undefined
  return url ? Object.fromEntries(new URL(url, 'http://localhost').searchParams) : undefined
}

const filters: Record<string, string>[] = [
  {},
  { view: 'unassigned' },
  { view: 'unassigned', category: 'none' },
  { view: 'late' },
  { view: 'needs-answer' },
  { late: '1' },
  { search: owner.user.email },
  { view: 'needs-answer', search: owner.user.email },
]

test.each(TicketSort.options)(
  'pages in the order of %s have each ticket once, also where many share a place',
  async (sort) => {
    for (const filter of filters) {
      const { seen, totals } = await everyPageOf(agent, { sort, limit: '5', ...filter })
      expect([filter, seen]).toEqual([filter, expectedIn(sort)])
      expect(totals).toEqual(new Set(['12']))
    }
  },
)

test('pages of customers have the last change first, in whichever order they ask for them', async () => {
  for (const sort of TicketSort.options)
    expect((await everyPageOf(owner, { sort, limit: '5' })).seen).toEqual(expectedIn('-updated'))
})

test('what is found for one reader is not read by another who may not read it', async () => {
  const places = await findPlaces(db, owner.user, undefined, { limit: 1000 })
  const [member, stranger] = [await owner.colleague('customer'), await signIn()]
  const own = await newTicketOf(member)
  const all = [...places, { id: own.id, sortKey: own.updatedAt }, { id: randomUUID(), sortKey: own.updatedAt }]
  const readBy = async ({ user }: Person) => (await readPlaces(db, user, all)).map(({ id }) => id)
  expect(await readBy(agent)).toEqual(all.slice(0, -1).map(({ id }) => id))
  expect(await readBy(owner)).toEqual(expect.arrayContaining([...made.map(({ id }) => id), own.id]))
  expect(await readBy(member)).toEqual([own.id])
  expect(await readBy(stranger)).toEqual([])
})

test('a list of late tickets has no others, in each order', async () => {
  const { id } = await newTicketOf(owner)
  for (const sort of TicketSort.options) {
    expect(await idsOf(agent, { sort })).toContain(id)
    expect(await idsOf(agent, { sort, late: '1' })).toEqual(expectedIn(sort))
  }
})

test('the next page keeps a filter that contains a question mark as it is', async () => {
  for (const title of ['Why? One', 'Why? Two']) await newTicketOf(owner, { title, priority: 'urgent' })
  const url = `${tickets.list.url}?search=why?&priority=urgent&limit=1`
  const { headers } = await app.inject({ url, headers: { cookie: owner.cookie } })
  expect(queryOf(headers.link)).toEqual({
    search: 'why?',
    priority: 'urgent',
    limit: '1',
    cursor: expect.stringMatching(/./),
  })
})
