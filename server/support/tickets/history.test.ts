import { eq } from 'drizzle-orm'
import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { fullName } from '#contract/identity/session.ts'
import { audit } from '#contract/operations/audit.ts'
import { tickets } from '#contract/support/tickets.ts'
import { ticketCategories } from '#server/database/schema/support/support-desk.ts'
import { change, newCategory, newTicketOf } from '#server/testing/support/tickets.ts'
import { db, signIn, type Person } from '#server/testing/testing.ts'

const agent = await signIn({ role: 'agent' })

const historyOf = (person: Person, { id }: { id: string }) => person.call(tickets.history, { params: { id } })

test('staff read what became of a ticket, newest first, with names that outlive what they name', async () => {
  const category = await newCategory('Printing')
  const ticket = await newTicketOf(await signIn())
  await change(agent, ticket, { categoryId: category.id })
  await change(agent, ticket, { status: 'in_progress', assigneeId: agent.user.id })
  await db.delete(ticketCategories).where(eq(ticketCategories.id, category.id))
  const { status, body } = await historyOf(agent, ticket)
  expect(status).toBe(200)
  const actorName = fullName(agent.user)
  expect(body).toMatchObject([
    { action: 'ticket.assigned', actorName, changes: { assignee: [null, actorName] } },
    { action: 'ticket.updated', actorName, changes: { status: ['open', 'in_progress'] } },
    { action: 'ticket.updated', actorName, changes: { category: [null, 'Printing'] } },
  ])
})

test('one ticket’s history is of that ticket, and of one that is there', async () => {
  const customer = await signIn()
  const [one, other] = [await newTicketOf(customer), await newTicketOf(customer)]
  await change(agent, one, { priority: 'low' })
  expect((await historyOf(agent, other)).body).toEqual([])
  expect((await historyOf(agent, { id: randomUUID() })).status).toBe(404)
})

test('customers have no history, and their organization’s audit log shows no assignments', async () => {
  const owner = await signIn()
  const ticket = await newTicketOf(owner)
  await change(agent, ticket, { priority: 'urgent', assigneeId: agent.user.id })
  for (const person of [owner, await owner.colleague('customer')]) {
    expect((await historyOf(person, ticket)).status).toBe(403)
  }
  const trail = await owner.call(audit.list, { query: { subject: ticket.id } })
  expect(trail.body).toMatchObject([{ action: 'ticket.updated', changes: { priority: ['medium', 'urgent'] } }])
  expect(JSON.stringify(trail.body)).not.toContain(agent.user.lastName)
})
