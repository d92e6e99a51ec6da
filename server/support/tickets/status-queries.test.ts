import fc from 'fast-check'
import { eq, sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { isSettled, TicketStatus } from '#contract/support/ticket-fields.ts'
import { tickets } from '#server/database/schema/support/tickets.ts'
import { newTicketOf, stored } from '#server/testing/support/tickets.ts'
import { db, inDays, signIn } from '#server/testing/testing.ts'
import { updateStatus, touch } from './status-queries.ts'

const customer = await signIn({ role: 'customer' })

/** Moves all events that many seconds into the past. */
async function wait({ id }: { id: string }, seconds: number) {
  const ago = (column: unknown) => sql`${column} - make_interval(secs => ${seconds})`
  const { createdAt, updatedAt, waitingSince, resolvedAt } = tickets
  await db
    .update(tickets)
    .set({
      createdAt: ago(createdAt),
      updatedAt: ago(updatedAt),
      waitingSince: ago(waitingSince),
      resolvedAt: ago(resolvedAt),
    })
    .where(eq(tickets.id, id))
}

const move = (ticket: { organizationId: string; id: string }, to: TicketStatus) =>
  db.transaction((tx) => updateStatus(tx, ticket, to))

const journey = fc.array(
  fc.record({ to: fc.constantFrom(...TicketStatus.options), after: fc.integer({ min: 0, max: 400_000 }) }),
  { minLength: 50, maxLength: 50 },
)

test('counts only the time waiting for the customer, whatever statuses a ticket goes through', async () => {
  await fc.assert(
    fc.asyncProperty(journey, async (moves) => {
      const ticket = await newTicketOf(customer)
      const started = performance.now()
      let [status, waited, turn]: [TicketStatus, number, number] = ['open', 0, 0]
      for (const { to, after } of moves) {
        await wait(ticket, after)
        turn += after
        const moved = await move(ticket, to)
        expect(moved === undefined).toBe(to === status)
        const staysSettled = isSettled({ status }) && isSettled({ status: to })
        if (to !== status && !staysSettled) {
          if (status === 'waiting_customer' || isSettled({ status })) waited += turn
          turn = 0
        }
        status = to
        const now = await stored(ticket)
        const slack = (performance.now() - started) / 1000 + moves.length
        expect(now.waitedSeconds).toBeGreaterThanOrEqual(waited)
        expect(now.waitedSeconds).toBeLessThanOrEqual(waited + slack)
        expect(now.status).toBe(status)
        expect(now.resolvedAt !== null).toBe(isSettled(now))
        expect(now.waitingSince !== null).toBe(status === 'waiting_customer')
      }
    }),
    { numRuns: 4 },
  )
})

test('a ticket that is there already is not touched', async () => {
  const ticket = await newTicketOf(customer, { status: 'resolved', resolvedAt: inDays(-2) })
  expect(await move(ticket, 'resolved')).toBeUndefined()
  expect(await stored(ticket)).toEqual(ticket)
})

test('closing a resolved one leaves when it was solved; opening it again forgets that, and keeps the rating', async () => {
  const resolvedAt = inDays(-2)
  const ticket = await newTicketOf(customer, { status: 'resolved', resolvedAt, rating: 4 })
  expect(await move(ticket, 'closed')).toMatchObject({ status: 'closed', resolvedAt, waitedSeconds: 0 })
  const reopened = await move(ticket, 'open')
  expect(reopened).toMatchObject({ resolvedAt: null, rating: 4 })
  expect(reopened?.waitedSeconds).toBeGreaterThanOrEqual(2 * 86_400)
})

test('every move and every touch makes a later version', async () => {
  const ticket = await newTicketOf(customer, { updatedAt: inDays(1) })
  const moved = await move(ticket, 'waiting_customer')
  expect(Date.parse(moved!.updatedAt)).toBe(Date.parse(ticket.updatedAt) + 1)
  await db.transaction((tx) => touch(tx, ticket))
  expect(Date.parse((await stored(ticket)).updatedAt)).toBe(Date.parse(ticket.updatedAt) + 2)
})
