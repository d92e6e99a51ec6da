import fc from 'fast-check'
import { expect, test } from 'vitest'
import { billing } from '#contract/billing.ts'
import { toAmount } from '#contract/money.ts'
import { statements } from '#contract/statements.ts'
import { step, take, type Step } from '#server/testing/billing-steps.ts'
import { openBillingWorld, type Customer } from '#server/testing/billing-world.ts'
import { closingOf, expectBooksAgree, expectNumbersWithoutGaps, readBooks } from '#server/testing/books.ts'

/** More than these are quickly had: HISTORIES=1000. */
const RUNS = Number(process.env.HISTORIES ?? 25)
const LENGTH = { minLength: 15, maxLength: 30 }

const world = await openBillingWorld('2027-01-04T09:00:00+02:00')

async function open() {
  const customer = await world.newCustomer('Karoo Mining', 2)
  const body = { pricePerLicense: '100.00', licenseLimit: 3, billingType: 'monthly' }
  const admin = await world.admin()
  const answer = await admin.call(billing.createSubscription, { params: { id: customer.organizationId }, body })
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
  const statement = await admin.call(statements.readOf, { params, query: { from: '2027-01-01', to: today } })
  expect(statement.body).toMatchObject({ opening: '0.00', closing: toAmount(closingOf(books)) })
}

test('whatever people, time and two engines at once do: money, periods, seats, numbers and the statement tell one story', async () => {
  await fc.assert(fc.asyncProperty(fc.array(step, LENGTH), live), {
    numRuns: RUNS,
    endOnFailure: true,
  })
}, 600_000)
