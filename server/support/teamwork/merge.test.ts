import { randomUUID } from 'node:crypto'
import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { messages } from '#contract/support/messages.ts'
import {
  ALREADY_MERGED,
  MERGE_ELSEWHERE,
  MERGE_INTO_ITSELF,
  MERGE_INTO_MERGED,
  teamwork,
} from '#contract/support/teamwork.ts'
import { makeMessage } from '#demo/rows/tickets.ts'
import { tickets } from '#server/database/schema/support/tickets.ts'
import { sayWith } from '#server/testing/support/attachments.ts'
import { newTicketOf, read, stored, trailOf } from '#server/testing/support/tickets.ts'
import { db, inDays, signIn, type Person, untilOneWaits } from '#server/testing/testing.ts'

const customer = await signIn({ role: 'customer' })
const colleague = await customer.colleague('customer')
const orgAdmin = await customer.colleague('org_admin')
const agent = await signIn({ role: 'agent' })

type TicketRef = { id: string }
const merge = (person: Person, { id }: TicketRef, into: TicketRef) =>
  person.call(teamwork.merge, { params: { id }, body: { into: into.id } })
const wordsFor = async (person: Person, params: TicketRef) =>
  (await person.call(messages.list, { params })).body.map(({ message }) => message)

test('closes a ticket, informs its customer, and shows its conversation in the other one', async () => {
  const source = await newTicketOf(customer, { description: 'The first one', createdAt: inDays(-3) })
  const target = await newTicketOf(customer, { createdAt: inDays(-2) })
  await makeMessage(db, source, { message: 'More about the first', createdAt: inDays(-1) })
  const { status, body } = await merge(agent, source, target)
  expect([status, body.id]).toEqual([200, target.id])
  const number = (await read(agent, target)).body.ticketNumber
  expect((await read(customer, source)).body).toMatchObject({
    status: 'closed',
    mergedInto: { id: target.id, ticketNumber: number },
  })
  const notice = `This conversation continues in ${number}.`
  expect(await wordsFor(customer, source)).toEqual(['More about the first', notice])
  expect(await wordsFor(customer, target)).toEqual(['The first one', 'More about the first', notice])
  const staffWords = await wordsFor(agent, target)
  expect(staffWords.at(-1)).toMatch(/^TKT-\d{4}-\d{6} was merged into this ticket\.$/)
  expect((await stored(target)).firstResponseAt).toBeNull()
  expect((await trailOf(source)).map(({ action }) => action)).toEqual(['ticket.merged', 'message.sent'])
})

test('shows a customer in the target only the messages of tickets that they can read', async () => {
  const source = await newTicketOf(colleague, { description: 'Of a colleague' })
  const target = await newTicketOf(customer)
  await makeMessage(db, source, { message: 'A note', isInternal: true, userId: agent.user.id })
  await merge(agent, source, target)
  expect(await wordsFor(customer, target)).toEqual([])
  expect(await wordsFor(orgAdmin, target)).toContain('Of a colleague')
  expect(await wordsFor(orgAdmin, target)).not.toContain('A note')
  expect(await wordsFor(agent, target)).toContain('A note')
  expect((await read(colleague, source)).body.mergedInto).toBeNull()
  expect((await wordsFor(colleague, source)).join(' ')).toContain('Your next message here reopens this ticket.')
})

test('files of the merged ticket are found at their own ticket', async () => {
  const source = await newTicketOf(customer)
  const target = await newTicketOf(customer)
  await sayWith(customer, source, [{ fileName: 'log.txt', bytes: Buffer.from('a log') }])
  await merge(agent, source, target)
  const { body } = await customer.call(messages.list, { params: target })
  const withFile = body.find(({ attachments }) => attachments.length > 0)
  expect(withFile).toMatchObject({ ticketId: source.id, attachments: [{ fileName: 'log.txt' }] })
})

