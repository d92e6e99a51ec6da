import { ticketMails } from '#server/database/schema/support/ticket-users.ts'
import { eq } from 'drizzle-orm'
import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { fullName } from '#contract/identity/session.ts'
import { TicketPriority, TicketStatus } from '#contract/support/ticket-fields.ts'
import { NO_SUCH_ASSIGNEE, NO_SUCH_CATEGORY } from '#contract/support/tickets.ts'
import { change, newCategory, newTicketOf, read, stored, trailOf } from '#server/testing/support/tickets.ts'
import { db, newUser, signIn, statusesOf, times } from '#server/testing/testing.ts'

const customer = await signIn({ role: 'customer' })
const agent = await signIn({ role: 'agent' })
const admin = await signIn({ role: 'admin' })
const crashes = await newCategory('Crashes')
const billing = await newCategory('Billing')

test('staff set any status from any [R-API-45 R-ENT-54 R-STATE-46 R-STATE-49 R-ROLE-16 R-ROLE-21]', async () => {
  const ticket = await newTicketOf(customer)
  for (const person of [agent, admin]) {
    for (const from of TicketStatus.options) {
      for (const to of TicketStatus.options) {
        await change(person, ticket, { status: from })
        expect(await change(person, ticket, { status: to })).toMatchObject({ status: 200, body: { status: to } })
      }
    }
  }
})

test('staff set priority and category, and take the category away [R-API-45 R-ENT-54 R-STATE-50 R-ROLE-21]', async () => {
  const ticket = await newTicketOf(customer)
  for (const priority of TicketPriority.options) {
    expect((await change(agent, ticket, { priority })).body.priority).toBe(priority)
  }
  expect((await change(agent, ticket, { categoryId: crashes.id })).body.categoryId).toBe(crashes.id)
  expect((await change(agent, ticket, { status: 'closed' })).body.categoryId).toBe(crashes.id)
  expect((await change(agent, ticket, { categoryId: null })).body.categoryId).toBeNull()
})

test('refuses changes by other users [R-ROLE-27]', async () => {
  const owner = await signIn()
  const ticket = await newTicketOf(owner)
  for (const person of [owner, await owner.colleague('customer'), customer]) {
    for (const changes of [{ status: 'closed' }, { priority: 'low' }, { categoryId: null }, { assigneeId: null }, {}]) {
      expect((await change(person, ticket, changes)).status).toBe(403)
    }
  }
  expect(await stored(ticket)).toMatchObject({ status: 'open', priority: 'medium', updatedAt: ticket.updatedAt })
})

test('what is no status, priority, category or assignee is refused, and nothing changes', async () => {
  const ticket = await newTicketOf(customer)
  const suspended = await newUser({ role: 'agent', status: 'suspended' })
  const wrong: [object, string?][] = [
    [{}, 'Nothing to change'],
    [{ title: 'Other' }, 'Nothing to change'],
    [{ status: 'done' }],
    [{ status: null }],
    [{ priority: 'critical' }],
    [{ categoryId: 'crashes' }],
    [{ categoryId: randomUUID(), priority: 'low' }, NO_SUCH_CATEGORY],
    [{ assigneeId: randomUUID(), priority: 'low' }, NO_SUCH_ASSIGNEE],
    [{ assigneeId: customer.user.id }, NO_SUCH_ASSIGNEE],
    [{ assigneeId: suspended.id }, 'A ticket can only be assigned to active support staff.'],
  ]
  for (const [changes, message] of wrong) {
    const answer = await change(agent, ticket, changes)
    expect([changes, answer]).toMatchObject([changes, { status: 400, ...(message && { message }) }])
  }
  expect(await stored(ticket)).toMatchObject({ priority: 'medium', updatedAt: ticket.updatedAt })
  expect((await change(agent, { id: randomUUID() }, { priority: 'low' })).status).toBe(404)
})

