import { and, eq, like } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { NOTE_CHANGES_NOTHING } from '#contract/support/messages.ts'
import { emails } from '#server/database/schema/emails.ts'
import { notificationSettings, users } from '#server/database/schema/identity/users.ts'
import { say } from '#server/testing/support/attachments.ts'
import { newTicketOf, stored, trailOf } from '#server/testing/support/tickets.ts'
import { db, signIn, type Person } from '#server/testing/testing.ts'

const customer = await signIn({ role: 'customer' })
const agent = await signIn({ role: 'agent' })

const mentionsOf = ({ user }: Person) =>
  db
    .select({ subject: emails.subject, text: emails.text })
    .from(emails)
    .where(and(eq(emails.to, user.email), like(emails.subject, '%You were mentioned in a note')))

const note = (author: Person, ticket: object, mentions: string[], message = '@Anna, please look') =>
  say(author, ticket, { isInternal: true, message, mentions })

test('emails the mentioned colleagues the note, and no one else', async () => {
  const [anna, admin] = [await signIn({ role: 'agent' }), await signIn({ role: 'admin' })]
  const ticket = await newTicketOf(customer, { title: 'The printer' })
  const { status } = await note(agent, ticket, [anna.user.id, anna.user.id, agent.user.id, customer.user.id])
  expect(status).toBe(201)
  const [email, ...more] = await mentionsOf(anna)
  expect(more).toEqual([])
  expect(email?.text).toContain(`${agent.user.firstName} ${agent.user.lastName} mentioned you`)
  expect(email?.text).toContain('@Anna, please look')
  expect(email?.text).toContain('The printer')
  expect(email?.text).toContain(`/support?open=${ticket.id}`)
  for (const person of [admin, agent, customer]) expect(await mentionsOf(person)).toEqual([])
})

test('respects switched-off emails and suspended accounts', async () => {
  const [quiet, gone] = [await signIn({ role: 'agent' }), await signIn({ role: 'agent' })]
  await db.insert(notificationSettings).values({ userId: quiet.user.id, kind: 'tickets', isEnabled: false })
  await db.update(users).set({ status: 'suspended' }).where(eq(users.id, gone.user.id))
  await note(agent, await newTicketOf(customer), [quiet.user.id, gone.user.id])
  for (const person of [quiet, gone]) expect(await mentionsOf(person)).toEqual([])
})

test('public messages and those of customers mention no one', async () => {
  const anna = await signIn({ role: 'agent' })
  const ticket = await newTicketOf(customer)
  await say(agent, ticket, { mentions: [anna.user.id] })
  await say(customer, ticket, { mentions: [anna.user.id], isInternal: true })
  expect(await mentionsOf(anna)).toEqual([])
  const { status } = await note(
    agent,
    ticket,
    Array.from({ length: 21 }, () => anna.user.id),
  )
  expect(status).toBe(400)
})

test('a reply sets the priority, a note and a customer do not', async () => {
  const ticket = await newTicketOf(customer)
  await say(agent, ticket, { priority: 'urgent', status: 'in_progress' })
  expect(await stored(ticket)).toMatchObject({ priority: 'urgent', status: 'in_progress' })
  expect((await trailOf(ticket)).map(({ changes }) => changes)).toContainEqual({ priority: ['medium', 'urgent'] })
  const refused = await say(agent, ticket, { priority: 'low', isInternal: true })
  expect([refused.status, refused.body]).toMatchObject([400, { message: NOTE_CHANGES_NOTHING }])
  await say(customer, ticket, { priority: 'low' })
  expect((await stored(ticket)).priority).toBe('urgent')
})
