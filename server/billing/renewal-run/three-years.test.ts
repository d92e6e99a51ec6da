import { asc, eq } from 'drizzle-orm'
import { beforeAll, expect, test } from 'vitest'
import { statements } from '#contract/billing/statements.ts'
import { toAmount } from '#contract/money.ts'
import { emails } from '#server/database/schema/emails.ts'
import { closingOf, expectBooksAgree, expectNumbersWithoutGaps, readBooks } from '#server/testing/billing/books.ts'
import { bill, lateBills, monthlyBills, type Bill } from '#server/testing/billing/expected-bills.ts'
import {
  LAST_DAY,
  liveThroughThreeYears,
  lives,
  world,
  type LifeRecord,
  type Name,
} from '#server/testing/billing/three-years.ts'
import { dayOf, plusDays } from '#server/testing/billing/world.ts'
import { db } from '#server/testing/testing.ts'

let lived: Map<Name, LifeRecord>
beforeAll(async () => {
  lived = await liveThroughThreeYears()
}, 300_000)

function the(name: Name) {
  const one = lived.get(name)
  if (!one) throw new Error(`${name} never began`)
  return one
}

type Mail = [day: string, kind: string]

const until = <Row>(rows: Row[], day: (row: Row) => string) => rows.filter((row) => day(row) <= LAST_DAY)
const byDay = (mails: Mail[]) =>
  until(mails, ([day]) => day)
    .map(([day, kind]) => `${day} ${kind}`)
    .toSorted()

/** Facts recorded about its invoices. */
async function billsOf({ customer }: LifeRecord): Promise<Bill[]> {
  const { invoices } = await readBooks(customer.organizationId)
  return invoices.map(({ periodStart, periodEnd, createdAt, dueDate, amountCents, status }) => ({
    period: [periodStart, periodEnd].map((instant) => dayOf(instant ?? 0)),
    issuedOn: dayOf(createdAt),
    dueDate,
    amount: toAmount(amountCents),
    status,
  }))
}

async function mailsTo({ customer }: LifeRecord) {
  const sent = await db.select().from(emails).where(eq(emails.to, customer.email)).orderBy(asc(emails.createdAt))
  return byDay(sent.map(({ createdAt, kind }) => [dayOf(createdAt), kind]))
}

test('a customer who pays on time is billed once a month and never reminded', async () => {
  const one = the('onTime')
  // Until 31 December 2029, when its 36th month begins.
  const bills = monthlyBills(lives.onTime.starts, 36)
  expect(await billsOf(one)).toEqual(bills)
  expect(bills.at(-1)?.period).toEqual(['2029-12-31', '2030-01-31'])
  expect(bills.filter(({ period: [first] }) => first === '2028-02-29')).toHaveLength(1)
  expect(await mailsTo(one)).toEqual(
    byDay(
      bills.flatMap(({ issuedOn }): Mail[] => [
        [issuedOn, 'invoice-issued'],
        [plusDays(issuedOn, 3), 'payment-received'],
      ]),
    ),
  )
  expect([one.billingStatuses, one.licenses]).toEqual([[['2027-01-31', 'active']], [['2027-01-31', 'unassigned']]])
})

test('a year: seats that come with the next period, seats at once, halves of a payment, and a notice before the end', async () => {
  const one = the('annual')
  expect(await billsOf(one)).toEqual([
    bill('2027-01-04', '2028-01-04', { issuedOn: '2027-01-04', dueDate: '2027-01-18', amount: '6000.00' }),
    bill('2028-01-04', '2029-01-04', { issuedOn: '2027-12-05', dueDate: '2028-01-04', amount: '9600.00' }),
    // Ten seats, and two of them for 306 of the 366 days before.
    bill('2029-01-04', '2030-01-04', { issuedOn: '2028-12-05', dueDate: '2029-01-04', amount: '14006.56' }),
  ])
  const paidInHalves = ['2027-01-18', '2028-01-04', '2029-01-04'].flatMap((due): Mail[] => [
    [plusDays(due, -7), 'payment-reminder'],
    [plusDays(due, -5), 'payment-received'],
    [due, 'payment-reminder'],
    [due, 'payment-received'],
  ])
  expect(await mailsTo(one)).toEqual(
    byDay([
      ...paidInHalves,
      ['2027-01-04', 'invoice-issued'],
      ['2027-06-10', 'license-request-approved'],
      ['2027-12-05', 'invoice-issued'],
      ['2028-01-04', 'seats-changed'],
      ['2028-03-04', 'license-request-approved'],
      ['2028-12-05', 'invoice-issued'],
      ['2029-11-20', 'subscription-canceled'],
      ['2029-12-04', 'subscription-ending'],
      ['2029-12-27', 'subscription-ending'],
    ]),
  )
  expect(one.billingStatuses).toEqual([
    ['2027-01-04', 'active'],
    ['2029-11-20', 'canceled'],
  ])
})