test('the trail has old and new by name; who looks after a ticket is no organization’s to read', async () => {
  const ticket = await newTicketOf(customer)
  await change(agent, ticket, { status: 'in_progress', categoryId: crashes.id, assigneeId: agent.user.id })
  await change(agent, ticket, { categoryId: billing.id, assigneeId: null })
  const { organizationId } = customer
  expect(await trailOf(ticket)).toEqual([
    {
      action: 'ticket.updated',
      organizationId,
      changes: { status: ['open', 'in_progress'], category: [null, 'Crashes'] },
    },
    { action: 'ticket.assigned', organizationId: null, changes: { assignee: [null, fullName(agent.user)] } },
    { action: 'ticket.updated', organizationId, changes: { category: ['Crashes', 'Billing'] } },
    { action: 'ticket.assigned', organizationId: null, changes: { assignee: [fullName(agent.user), null] } },
  ])
})

test('of two with one name, the trail says that it is another one', async () => {
  const [one, two] = await times(2, () => newUser({ role: 'agent', firstName: 'Thandi', lastName: 'Nkosi' }))
  const ticket = await newTicketOf(customer, { assigneeId: one!.id })
  await change(agent, ticket, { assigneeId: two!.id })
  expect(await trailOf(ticket)).toMatchObject([{ changes: { assignee: ['Thandi Nkosi', 'Thandi Nkosi'] } }])
})

test('what is so already is not written again', async () => {
  const ticket = await newTicketOf(customer)
  const { status, body } = await change(agent, ticket, { status: 'open', priority: 'medium', assigneeId: null })
  expect([status, body.updatedAt]).toEqual([200, ticket.updatedAt])
  expect(await trailOf(ticket)).toEqual([])
})

test('another assignee leaves everything as it was for the customer', async () => {
  const ticket = await newTicketOf(customer)
  const before = await read(customer, ticket)
  expect((await change(agent, ticket, { assigneeId: agent.user.id })).body).toMatchObject({
    assigneeId: agent.user.id,
    assigneeName: fullName(agent.user),
    updatedAt: ticket.updatedAt,
  })
  expect((await read(customer, ticket)).body).toEqual(before.body)
})

test('edits of different fields at the same time all survive', async () => {
  const ticket = await newTicketOf(customer)
  const wanted = { status: 'in_progress', priority: 'urgent', categoryId: crashes.id, assigneeId: agent.user.id }
  await Promise.all(Object.entries(wanted).map(([field, value]) => change(agent, ticket, { [field]: value })))
  expect(await stored(ticket)).toMatchObject(wanted)
})

test('refuses to overwrite another user’s change with If-Match', async () => {
  const ticket = await newTicketOf(customer)
  const first = await change(agent, ticket, { priority: 'high' }, { 'if-match': `"${ticket.updatedAt}"` })
  expect(first.status).toBe(200)
  const stale = await change(agent, ticket, { priority: 'low' }, { 'if-match': ticket.updatedAt })
  expect(stale).toMatchObject({ status: 409, message: 'Someone else changed this ticket. Check it and try again.' })
  const version = { 'if-match': first.body.updatedAt }
  const priorities = ['low', 'medium', 'urgent', 'low', 'medium', 'urgent', 'low', 'medium']
  const racing = await times(8, (index) => change(agent, ticket, { priority: priorities[index] }, version))
  expect(statusesOf(racing)).toEqual([200, 409, 409, 409, 409, 409, 409, 409])
})

test('eight who resolve it at once resolve it once, and the customer is written to once', async () => {
  const ticket = await newTicketOf(customer)
  const answers = await times(8, () => change(agent, ticket, { status: 'resolved' }))
  expect(new Set(answers.map(({ body }) => body.resolvedAt)).size).toBe(1)
  expect(await trailOf(ticket)).toHaveLength(1)
  const recipients = await db.select().from(ticketMails).where(eq(ticketMails.ticketId, ticket.id))
  expect(recipients.map(({ userId }) => userId)).toEqual([customer.user.id])
})
