import { asc, eq, inArray } from 'drizzle-orm'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import {
  InvoiceStatus,
  invoices,
  isCounted,
  isOutstanding,
  isVoided,
  type Invoice,
} from '#contract/billing/invoices.ts'
import { subscriptions } from '#contract/billing/subscriptions.ts'
import { toAmount, toCents } from '#contract/money.ts'
import { makeInvoice } from '#demo/rows/invoices.ts'
import { auditLog } from '#server/database/schema/audit.ts'
import { invoiceStatusChanges as log } from '#server/database/schema/billing/invoices.ts'
import { many } from '#server/testing/platform/long-form.ts'
import { db, signIn, type Person } from '#server/testing/testing.ts'
import { sumCounted } from './totals-queries.ts'

const admin = await signIn({ role: 'admin' })
const status = fc.constantFrom(...InvoiceStatus.options)

/** Of the first or the second of two organizations. */
const made = fc.record({
  place: fc.nat(1),
  status: status.filter((each) => !isVoided({ status: each })),
  amountCents: fc.integer({ min: 1, max: 99_999_999_999_999 }),
})

/** Actions of concurrent admins: different invoices, each changed by one or several of them. */
const moves = fc.uniqueArray(fc.record({ invoice: fc.nat(5), status, times: fc.integer({ min: 1, max: 3 }) }), {
  selector: ({ invoice }) => invoice,
  minLength: 1,
  maxLength: 4,
})

const history = fc.record({
  drafts: fc.array(made, { minLength: 6, maxLength: 6 }),
  rounds: fc.array(moves, { minLength: 1, maxLength: 4 }),
  /** Several who want one invoice to be different things. */
  quarrel: fc.array(status, { maxLength: 5 }),
})

const set = (id: string, to: InvoiceStatus) => admin.call(invoices.setStatus, { params: { id }, body: { status: to } })

test(
  'totals, lists, customers and the log agree after concurrent changes [R-STATE-42 R-STATE-43]',
  async () => {
    await fc.assert(
      fc.asyncProperty(history, async ({ drafts, rounds, quarrel }) => {
        const owners = [await signIn(), await signIn()] as const
        const rows = await Promise.all(
          drafts.map(({ place, ...facts }) =>
            makeInvoice(db, { ...facts, organizationId: owners[place === 0 ? 0 : 1].organizationId }),
          ),
        )
        const expected = rows.map((row) => ({ id: row.id, status: row.status, moves: 0 }))
        for (const round of rounds) {
          const calls = round.flatMap(({ invoice, status: to, times }) =>
            Array.from({ length: times }, () => set(expected[invoice]!.id, to)),
          )
          expect((await Promise.all(calls)).filter((answer) => answer.status !== 200)).toEqual([])
          for (const { invoice, status: to } of round) {
            const one = expected[invoice]!
            if (one.status !== to) Object.assign(one, { status: to, moves: one.moves + 1 })
          }
        }
        for (const one of expected) await expectMoved(one)
        await Promise.all(quarrel.map((to) => set(expected[0]!.id, to)))
        for (const owner of owners) await expectAgreement(owner)
        await expectChains(expected.map(({ id }) => id))
      }),
      { numRuns: many(20), endOnFailure: true },
    )
  },
  many(60_000),
)

const linesOf = (id: string) => db.select().from(log).where(eq(log.invoiceId, id)).orderBy(asc(log.createdAt))

async function expectMoved({ id, status: last, moves: count }: { id: string; status: InvoiceStatus; moves: number }) {
  const lines = await linesOf(id)
  expect([lines.length - 1, lines.at(-1)?.toStatus]).toEqual([count, last])
}

/** Each line begins where the one before it ended, the last says what is, and the audit trail has as many. */
async function expectChains(ids: string[]) {
  const all = (await admin.call(invoices.listAll)).body
  for (const id of ids) {
    const lines = await linesOf(id)
    expect(lines.map(({ fromStatus }) => fromStatus)).toEqual([
      null,
      ...lines.slice(0, -1).map((line) => line.toStatus),
    ])
    expect(lines.filter(({ fromStatus, toStatus }) => fromStatus === toStatus)).toEqual([])
    expect(all.find((invoice) => invoice.id === id)?.status).toBe(lines.at(-1)?.toStatus)
  }
  const trail = await db.$count(auditLog, inArray(auditLog.subjectId, ids))
  expect(trail).toBe((await db.$count(log, inArray(log.invoiceId, ids))) - ids.length)
}

async function expectAgreement(owner: Person) {
  const { organizationId } = owner
  const all = (await admin.call(invoices.listAll, { query: { organizationId } })).body
  for (const invoice of all) {
    const isPaid = invoice.status === 'paid'
    expect([invoice.paidAt !== null, toCents(invoice.balance) === 0]).toEqual([isPaid, isPaid])
  }
  const sumOf = (rule: (invoice: Invoice) => boolean) =>
    all.filter(rule).reduce((sum, { amount }) => sum + toCents(amount), 0)
  const isPaid = (invoice: Invoice) => invoice.status === 'paid'
  const counted = all.filter(isCounted).length
  expect(await sumCounted(db, organizationId)).toEqual({
    invoicedCents: sumOf(isCounted),
    paidCents: sumOf(isPaid),
    owedCents: sumOf(isOutstanding),
    paidCount: all.filter(isPaid).length,
    count: counted,
  })
  const row = (await admin.call(invoices.overview)).body.find((each) => each.organizationId === organizationId)
  expect(row).toMatchObject({
    totalInvoices: counted,
    totalPaid: toAmount(sumOf(isPaid)),
    totalUnpaid: toAmount(sumOf(isOutstanding)),
    overdueInvoices: all.filter((invoice) => invoice.status === 'overdue').length,
  })
  const seen = (await owner.call(invoices.list)).body
  const issued = (await db.select().from(log).where(eq(log.organizationId, organizationId)))
    .filter(({ toStatus }) => isCounted({ status: toStatus }))
    .map(({ invoiceId }) => invoiceId)
  expect(seen).toEqual(all.filter(({ id, status: is }) => is !== 'draft' && issued.includes(id)))
  expect((await owner.call(subscriptions.read)).body).toMatchObject({
    invoiceCount: seen.length,
    outstanding: toAmount(sumOf(isOutstanding)),
  })
}