test('a customer who cancels pays nothing for later periods and keeps the licenses to the end of the period', async () => {
  const one = the('cancels')
  const bills = monthlyBills(lives.cancels.starts, 16)
  const [last] = bills.splice(-1)
  expect(await billsOf(one)).toEqual([...bills, { ...last, status: 'void' }])
  expect(last?.period).toEqual(['2028-05-15', '2028-06-15'])
  const paid = bills.flatMap(({ issuedOn, dueDate }): Mail[] => [
    [issuedOn, 'invoice-issued'],
    [dueDate, 'payment-reminder'],
    [dueDate, 'payment-received'],
  ])
  expect(await mailsTo(one)).toEqual(
    byDay([
      ...paid,
      ['2027-02-22', 'payment-reminder'],
      ['2028-05-08', 'invoice-issued'],
      ['2028-05-10', 'subscription-canceled'],
      ['2028-05-15', 'subscription-ended'],
    ]),
  )
  expect(one.billingStatuses).toEqual([
    ['2027-02-15', 'active'],
    ['2028-05-10', 'canceled'],
    ['2028-05-15', 'ended'],
  ])
  expect(one.licenses).toEqual([
    ['2027-02-15', 'unassigned'],
    ['2028-05-15', 'inactive'],
  ])
})

test('a customer who never pays gets five reminders, becomes past due, unpaid and ended; the invoice stays outstanding', async () => {
  const one = the('never')
  expect(await billsOf(one)).toEqual([{ ...monthlyBills(lives.never.starts, 1)[0], status: 'overdue' }])
  expect(await mailsTo(one)).toEqual(
    byDay([
      ['2027-01-10', 'invoice-issued'],
      ['2027-01-17', 'payment-reminder'],
      ['2027-01-24', 'payment-reminder'],
      ['2027-01-25', 'subscription-past-due'],
      ['2027-01-31', 'payment-reminder'],
      ['2027-02-07', 'payment-reminder'],
      ['2027-02-08', 'subscription-unpaid'],
      ['2027-02-23', 'payment-reminder'],
      ['2027-03-26', 'subscription-ended'],
    ]),
  )
  expect(one.billingStatuses).toEqual([
    ['2027-01-10', 'active'],
    ['2027-01-25', 'past_due'],
    ['2027-02-08', 'unpaid'],
    ['2027-03-26', 'ended'],
  ])
  expect(one.licenses).toEqual([
    ['2027-01-10', 'unassigned'],
    ['2027-03-26', 'inactive'],
  ])
})

test('a customer who pays ten days late becomes past due and active again each time, and loses no month', async () => {
  const one = the('late')
  const bills = lateBills(lives.late.starts)
  expect(await billsOf(one)).toEqual(bills)
  expect(await mailsTo(one)).toEqual(
    byDay(
      bills.flatMap(({ issuedOn, dueDate }): Mail[] => [
        [issuedOn, 'invoice-issued'],
        ...(plusDays(dueDate, -7) > issuedOn ? [[plusDays(dueDate, -7), 'payment-reminder'] satisfies Mail] : []),
        [dueDate, 'payment-reminder'],
        [plusDays(dueDate, 1), 'subscription-past-due'],
        [plusDays(dueDate, 7), 'payment-reminder'],
        [plusDays(dueDate, 10), 'payment-received'],
        [plusDays(dueDate, 10), 'subscription-active'],
      ]),
    ),
  )
  const statuses = bills.flatMap(({ dueDate }) => [
    [plusDays(dueDate, 1), 'past_due'],
    [plusDays(dueDate, 10), 'active'],
  ])
  expect(one.billingStatuses).toEqual([[lives.late.starts, 'active'], ...until(statuses, ([day = '']) => day)])
  expect(one.licenses).toEqual([[lives.late.starts, 'unassigned']])
})

test('a running period that is voided and reissued charges seats that came in it by the day', async () => {
  const one = the('reissued')
  const [january, february] = monthlyBills(lives.reissued.starts, 3)
  expect(await billsOf(one)).toEqual([
    january,
    february,
    {
      ...bill('2027-03-15', '2027-04-15', { issuedOn: '2027-03-08', dueDate: '2027-03-15', amount: '200.00' }),
      status: 'void',
    },
    // Two seats for the month, and three for 26 of its 31 days.
    bill('2027-03-15', '2027-04-15', { issuedOn: '2027-03-23', dueDate: '2027-03-30', amount: '451.61' }),
    bill('2027-04-15', '2027-05-15', { issuedOn: '2027-04-08', dueDate: '2027-04-15', amount: '500.00' }),
  ])
})

test('a free subscription is never billed and continues', async () => {
  const one = the('free')
  expect([await billsOf(one), await mailsTo(one)]).toEqual([[], []])
  expect(one.billingStatuses).toEqual([['2027-01-15', 'active']])
  const { subscriptions } = await readBooks(one.customer.organizationId)
  const periods = subscriptions.map((row) => [row.currentPeriodStart, row.currentPeriodEnd].map(dayOf))
  expect(periods).toEqual([['2029-12-15', '2030-01-15']])
})

test('after three years every account adds up, and no number is missing', async () => {
  await expectNumbersWithoutGaps()
  const admin = await world.admin()
  for (const [name, { customer }] of lived) {
    const books = await readBooks(customer.organizationId)
    await expectBooksAgree(books)
    const params = { id: customer.organizationId }
    const { body } = await admin.call(statements.readOf, { params, query: { from: '2027-01-01', to: LAST_DAY } })
    expect(body, name).toMatchObject({ opening: '0.00', closing: toAmount(closingOf(books)) })
  }
  const owed = await Promise.all(['onTime', 'annual', 'cancels', 'free'].map((name) => balanceOf(name as Name)))
  expect([...owed, await balanceOf('never')]).toEqual([0, 0, 0, 0, 20_000])
})

const balanceOf = async (name: Name) => closingOf(await readBooks(the(name).customer.organizationId))
