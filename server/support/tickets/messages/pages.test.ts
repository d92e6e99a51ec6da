import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { TOTAL_HEADER } from '#contract/endpoint.ts'
import { messages } from '#contract/support/messages.ts'
import { teamwork } from '#contract/support/teamwork.ts'
import { makeAttachment } from '#demo/rows/attachments.ts'
import { makeMessage } from '#demo/rows/tickets.ts'
import { readsOf } from '#server/testing/operations/plans.ts'
import { newTicketOf } from '#server/testing/support/tickets.ts'
import { db, inDays, insertMany, platform, signIn, type Person } from '#server/testing/testing.ts'
import { selectMessages } from './queries.ts'

const customer = await signIn({ role: 'customer' })
const agent = await signIn({ role: 'agent' })

type TicketRef = { id: string }

/** The pages of a conversation from the newest, and its number of messages as each of them says it. */
async function pagesFor(person: Person, params: TicketRef, limit: string) {
  const pages: string[][] = []
  const totals: unknown[] = []
  let cursor: string | undefined
  do {
    const { body, headers } = await person.call(messages.list, { params, query: { limit, ...(cursor && { cursor }) } })
    pages.push(body.map(({ message, attachments }) => [message, ...attachments.map((file) => file.fileName)].join(' ')))
    totals.push(headers[TOTAL_HEADER])
    cursor = /cursor=([\w-]+)/.exec(String(headers.link))?.[1]
  } while (cursor)
  return { pages, totals }
}

test('the pages of a conversation end at its first message, each oldest first, also while new ones are written', async () => {
  const ticket = await newTicketOf(customer)
  for (const day of [1, 2, 3, 4, 5]) await makeMessage(db, ticket, { message: `${day}`, createdAt: inDays(day - 10) })
  expect(await pagesFor(customer, ticket, '2')).toEqual({
    pages: [['4', '5'], ['2', '3'], ['1']],
    totals: Array(3).fill('5'),
  })
  const { headers } = await customer.call(messages.list, { params: ticket, query: { limit: '2' } })
  await makeMessage(db, ticket, { message: '6' })
  const cursor = /cursor=([\w-]+)/.exec(String(headers.link))?.[1] ?? ''
  const { body } = await customer.call(messages.list, { params: ticket, query: { limit: '2', cursor } })
  expect(body.map(({ message }) => message)).toEqual(['2', '3'])
})

test('messages of the same instant are on one page each', async () => {
  const ticket = await newTicketOf(customer)
  const createdAt = inDays(-1)
  for (const message of ['a', 'b', 'c', 'd', 'e']) await makeMessage(db, ticket, { message, createdAt })
  const { pages } = await pagesFor(customer, ticket, '2')
  expect(pages.map((page) => page.length)).toEqual([2, 2, 1])
  expect(pages.flat().toSorted()).toEqual(['a', 'b', 'c', 'd', 'e'])
})

test('no page has an internal message for a customer, nor says that there is one', async () => {
  const ticket = await newTicketOf(customer)
  for (const day of [1, 2, 3, 4, 5, 6]) {
    const isInternal = day % 2 === 0
    const said = await makeMessage(db, ticket, { message: `${day}`, isInternal, createdAt: inDays(day - 10) })
    await makeAttachment(platform, said, { fileName: `${day}.txt` })
  }
  expect(await pagesFor(customer, ticket, '1')).toEqual({
    pages: [['5 5.txt'], ['3 3.txt'], ['1 1.txt'], []],
    totals: Array(4).fill('3'),
  })
  const forStaff = await pagesFor(agent, ticket, '4')
  expect(forStaff).toEqual({
    pages: [
      ['3 3.txt', '4 4.txt', '5 5.txt', '6 6.txt'],
      ['1 1.txt', '2 2.txt'],
    ],
    totals: ['6', '6'],
  })
})

test('a merged ticket’s messages, and what it began with, are each on the page of their time', async () => {
  const source = await newTicketOf(customer, { description: 'Begin', createdAt: inDays(-7) })
  const target = await newTicketOf(customer, { createdAt: inDays(-9) })
  for (const day of [8, 5, 3]) await makeMessage(db, target, { message: `Target ${day}`, createdAt: inDays(-day) })
  for (const day of [6, 4]) await makeMessage(db, source, { message: `Source ${day}`, createdAt: inDays(-day) })
  const merge = { params: source, body: { into: target.id } }
  expect((await agent.call(teamwork.merge, merge)).status).toBe(200)
  const { pages, totals } = await pagesFor(customer, target, '2')
  expect(pages).toEqual([
    ['Target 3', expect.stringMatching(/^This conversation continues in/)],
    ['Target 5', 'Source 4'],
    ['Begin', 'Source 6'],
    ['Target 8'],
  ])
  expect(totals).toEqual(Array(4).fill('7'))
})

test('a page of a conversation of 100,000 messages reads little more than its own', async () => {
  const { organizationId } = customer
  const [ticket, other] = [await newTicketOf(customer), await newTicketOf(customer)]
  for (const { id } of [ticket, other]) {
    await insertMany(sql`
      insert into ticket_messages (organization_id, ticket_id, user_id, message, is_internal, created_at)
      select ${organizationId}, ${id}, ${agent.user.id}, 'Word', number % 2 = 0, now() - number * interval '1 minute'
      from generate_series(1, 100000) number`)
  }
  await insertMany(sql`analyze ticket_messages`)
  const query = { params: ticket, query: { limit: '100' } }
  const { headers } = await customer.call(messages.list, query)
  const cursor = /cursor=([\w-]+)/.exec(String(headers.link))?.[1]
  for (const person of [customer, agent]) {
    const reader = { id: person.user.id, role: person.user.role, organizationId }
    for (const page of [{ limit: 100 }, { limit: 100, cursor }]) {
      const ids = [ticket.id, other.id]
      const reads = await readsOf(db, selectMessages(db, reader, { organizationId, ids, page }).getSQL())
      const ofMessages = reads.filter(({ table }) => table === 'ticket_messages')
      expect(ofMessages.map(({ by }) => by)).toEqual([expect.stringMatching(/^Index/)])
      for (const { rows, dropped } of ofMessages) expect(rows + dropped).toBeLessThanOrEqual(410)
    }
  }
})
