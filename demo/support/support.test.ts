import { sql, type SQL } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { seedDemo } from '#demo/demo.ts'
import { auditLog } from '#server/database/schema/audit.ts'
import { users } from '#server/database/schema/identity/users.ts'
import { cannedReplies, ticketCategories } from '#server/database/schema/support/support-desk.ts'
import { ticketAttachments, ticketMessages, tickets } from '#server/database/schema/support/tickets.ts'
import { readQueue } from '#server/support/tickets/list/queue-queries.ts'
import { config, db } from '#server/testing/testing.ts'

await seedDemo(db, { ...config, demoPassword: 'a demo password' })

const count = (table: Parameters<typeof db.$count>[0], condition?: SQL) => db.$count(table, condition)

const isByStaff = sql`(select ${users.role} from ${users} where ${users.id} = ${ticketMessages.userId}) in ('admin', 'agent')`

/** An aggregate of a ticket's public messages. */
const publicMessages = (aggregate: SQL, condition = sql`true`) => sql`(
  select ${aggregate} from ${ticketMessages}
  where ${ticketMessages.ticketId} = ${tickets.id} and not ${ticketMessages.isInternal} and ${condition})`

test('conversations match the status of their tickets and contain internal notes', async () => {
  expect(await count(tickets, sql`${tickets.status} = 'open' and ${publicMessages(sql`count(*)`)} > 0`)).toBe(0)
  expect(await count(tickets, sql`${tickets.status} <> 'open' and ${publicMessages(sql`count(*)`)} = 0`)).toBe(0)
  expect(await count(ticketMessages, sql`${ticketMessages.isInternal}`)).toBeGreaterThan(20)
  expect(await count(ticketMessages, sql`${ticketMessages.isInternal} and not ${isByStaff}`)).toBe(0)
  const begun = sql`(select ${tickets.createdAt} from ${tickets} where ${tickets.id} = ${ticketMessages.ticketId})`
  expect(
    await count(ticketMessages, sql`${ticketMessages.createdAt} > now() or ${ticketMessages.createdAt} < ${begun}`),
  ).toBe(0)
})

test('the columns of a ticket match its messages and status', async () => {
  const answered = publicMessages(sql`min(${ticketMessages.createdAt})`, isByStaff)
  expect(await count(tickets, sql`${tickets.firstResponseAt} is distinct from ${answered}`)).toBe(0)
  const isSettled = sql`(${tickets.status} in ('resolved', 'closed'))`
  expect(await count(tickets, sql`${isSettled} <> (${tickets.resolvedAt} is not null)`)).toBe(0)
  const { firstResponseHours, resolutionHours } = tickets
  expect(await count(tickets, sql`(${firstResponseHours} is null) <> (${tickets.firstResponseAt} is null)`)).toBe(0)
  expect(await count(tickets, sql`(${resolutionHours} is null) <> (${tickets.resolvedAt} is null)`)).toBe(0)
  const isWaiting = sql`(${tickets.status} = 'waiting_customer')`
  expect(await count(tickets, sql`${isWaiting} <> (${tickets.waitingSince} is not null)`)).toBe(0)
  expect(await count(tickets, sql`${tickets.waitedSeconds} > 0`)).toBeGreaterThan(20)
  const life = sql`extract(epoch from coalesce(${tickets.resolvedAt}, now()) - ${tickets.createdAt})`
  expect(await count(tickets, sql`${tickets.waitedSeconds} > ${life}`)).toBe(0)
  expect(
    await count(tickets, sql`${tickets.updatedAt} < ${publicMessages(sql`max(${ticketMessages.createdAt})`)}`),
  ).toBe(0)
  expect(await count(tickets, sql`${tickets.updatedAt} > now() or ${tickets.updatedAt} < ${tickets.createdAt}`)).toBe(0)
})

test('most tickets have a category and an assignee, from several agents', async () => {
  expect(await count(ticketCategories)).toBe(8)
  const used = sql`exists (select from ${tickets} where ${tickets.categoryId} = ${ticketCategories.id})`
  expect(await count(ticketCategories, used)).toBe(8)
  const all = await count(tickets)
  const sorted = await count(tickets, sql`${tickets.categoryId} is not null`)
  expect([sorted > all / 2, sorted < all]).toEqual([true, true])
  const agents = await db.selectDistinct({ id: tickets.assigneeId }).from(tickets)
  expect(agents.length).toBeGreaterThan(3)
  expect(agents).toContainEqual({ id: null })
})

test('most response targets were met and some were missed', async () => {
  const hours = sql`(select first_response_hours from ticket_targets where priority = ${tickets.priority})`
  const late = sql`${tickets.firstResponseAt} > ${tickets.createdAt} + make_interval(hours => ${hours})`
  const answered = await count(tickets, sql`${tickets.firstResponseAt} is not null`)
  const missed = await count(tickets, late)
  expect(missed).toBeGreaterThan(3)
  expect(missed).toBeLessThan(answered / 4)
  const { oldestUnansweredAt, medianFirstResponse } = await readQueue(db)
  expect(oldestUnansweredAt).not.toBeNull()
  expect(medianFirstResponse).toBeGreaterThan(1800)
})

test('resolved tickets have ratings from 1 to 5, some with a comment', async () => {
  const given = await db.selectDistinct({ rating: tickets.rating }).from(tickets).orderBy(tickets.rating)
  expect(given).toEqual([1, 2, 3, 4, 5, null].map((rating) => ({ rating })))
  expect(await count(tickets, sql`${tickets.ratingComment} is not null`)).toBeGreaterThan(4)
  expect(
    await count(
      tickets,
      sql`${tickets.ratedAt} is not null and (${tickets.resolvedAt} is null or ${tickets.ratedAt} < ${tickets.resolvedAt})`,
    ),
  ).toBe(0)
})

test('the demo has canned replies with placeholders, and attachments of tickets, answers and notes', async () => {
  expect(await count(cannedReplies)).toBe(8)
  expect(await count(cannedReplies, sql`${cannedReplies.text} not like '%{customer}%{agent}%'`)).toBe(0)
  const of = (messages: SQL) => count(ticketAttachments, messages)
  expect(await of(sql`${ticketAttachments.messageId} is null`)).toBeGreaterThan(2)
  const internal = sql`select ${ticketMessages.id} from ${ticketMessages} where ${ticketMessages.isInternal}`
  expect(await of(sql`${ticketAttachments.messageId} in (${internal})`)).toBeGreaterThan(0)
  const types = await db.selectDistinct({ type: ticketAttachments.type }).from(ticketAttachments)
  expect(types.map(({ type }) => type).toSorted()).toEqual(['application/pdf', 'image/png', 'text/plain'])
})

test('the history of a ticket ends with its status and hides internal entries from the organization', async () => {
  const { rows } = await db.execute<{ status: string; told: string | null }>(sql`
    select status::text, (
      select changes->'status'->>1 from audit_log
      where subject_id = tickets.id and changes ? 'status' order by created_at desc, id desc limit 1
    ) as told from tickets`)
  for (const { status, told } of rows) expect(told ?? 'open').toBe(status)
  const begun = sql`(select count(*) from ${auditLog} where ${auditLog.subjectId} = ${tickets.id} and ${auditLog.action} = 'ticket.created')`
  expect(await count(tickets, sql`${begun} <> 1`)).toBe(0)
  const hidden = sql`${auditLog.action} in ('ticket.note-added', 'ticket.assigned')`
  expect(await count(auditLog, hidden)).toBeGreaterThan(50)
  expect(await count(auditLog, sql`${hidden} and ${auditLog.organizationId} is not null`)).toBe(0)
})
