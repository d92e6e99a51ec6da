import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { teamwork } from '#contract/support/teamwork.ts'
import { users } from '#server/database/schema/identity/users.ts'
import { ticketMails } from '#server/database/schema/support/ticket-users.ts'
import { say } from '#server/testing/support/attachments.ts'
import { emailTo } from '#server/testing/support/ticket-mails.ts'
import { change, newTicketOf } from '#server/testing/support/tickets.ts'
import { db, signIn, type Person } from '#server/testing/testing.ts'

const customer = await signIn({ role: 'customer' })
const assignee = await signIn({ role: 'agent' })
const follower = await signIn({ role: 'agent' })

const follow = (person: Person, { id }: { id: string }, follows = true) =>
  person.call(teamwork.follow, { params: { id }, body: { follows } })

const mailed = async ({ id }: { id: string }) =>
  (await db.select().from(ticketMails).where(eq(ticketMails.ticketId, id))).map(({ userId }) => userId).toSorted()

const idsFor = (...people: Person[]) => people.map(({ user }) => user.id).toSorted()

test('followers get emails about messages of the customer and of colleagues', async () => {
  const ticket = await newTicketOf(customer, { assigneeId: assignee.user.id })
  const { body } = await follow(follower, ticket)
  expect(body.map(({ id }) => id)).toEqual([follower.user.id])
  await say(customer, ticket)
  expect(await mailed(ticket)).toEqual(idsFor(assignee, follower))
  await db.delete(ticketMails).where(eq(ticketMails.ticketId, ticket.id))
  await say(assignee, ticket)
  expect(await mailed(ticket)).toEqual(idsFor(customer, follower))
})

test('a follower reads that a colleague has resolved the ticket', async () => {
  const ticket = await newTicketOf(customer, { assigneeId: assignee.user.id })
  await follow(follower, ticket)
  await change(assignee, ticket, { status: 'resolved' })
  expect((await emailTo(follower, ticket)).text).toMatch(/^A ticket of .+ is resolved\n/)
})

test('internal messages email no follower, and nothing is sent after following ends', async () => {
  const ticket = await newTicketOf(customer, { assigneeId: assignee.user.id })
  await follow(follower, ticket)
  await follow(follower, ticket)
  await say(assignee, ticket, { isInternal: true })
  expect(await mailed(ticket)).toEqual([])
  expect((await follow(follower, ticket, false)).body).toEqual([])
  await say(customer, ticket)
  expect(await mailed(ticket)).toEqual(idsFor(assignee))
})

test('a follower who is no longer staff is neither listed nor emailed', async () => {
  const former = await signIn({ role: 'agent' })
  const ticket = await newTicketOf(customer, { assigneeId: assignee.user.id })
  await follow(former, ticket)
  await db.update(users).set({ status: 'suspended' }).where(eq(users.id, former.user.id))
  expect((await assignee.call(teamwork.followers, { params: ticket })).body).toEqual([])
  await say(customer, ticket)
  expect(await mailed(ticket)).toEqual(idsFor(assignee))
})

test('customers neither follow nor see followers', async () => {
  const ticket = await newTicketOf(customer)
  for (const person of [customer, await customer.colleague('org_admin')]) {
    expect((await follow(person, ticket)).status).toBe(403)
    expect((await person.call(teamwork.followers, { params: ticket })).status).toBe(403)
  }
})
