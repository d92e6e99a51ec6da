import { eq, sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { fullName } from '#contract/identity/session.ts'
import { tickets } from '#contract/support/tickets.ts'
import { auditLog } from '#server/database/schema/audit.ts'
import { tickets as ticketTable } from '#server/database/schema/support/tickets.ts'
import { systemActor } from '#server/platform/actor.ts'
import { newCategory, newTicketOf } from '#server/testing/support/tickets.ts'
import { db, insertMany, platform, signIn, stranger, type Person } from '#server/testing/testing.ts'
import { exportTickets } from './export.ts'

const agent = await signIn({ role: 'agent' })

/** The lines without the byte order mark and the last line break. */
async function linesOf(person: Person, query: object = {}) {
  const { body } = await person.call(tickets.export, { query })
  return String(body).replace('\uFEFF', '').trimEnd().split('\r\n')
}

test('a customer takes the own tickets away, without what is staff’s', async () => {
  const person = await signIn({ role: 'customer' })
  const category = await newCategory('Sound')
  const ticket = await newTicketOf(person, {
    title: 'Alarm, silent',
    description: 'Since "Tuesday"',
    categoryId: category.id,
    assigneeId: agent.user.id,
    createdAt: '2026-03-05T12:00:00.000Z',
    updatedAt: '2026-03-06T12:00:00.000Z',
  })
  await newTicketOf(await person.colleague('customer'))
  const { headers } = await person.call(tickets.export)
  expect(headers).toMatchObject({
    'content-type': 'text/csv; charset=utf-8',
    'content-disposition': expect.stringContaining('filename="tickets.csv"'),
  })
  const number = `TKT-2026-${String(ticket.number).padStart(6, '0')}`
  expect(await linesOf(person)).toEqual([
    'Ticket,Title,Description,Status,Priority,Category,Requester,Email,Created (UTC),Updated (UTC),Resolved (UTC)',
    [
      number,
      '"Alarm, silent","Since ""Tuesday""",open,medium,Sound',
      fullName(person.user),
      person.user.email,
      '2026-03-05T12:00:00.000Z,2026-03-06T12:00:00.000Z,',
    ].join(','),
  ])
})

test('staff export all tickets, with assignee and targets', async () => {
  const owner = await signIn()
  const createdAt = '2026-03-05T12:00:00.000Z'
  await newTicketOf(owner, { createdAt, assigneeId: agent.user.id })
  const [head, line] = await linesOf(agent, { search: owner.user.email })
  expect(head).toMatch(
    /^Organization,Ticket,.*,Assignee,First response due \(UTC\),First response \(UTC\),Resolution due/,
  )
  expect(line).toMatch(/^Organization [\w-]+,TKT-2026-/)
  expect(line).toContain(`${fullName(agent.user)},2026-03-06T12:00:00.000Z,,2026-03-10T12:00:00.000Z`)
})

test('the file has what the list’s filter shows', async () => {
  const person = await signIn()
  await newTicketOf(person, { status: 'closed', title: 'One' })
  await newTicketOf(person, { status: 'closed', priority: 'urgent', title: 'Two' })
  await newTicketOf(person, { title: 'Three' })
  expect(await linesOf(person)).toHaveLength(4)
  expect(await linesOf(person, { status: 'closed', priority: 'urgent' })).toHaveLength(2)
  expect(await linesOf(person, { search: 'three' })).toHaveLength(2)
  expect((await person.call(tickets.export, { query: { status: 'done' } })).status).toBe(400)
  expect((await stranger().call(tickets.export)).status).toBe(401)
})

test('a ticket that changes during an export is in it once', async () => {
  const { user, organizationId } = await signIn({ role: 'customer' })
  await insertMany(sql`
    insert into tickets (organization_id, user_id, title, description, created_at, updated_at)
    select ${organizationId}, ${user.id}, 'Ticket ' || n, 'Later', now() - n * interval '1 hour', now() - n * interval '1 hour'
    from generate_series(1, 2001) n`)
  const titles: string[] = []
  for await (const { title } of await exportTickets(platform, { actor: systemActor, reader: user, filter: {} })) {
    if (titles.push(title) > 1) continue
    await db
      .update(ticketTable)
      .set({ updatedAt: sql`now()` })
      .where(eq(ticketTable.title, 'Ticket 2001'))
  }
  expect(titles).toHaveLength(2001)
  expect(new Set(titles).size).toBe(2001)
})

test('no cell is a formula', async () => {
  const person = await signIn()
  for (const title of ['=1+1', '+1', '-1', '@SUM(A1)']) await newTicketOf(person, { title, description: `\t${title}` })
  const lines = await linesOf(person)
  expect(lines.slice(1).filter((line) => /(^|,)"?[=+\-@\t]/.test(line))).toEqual([])
  expect(lines.join('\n')).toContain("'=1+1")
})

test('no part of a cell is a formula where semicolons separate the cells, as in Excel in South Africa', async () => {
  const person = await signIn()
  const description = 'Hello\n@SUM(A1)\n\t"-1;"\uff1d1'
  await newTicketOf(person, { title: 'Printer;=1+1;"+1";all-in;one', description })
  const [, ...lines] = await linesOf(person)
  const parts = lines.join('\r\n').split(/[;\r\n]/)
  expect(parts.filter((part) => /^["\s]*[=+\-@\uff1d]/.test(part))).toEqual([])
  expect(parts).toContain("'=1+1")
  expect(parts).toContain('all-in')
})

test('who took how many away is remembered', async () => {
  const person = await signIn()
  await newTicketOf(person)
  await linesOf(person, { priority: 'medium' })
  const [entry] = await db.select().from(auditLog).where(eq(auditLog.actorId, person.user.id))
  expect(entry).toMatchObject({
    action: 'ticket.exported',
    organizationId: person.organizationId,
    changes: { filter: [null, { priority: 'medium' }], tickets: [null, 1] },
  })
})
