import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { ONLY_OWN_RATING, RATED_WHEN_SETTLED, tickets } from '#contract/support/tickets.ts'
import { change, newTicketOf, read, stored, trailOf } from '#server/testing/support/tickets.ts'
import { signIn, statusesOf, type Person, times } from '#server/testing/testing.ts'

const agent = await signIn({ role: 'agent' })

const rate = (person: Person, { id }: { id: string }, body: object) =>
  person.call(tickets.rate, { params: { id }, body })

const settled = { status: 'resolved', resolvedAt: '2026-03-05T12:00:00.000Z' }

test('the user who opened a ticket rates it, and may change the rating', async () => {
  const person = await signIn({ role: 'customer' })
  const ticket = await newTicketOf(person, settled)
  const first = await rate(person, ticket, { rating: 2, comment: ' Slow.\nAnd late. ' })
  expect(first).toMatchObject({ status: 200, body: { rating: 2, ratingComment: 'Slow.\nAnd late.' } })
  const second = await rate(person, ticket, { rating: 5 })
  expect(second.body).toMatchObject({ rating: 5, ratingComment: null, ratedAt: expect.any(String) })
  expect((await read(agent, ticket)).body).toMatchObject({ rating: 5 })
  const { organizationId } = person
  expect(await trailOf(ticket)).toEqual([
    { action: 'ticket.rated', organizationId, changes: { rating: [null, 2] } },
    { action: 'ticket.rated', organizationId, changes: { rating: [2, 5] } },
  ])
})

test('before it is settled there is nothing to rate', async () => {
  const person = await signIn({ role: 'customer' })
  for (const status of ['open', 'in_progress', 'waiting_customer']) {
    const ticket = await newTicketOf(person, { status })
    expect(await rate(person, ticket, { rating: 5 })).toMatchObject({ status: 409, message: RATED_WHEN_SETTLED })
    expect(await stored(ticket)).toMatchObject({ rating: null, ratedAt: null, updatedAt: ticket.updatedAt })
  }
  expect((await rate(person, await newTicketOf(person, { status: 'closed' }), { rating: 1 })).status).toBe(200)
})

test('others cannot rate: colleagues and staff are refused, the rest get a 404', async () => {
  const owner = await signIn()
  const member = await owner.colleague('customer')
  const ticket = await newTicketOf(member, settled)
  for (const person of [owner, agent, await signIn({ role: 'admin' })]) {
    expect(await rate(person, ticket, { rating: 1 })).toMatchObject({ status: 403, message: ONLY_OWN_RATING })
  }
  for (const person of [await owner.colleague('customer'), await signIn(), await signIn({ role: 'customer' })]) {
    const missing = await rate(person, { id: randomUUID() }, { rating: 1 })
    const foreign = await rate(person, ticket, { rating: 1 })
    expect([foreign.status, foreign.message]).toEqual([404, missing.message])
  }
  expect(await stored(ticket)).toMatchObject({ rating: null, updatedAt: ticket.updatedAt })
})

test('1 to 5, and a comment of at most 2,000 characters', async () => {
  const person = await signIn()
  const ticket = await newTicketOf(person, settled)
  for (const rating of [0, 6, 4.5, '5', null, undefined]) {
    expect((await rate(person, ticket, { rating })).status).toBe(400)
  }
  for (const comment of ['x'.repeat(2001), 'NUL \0', 7]) {
    expect((await rate(person, ticket, { rating: 3, comment })).status).toBe(400)
  }
  expect((await stored(ticket)).rating).toBeNull()
})

test('taken up again by staff, it keeps what was said about it', async () => {
  const person = await signIn()
  const ticket = await newTicketOf(person, settled)
  await rate(person, ticket, { rating: 4 })
  expect((await change(agent, ticket, { status: 'open' })).body).toMatchObject({ rating: 4, resolvedAt: null })
})

test('rated and taken up again at the same moment, it is either rated or refused', async () => {
  const person = await signIn()
  const tickets = await times(8, () => newTicketOf(person, settled))
  for (const ticket of tickets) {
    const [rated, reopened] = await Promise.all([
      rate(person, ticket, { rating: 3 }),
      change(agent, ticket, { status: 'open' }),
    ])
    expect(reopened.status).toBe(200)
    expect(statusesOf([rated])).toEqual([(await stored(ticket)).rating === 3 ? 200 : 409])
  }
})
