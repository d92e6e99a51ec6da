import fc from 'fast-check'
import { expect, test } from 'vitest'
import { statements } from '#contract/billing/statements.ts'
import { subscriptions } from '#contract/billing/subscriptions.ts'
import { toAmount } from '#contract/money.ts'
import { closingOf, expectBooksAgree, expectNumbersWithoutGaps, readBooks } from '#server/testing/billing/books.ts'
import { step, take, type Step } from '#server/testing/billing/steps.ts'
import { openBillingWorld, plusDays, type Customer } from '#server/testing/billing/world.ts'
import { many } from '#server/testing/platform/long-form.ts'

const LENGTH = { minLength: 15, maxLength: 30 }

const world = await openBillingWorld('2027-01-04T09:00:00+02:00')

async function open() {
  const customer = await world.newCustomer('Karoo Mining', 2)
  const body = { pricePerLicense: '100.00', licenseLimit: 3, billingType: 'monthly' }
  const admin = await world.admin()
  const answer = await admin.call(subscriptions.createSubscription, { params: { id: customer.organizationId }, body })
  expect(answer.status).toBe(201)
  return customer
}

async function live(steps: Step[]) {
  const customer = await open()
  for (const taken of steps) {
    const answers = await take(world, customer, taken)
    const faults = answers.filter(({ status }) => status >= 500)
    expect(faults, JSON.stringify(taken)).toEqual([])
    await expectAgreement(customer)
  }
}

async function expectAgreement({ organizationId }: Customer) {
  const books = await readBooks(organizationId)
  await expectBooksAgree(books)
  await expectNumbersWithoutGaps()
  const today = await world.today()
  const admin = await world.admin()
  const params = { id: organizationId }
  const statement = await admin.call(statements.readOf, { params, query: { from: plusDays(today, -3000), to: today } })
  expect(statement.body).toMatchObject({ opening: '0.00', closing: toAmount(closingOf(books)) })
}

const payAll: Step = { kind: 'pay', place: 0, how: 'all' }
const pass = (days: number, engines = 2): Step => ({ kind: 'days', days, engines })

/** Sequences that failed in the past. */
const KNOWN: [Step[]][] = [
  // A paid period is voided while the next one is paid: after the reissue, both count.
  [[payAll, pass(25), payAll, pass(31), payAll, { kind: 'status', place: 1, status: 'cancelled' }, pass(1), payAll]],
  // Fewer and more seats between the invoice and the first day of its period.
  [[payAll, pass(25), { kind: 'seats', seats: 2 }, pass(7), { kind: 'seats', seats: 9 }, payAll, pass(30), payAll]],
  // Credit from money that bounces after it was used.
  [[{ kind: 'pay', place: 0, how: 'more' }, pass(25), { kind: 'reverse', place: 0 }, pass(1), payAll, payAll]],
  // Canceled with a renewal that is paid in part, and a new subscription at once.
  [
    [
      payAll,
      pass(25),
      { kind: 'pay', place: 0, how: 'part' },
      { kind: 'cancel', byVendor: true },
      pass(10),
      { kind: 'subscribe', seats: 4, isFirstPeriodBilled: true },
      pass(30),
    ],
  ],
  // It costs nothing for a while, and what was paid before that bounces.
  [
    [
      payAll,
      pass(25),
      payAll,
      { kind: 'price', monthCents: 0 },
      pass(70),
      { kind: 'price', monthCents: 30_000 },
      pass(40),
      payAll,
      { kind: 'reverse', place: 0 },
      pass(2),
      payAll,
    ],
  ],
  // Seats are added to a running period whose invoice is voided and reissued, and to one that was billed late.
  [
    [
      payAll,
      pass(25),
      payAll,
      pass(20),
      { kind: 'seats', seats: 8 },
      { kind: 'status', place: 0, status: 'cancelled' },
      pass(1),
      payAll,
      pass(60),
      { kind: 'seats', seats: 9 },
      payAll,
      pass(5),
    ],
  ],
  // Compares previews with issued invoices, on time and after downtime, with immediate and planned seats.
  [
    [
      payAll,
      { kind: 'request', seats: 2, decision: 'period_end' },
      pass(26, 1),
      payAll,
      { kind: 'request', seats: 1, decision: 'now' },
      pass(40, 1),
      payAll,
    ],
  ],
]

test(
  'money, periods, seats, numbers and the statement agree after random actions, time and two concurrent runs',
  async () => {
    await fc.assert(fc.asyncProperty(fc.array(step, LENGTH), live), {
      numRuns: many(12),
      endOnFailure: true,
      examples: KNOWN,
    })
  },
  many(120_000),
)
