import fc from 'fast-check'
import { expect, test } from 'vitest'
import { InvoiceStatus, invoices, isOutstanding, type Invoice } from '#contract/billing/invoices.ts'
import { payments } from '#contract/billing/payments.ts'
import { AGES } from '#contract/billing/ages.ts'
import type { Statement } from '#contract/billing/statements.ts'
import { toAmount } from '#contract/money.ts'
import { makeInvoice } from '#demo/rows/invoices.ts'
import { sumCredit } from '#server/domain/invoices.ts'
import { book, credit, issue, move, read, refund } from '#server/testing/billing/statements.ts'
import { many } from '#server/testing/platform/long-form.ts'
import { db, signIn, type Person } from '#server/testing/testing.ts'

const admin = await signIn({ role: 'admin' })

/** '-12.50' → -1250 */
const centsOf = (amount: string) => Math.round(Number(amount) * 100)

const owedIn = ({ ageing }: Statement) => AGES.reduce((sum, age) => sum + centsOf(ageing[age]), 0)

function expectSums(statement: Statement) {
  const { opening, charged, credited, closing, lines } = statement
  expect(centsOf(closing)).toBe(centsOf(opening) + centsOf(charged) - centsOf(credited))
  expect(lines.at(-1)?.balance ?? opening).toBe(closing)
  expect(centsOf(closing)).toBe(owedIn(statement) - centsOf(statement.credit))
}

const place = fc.nat(2)
const amountCents = fc.integer({ min: 1, max: 30_000 })
const status = fc.constantFrom(...InvoiceStatus.options)
const act = fc.oneof(
  fc.record({ what: fc.constant('pay' as const), place, amountCents }),
  fc.record({ what: fc.constant('credit' as const), place, amountCents }),
  fc.record({ what: fc.constant('move' as const), place, status }),
  fc.record({ what: fc.constant('take-back' as const), place }),
  fc.record({ what: fc.constant('refund' as const), place, amountCents }),
)
type Act = typeof act extends fc.Arbitrary<infer One> ? One : never

/** Admin actions, which may be refused. */
async function perform(owner: Person, ids: string[], one: Act) {
  const params = { id: ids[one.place]! }
  const today = (await admin.call(payments.read, { params })).body.createdAt.slice(0, 10)
  if (one.what === 'move') return admin.call(invoices.setStatus, { params, body: { status: one.status } })
  if (one.what === 'take-back') return takeBack(params)
  const amount = toAmount(one.amountCents)
  const money = { amount, receivedOn: today, confirmOverpayment: true }
  if (one.what === 'pay') return admin.call(payments.record, { params, body: money })
  if (one.what === 'credit') return admin.call(payments.credit, { params, body: { amount, reason: 'Too much' } })
  const body = { amount, receivedOn: today, reference: 'Paid out' }
  return admin.call(payments.refund, { params: { id: owner.organizationId }, body })
}

async function takeBack(params: { id: string }) {
  const { body } = await admin.call(payments.read, { params })
  const payment = body.payments.find(({ kind, isReversed }) => kind === 'payment' && !isReversed)
  return payment && admin.call(payments.reverse, { params: payment, body: { reason: 'It bounced' } })
}

const balanceOf = (invoice: Invoice) => (isOutstanding(invoice) ? centsOf(invoice.balance) : 0)

test(
  'a statement always closes with the outstanding amount less the credit',
  async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(act, { minLength: 1, maxLength: 12 }), async (acts) => {
        const owner = await signIn()
        const { organizationId } = owner
        const made = [await makeInvoice(db, { organizationId, amountCents: 10_000 })]
        made.push(await makeInvoice(db, { organizationId, amountCents: 20_000, status: 'draft' }))
        made.push(await makeInvoice(db, { organizationId, amountCents: 30_000, status: 'paid' }))
        const ids = made.map(({ id }) => id)
        for (const one of acts) {
          const answer = await perform(owner, ids, one)
          expect(answer?.status ?? 200).toBeOneOf([200, 201, 400, 409])
        }
        const statement = await read(owner, '2020-01-01', '2029-12-31')
        expectSums(statement)
        const all = (await admin.call(invoices.listAll, { query: { organizationId } })).body
        expect(owedIn(statement)).toBe(all.reduce((sum, invoice) => sum + balanceOf(invoice), 0))
        expect(centsOf(statement.credit)).toBe(await sumCredit(db, organizationId))
      }),
      { numRuns: many(15), endOnFailure: true },
    )
  },
  many(120_000),
)

const day = fc.integer({ min: 1, max: 27 }).map((date) => `2027-02-${String(date).padStart(2, '0')}`)
const moment = fc
  .tuple(day, fc.constantFrom('00:00', '00:00:00.001', '12:30', '23:59:59.999'))
  .map(([date, time]) => `${date} ${time}`)
const logged = fc.record({
  place,
  moment,
  amountCents,
  what: fc.constantFrom('void', 'pay', 'keep', 'credit', 'refund'),
})

test(
  'each day opens with the previous closing balance, and later entries leave it unchanged',
  async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(logged, { minLength: 1, maxLength: 10 }), day, async (log, cut) => {
        const owner = await signIn()
        const made = await Promise.all(
          [1, 2, 3].map((n) => issue(owner, { moment: `2027-02-0${n}`, amountCents: 40_000 })),
        )
        const isBefore = (one: { moment: string }) => one.moment.slice(0, 10) <= cut
        const write = async (entries: typeof log) => {
          for (const { place: at, amountCents: cents, ...one } of entries) {
            const invoice = made[at]!
            if (one.what === 'pay') await book(invoice, cents, one)
            if (one.what === 'keep') await book(invoice, -cents, { ...one, kind: 'credit_kept' })
            if (one.what === 'credit') await credit(invoice, cents, one.moment)
            if (one.what === 'refund') await refund(owner, cents, one.moment)
          }
        }
        await write(log.filter(isBefore))
        for (const [at, invoice] of made.entries()) {
          const voided = log.find((one) => one.what === 'void' && one.place === at && one.moment > '2027-02-04')
          if (voided) await move(invoice, { from: 'issued', to: 'void', moment: voided.moment })
        }
        const until = await read(owner, '2027-01-01', cut)
        await write(log.filter((one) => !isBefore(one)))
        expect(await read(owner, '2027-01-01', cut)).toEqual(until)
        const next = new Date(Date.parse(cut) + 86_400_000).toISOString().slice(0, 10)
        const after = await read(owner, next, '2027-12-31')
        expect(after.opening).toBe(until.closing)
        const whole = await read(owner, '2027-01-01', '2027-12-31')
        expect([...until.lines, ...after.lines]).toEqual(whole.lines)
        for (const statement of [until, after, whole]) expectSums(statement)
      }),
      { numRuns: many(25), endOnFailure: true },
    )
  },
  many(120_000),
)