test('the customer’s next message in the merged ticket reopens and separates it', async () => {
  const source = await newTicketOf(customer, { description: 'The first one' })
  const target = await newTicketOf(customer)
  await merge(agent, source, target)
  await customer.call(messages.create, { params: source, body: { message: 'Not the same problem' } })
  expect(await stored(source)).toMatchObject({ status: 'open', mergedInto: null })
  expect(await wordsFor(customer, target)).toEqual([])
})

test('a ticket merged into one that is merged later continues in the last one', async () => {
  const [one, two, three] = [await newTicketOf(customer), await newTicketOf(customer), await newTicketOf(customer)]
  await merge(agent, one, two)
  await merge(agent, two, three)
  expect(await stored(one)).toMatchObject({ mergedInto: three.id })
})

test('refuses another organization, itself, and what is merged', async () => {
  const stranger = await signIn()
  const [one, two, other] = [await newTicketOf(customer), await newTicketOf(customer), await newTicketOf(stranger)]
  const answers = async (source: TicketRef, into: TicketRef) => {
    const { status, body } = await merge(agent, source, into)
    return [status, body]
  }
  expect(await answers(one, one)).toMatchObject([400, { message: MERGE_INTO_ITSELF }])
  expect(await answers(one, other)).toMatchObject([409, { message: MERGE_ELSEWHERE }])
  expect(await answers(one, { id: randomUUID() })).toMatchObject([404, {}])
  await merge(agent, one, two)
  expect(await answers(one, two)).toMatchObject([409, { message: ALREADY_MERGED }])
  const three = await newTicketOf(customer)
  expect(await answers(three, one)).toMatchObject([409, { message: MERGE_INTO_MERGED }])
  expect(await stored(one)).toMatchObject({ organizationId: customer.organizationId, status: 'closed' })
})

test('of two opposite merges at once one is refused', async () => {
  const [one, two] = [await newTicketOf(customer), await newTicketOf(customer)]
  const answers = await Promise.all([merge(agent, one, two), merge(agent, two, one)])
  expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409])
})

test('a reply that waits for the customer and comes with or after the merge does not separate the tickets', async () => {
  const waiting = { message: 'Please restart the printer', status: 'waiting_customer' }
  const reply = (params: TicketRef) => agent.call(messages.create, { params, body: waiting })
  const target = await newTicketOf(customer)
  for (let round = 0; round < 6; round++) {
    const source = await newTicketOf(customer)
    const answers = await Promise.all([reply(source), merge(agent, source, target), reply(source)])
    expect(answers.map(({ status }) => status)).toEqual([201, 200, 201])
    expect((await reply(source)).status).toBe(201)
    expect(await stored(source)).toMatchObject({ status: 'closed', mergedInto: target.id })
  }
  expect(await wordsFor(agent, target)).toContain(waiting.message)
})

test('waits for a change of a ticket merged before without a deadlock', async () => {
  const named = (id: string) => newTicketOf(customer, { id })
  const [first, ...others] = Array.from({ length: 3 }, () => randomUUID()).toSorted()
  const [one, two, three] = await Promise.all([named(first ?? ''), ...others.map(named)])
  await merge(agent, one!, two!)
  const { merging } = await db.transaction(async (tx) => {
    const lock = ({ id }: TicketRef) => tx.select().from(tickets).where(eq(tickets.id, id)).for('update')
    await lock(one!)
    const merging = merge(agent, two!, three!)
    await untilOneWaits()
    // As a change of several tickets at once.
    expect(await lock(two!)).toHaveLength(1)
    return { merging }
  })
  expect((await merging).status).toBe(200)
  expect(await stored(one!)).toMatchObject({ mergedInto: three!.id })
})

test('customers merge nothing', async () => {
  const [one, two] = [await newTicketOf(customer), await newTicketOf(customer)]
  for (const person of [customer, orgAdmin]) expect((await merge(person, one, two)).status).toBe(403)
})
