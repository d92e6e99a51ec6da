import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { MAX_BULK } from '#contract/support/ticket-changes.ts'
import { tickets } from '#contract/support/tickets.ts'
import { teamwork } from '#contract/support/teamwork.ts'
import { change, newCategory, newTicketOf, stored, trailOf } from '#server/testing/support/tickets.ts'
import { signIn, statusesOf, type Person, times } from '#server/testing/testing.ts'

const customer = await signIn({ role: 'customer' })
const agent = await signIn({ role: 'agent' })

const changeAll = (person: Person, ids: unknown, changes: object) =>
  person.call(tickets.bulk, { body: { ids, ...changes } })

test('many are changed at once, and only those that are not so already', async () => {
  const category = await newCategory(`Crashes ${randomUUID()}`)
  const open = await times(3, () => newTicketOf(customer))
  const closed = await newTicketOf(await signIn(), { status: 'closed', categoryId: category.id })
  const all = [...open, closed]
  const ids = all.map(({ id }) => id)
  const answer = await changeAll(agent, ids, { status: 'closed', categoryId: category.id })
  expect(answer).toMatchObject({ status: 200, body: { changed: 3 } })
  for (const ticket of all) expect(await stored(ticket)).toMatchObject({ status: 'closed', categoryId: category.id })
  for (const ticket of open) {
    expect(await trailOf(ticket)).toEqual([
      {
        action: 'ticket.updated',
        organizationId: customer.organizationId,
        changes: { status: ['open', 'closed'], category: [null, category.name] },
      },
    ])
  }
  expect(await trailOf(closed)).toEqual([])
  expect((await changeAll(agent, ids, { assigneeId: agent.user.id })).body.changed).toBe(4)
})

test('another status for several tickets does not separate the merged ones', async () => {
  const [merged, into] = await times(2, () => newTicketOf(customer))
  await agent.call(teamwork.merge, { params: merged!, body: { into: into!.id } })
  const ids = [merged!.id, into!.id]
  for (const status of ['in_progress', 'resolved'])
    expect((await changeAll(agent, ids, { status, priority: 'high' })).body).toEqual({ changed: 1, merged: 1 })
  expect(await stored(merged!)).toMatchObject({ status: 'closed', mergedInto: into!.id, priority: 'medium' })
  expect((await changeAll(agent, ids, { status: 'closed', priority: 'low' })).body).toEqual({ changed: 2, merged: 0 })
  expect((await changeAll(agent, ids, { priority: 'urgent' })).body).toEqual({ changed: 2, merged: 0 })
  expect(await stored(merged!)).toMatchObject({ mergedInto: into!.id, priority: 'urgent' })
})

test('with one that is not there, none is changed', async () => {
  const ticket = await newTicketOf(customer)
  const answer = await changeAll(agent, [ticket.id, randomUUID()], { priority: 'urgent' })
  expect(answer).toMatchObject({ status: 404, message: 'Ticket not found' })
  expect(await stored(ticket)).toMatchObject({ priority: 'medium', updatedAt: ticket.updatedAt })
  expect(await trailOf(ticket)).toEqual([])
})

test('refuses invalid ids and changes, and customers', async () => {
  const { id } = await newTicketOf(customer)
  for (const ids of [[], undefined, id, ['one'], [id, id]]) {
    expect((await changeAll(agent, ids, { priority: 'low' })).status).toBe(400)
  }
  const tooMany = await changeAll(agent, await times(MAX_BULK + 1, async () => randomUUID()), { priority: 'low' })
  expect(tooMany).toMatchObject({ status: 400, message: 'At most 200 tickets can be changed at once.' })
  for (const changes of [{}, { status: 'done' }, { categoryId: randomUUID() }, { assigneeId: customer.user.id }]) {
    expect((await changeAll(agent, [id], changes)).status).toBe(400)
  }
  for (const person of [customer, await signIn()]) {
    expect((await changeAll(person, [id], { status: 'closed' })).status).toBe(403)
  }
  expect(await stored({ id })).toMatchObject({ status: 'open', priority: 'medium' })
})

test('two hundred are changed at once', async () => {
  const ids = (await times(MAX_BULK, () => newTicketOf(customer))).map(({ id }) => id)
  expect((await changeAll(agent, ids, { status: 'resolved' })).body.changed).toBe(MAX_BULK)
})

test('those who change the same ones at once, in any order, wait for each other', async () => {
  const held = await times(8, () => newTicketOf(customer))
  const ids = held.map(({ id }) => id)
  const answers = await times<{ status: number }>(8, (index) =>
    index % 2 === 0
      ? changeAll(agent, index % 4 === 0 ? ids : ids.toReversed(), { status: index === 0 ? 'closed' : 'in_progress' })
      : change(agent, held[index]!, { priority: 'high' }),
  )
  expect(statusesOf(answers)).toEqual(Array.from({ length: 8 }, () => 200))
  const after = await Promise.all(held.map(stored))
  expect(new Set(after.map(({ status }) => status)).size).toBe(1)
  expect(after.filter(({ priority }) => priority === 'high')).toHaveLength(4)
})
