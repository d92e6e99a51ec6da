import { eq, sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { tickets as endpoints } from '#contract/support/tickets.ts'
import { notificationSettings, users } from '#server/database/schema/identity/users.ts'
import { ticketMessages } from '#server/database/schema/support/tickets.ts'
import { ticketMails } from '#server/database/schema/support/ticket-users.ts'
import { createMailer } from '#server/platform/mail/mailer.ts'
import { say } from '#server/testing/support/attachments.ts'
import { emailTo, emailsTo, run } from '#server/testing/support/ticket-mails.ts'
import { change, newTicketOf } from '#server/testing/support/tickets.ts'
import { config, db, platform, pool, signIn, type Person, times } from '#server/testing/testing.ts'
import { mailTicket, TICKET_MAIL_DELAY } from './announce.ts'

const customer = await signIn({ role: 'customer' })
const orgAdmin = await customer.colleague('org_admin')
const agent = await signIn({ role: 'agent' })
const admin = await signIn({ role: 'admin' })
const people = { customer, orgAdmin, agent, admin }

type TicketRef = { id: string }

const isOf = (ticket: TicketRef) => eq(ticketMails.ticketId, ticket.id)

/** Those of the four users who are waiting for an email. */
async function concernedBy(ticket: TicketRef) {
  const rows = await db.select({ userId: ticketMails.userId }).from(ticketMails).where(isOf(ticket))
  const ids = new Set(rows.map(({ userId }) => userId))
  return Object.entries(people).flatMap(([name, { user }]) => (ids.has(user.id) ? [name] : []))
}

const jobsFor = async (ticket: TicketRef) => {
  const { rows } = await pool.query(
    `select round(extract(epoch from start_after - created_on))::int as delay from pgboss.job
     where name = 'mail-ticket' and data->>'ticketId' = $1`,
    [ticket.id],
  )
  return rows
}

const switchOff = ({ user }: Person) =>
  db.insert(notificationSettings).values({ userId: user.id, kind: 'tickets', isEnabled: false })

const open = async (person: Person, body: object = {}) => {
  const draft = { title: 'The window stays empty', description: 'Since the update.', ...body }
  return (await person.call(endpoints.create, { body: draft })).body
}

test.each([
  ['staff', agent, {}, ['customer']],
  ['staff, of an assigned ticket', agent, { assigneeId: admin.user.id }, ['customer']],
  ['its customer', customer, {}, ['agent', 'admin']],
  ['its customer, of an assigned ticket', customer, { assigneeId: admin.user.id }, ['admin']],
  ['a colleague', orgAdmin, {}, ['customer', 'agent', 'admin']],
  ['a colleague, of an assigned ticket', orgAdmin, { assigneeId: agent.user.id }, ['customer', 'agent']],
  [
    'a customer, of a ticket that is left to a customer',
    customer,
    { assigneeId: orgAdmin.user.id },
    ['agent', 'admin'],
  ],
])('what %s says concerns who is to know', async (_name, author, facts, expected) => {
  const ticket = await newTicketOf(customer, facts)
  await say(author, ticket)
  expect(await concernedBy(ticket)).toEqual(expected)
})

test('sends no email to suspended or pending users, or those who turned it off', async () => {
  const away = await signIn({ role: 'agent' })
  const silent = await signIn({ role: 'agent' })
  const fresh = await signIn({ role: 'admin' })
  await switchOff(silent)
  await db.update(users).set({ status: 'suspended' }).where(eq(users.id, away.user.id))
  await db.update(users).set({ status: 'pending' }).where(eq(users.id, fresh.user.id))
  const ticket = await newTicketOf(customer, { assigneeId: away.user.id })
  await say(customer, ticket)
  const rows = await db.select({ userId: ticketMails.userId }).from(ticketMails).where(isOf(ticket))
  const ids = rows.map(({ userId }) => userId)
  expect(ids).toEqual(expect.arrayContaining([agent.user.id, admin.user.id]))
  for (const { user } of [away, silent, fresh]) expect(ids).not.toContain(user.id)
})

test('a new ticket concerns the staff, one that staff open concerns its customer', async () => {
  const own = await open(customer)
  expect(await concernedBy(own)).toEqual(['agent', 'admin'])
  const letter = await emailTo(agent, own)
  expect(letter.subject).toBe(`[${own.ticketNumber}] The window stays empty`)
  expect(letter.text).toContain('Since the update.')
  expect(letter.text).toContain(`${config.publicUrl}/support?ticket=${own.id}`)

  const opened = await open(agent, { customerId: customer.user.id })
  expect(await concernedBy(opened)).toEqual(['customer'])
  expect((await emailTo(customer, opened)).text).toContain('We opened a ticket for you')
})

test('the job comes two minutes later, once for all that is said until then', async () => {
  const ticket = await newTicketOf(customer)
  for (const message of ['First of all', 'And then', 'At last']) await say(agent, ticket, { message })
  expect(await jobsFor(ticket)).toEqual([{ delay: TICKET_MAIL_DELAY }])
  const { text } = await emailTo(customer, ticket)
  const places = ['First of all', 'And then', 'At last'].map((message) => text.indexOf(message))
  expect(places).toEqual(places.toSorted((one, other) => one - other))
  expect(places[0]).toBeGreaterThan(0)
  expect(text).not.toContain(ticket.description)
  await run(ticket, customer)
  expect(await emailsTo(customer, ticket)).toHaveLength(1)
})

test('the next message retries an email whose job failed', async () => {
  const ticket = await newTicketOf(customer)
  await say(agent, ticket)
  await db
    .update(ticketMails)
    .set({ since: sql`now() - interval '25 hours'` })
    .where(isOf(ticket))
  await say(agent, ticket)
  expect(await jobsFor(ticket)).toHaveLength(2)
})

test('the next email contains only messages since the last one', async () => {
  const ticket = await newTicketOf(customer)
  await say(agent, ticket, { message: 'First of all' })
  await emailTo(customer, ticket)
  await db
    .update(ticketMessages)
    .set({ createdAt: sql`now() - interval '1 hour'` })
    .where(eq(ticketMessages.ticketId, ticket.id))
  await say(agent, ticket, { message: 'And then' })
  await run(ticket, customer)
  const [, second] = await emailsTo(customer, ticket)
  expect(second?.text).toContain('And then')
  expect(second?.text).not.toContain('First of all')
})

test('of two workers who are given one job, one writes the email', async () => {
  const ticket = await newTicketOf(customer)
  await say(agent, ticket)
  await times(8, () => run(ticket, customer))
  expect(await emailsTo(customer, ticket)).toHaveLength(1)
})

test('a worker that dies between leaves the email to the next', async () => {
  const ticket = await newTicketOf(customer)
  await say(agent, ticket)
  const dying = createMailer({
    config,
    jobs: { enqueue: () => Promise.reject(new Error('killed')) },
    seal: platform.seal,
  })
  const job = { ticketId: ticket.id, userId: customer.user.id }
  await expect(mailTicket({ ...platform, mailer: dying }, job)).rejects.toThrow('killed')
  expect(await emailsTo(customer, ticket)).toEqual([])
  await emailTo(customer, ticket)
})

test('no email to anyone contains internal messages', async () => {
  const ticket = await newTicketOf(customer)
  const canary = 'canary-7f3a'
  await say(agent, ticket, { message: canary, isInternal: true })
  expect(await concernedBy(ticket)).toEqual([])
  await say(customer, ticket, { message: 'Is anyone there?' })
  await say(agent, ticket, { message: 'We are.' })
  await say(admin, ticket, { message: canary, isInternal: true })
  for (const person of [customer, agent, admin]) {
    const { subject, text, html } = await emailTo(person, ticket)
    expect(subject + text + html).not.toContain(canary)
  }
})

test('internal messages alone send and queue no email', async () => {
  const ticket = await newTicketOf(customer, { createdAt: '2026-01-01T00:00:00.000Z' })
  await say(agent, ticket)
  await db.update(ticketMessages).set({ isInternal: true }).where(eq(ticketMessages.ticketId, ticket.id))
  await run(ticket, customer)
  expect(await emailsTo(customer, ticket)).toEqual([])
  expect(await db.$count(ticketMails, isOf(ticket))).toBe(0)
})

test('when its ticket is resolved the customer is asked how it went, a colleague is not', async () => {
  const ticket = await newTicketOf(customer)
  await change(agent, ticket, { status: 'resolved' })
  expect(await concernedBy(ticket)).toEqual(['customer'])
  const { text } = await emailTo(customer, ticket)
  expect(text).toContain('Your ticket is resolved')
  expect(text).toContain('If it isn’t solved, reply to it and it opens again.')
  expect(text).toContain('How did it go?')
})

test('does not call a reopened ticket resolved', async () => {
  const ticket = await newTicketOf(customer)
  await change(agent, ticket, { status: 'resolved' })
  await change(agent, ticket, { status: 'in_progress' })
  await run(ticket, customer)
  expect(await emailsTo(customer, ticket)).toEqual([])
})

test.each([
  [
    'is suspended',
    (person: Person) => db.update(users).set({ status: 'suspended' }).where(eq(users.id, person.user.id)),
  ],
  ['switched such mail off', switchOff],
  [
    'belongs to another organization',
    async (person: Person) => {
      const { organizationId } = await signIn()
      await db.update(users).set({ organizationId }).where(eq(users.id, person.user.id))
    },
  ],
] as const)('a user who %s before it is sent gets no email', async (_name, happen) => {
  const person = await signIn({ role: 'customer' })
  const ticket = await newTicketOf(person)
  await say(agent, ticket)
  await happen(person)
  await run(ticket, person)
  expect(await emailsTo(person, ticket)).toEqual([])
})
