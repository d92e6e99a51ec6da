import { expect } from 'vitest'
import { invoices as invoiceCalls, isOutstanding } from '#contract/billing/invoices.ts'
import { payments } from '#contract/billing/payments.ts'
import { subscriptions } from '#contract/billing/subscriptions.ts'
import { type BillingType } from '#contract/billing/terms.ts'
import { licenseRequests } from '#contract/licensing/license-requests.ts'
import { toAmount } from '#contract/money.ts'
import { invoices } from '#server/database/schema/billing/invoices.ts'
import { subscriptions as subscriptionTable } from '#server/database/schema/billing/subscriptions.ts'
import { licenses } from '#server/database/schema/licensing/licenses.ts'
import { db } from '#server/testing/testing.ts'
import { balanceOf, type BookedInvoice } from './books.ts'
import { dayOf, openBillingWorld, plusDays, type Customer } from './world.ts'

const FIRST_DAY = '2027-01-01'
/** With the leap day of 2028. */
const DAYS = 1096
export const LAST_DAY = plusDays(FIRST_DAY, DAYS - 1)

export const world = await openBillingWorld(`${FIRST_DAY}T10:00:00+02:00`)

type UnpaidInvoice = { issuedOn: string; dueDate: string; balance: number }
type Life = {
  starts: string
  seats: number
  pricePerLicense: string
  billingType: BillingType
  /** Cents to pay of an invoice on a day. */
  pays: (day: string, owed: UnpaidInvoice) => number
  /** The other steps of its people. */
  diary?: Record<string, (customer: Customer) => Promise<unknown>>
}

const addSeats = async (customer: Customer, seats: number, effective: 'now' | 'period_end') => {
  const owner = await customer.owner()
  const body = { additionalLicenses: seats, businessJustification: 'The new depot opens.' }
  const request = await owner.call(licenseRequests.create, { body })
  const admin = await world.admin()
  const { status } = await admin.call(licenseRequests.approve, { params: request.body, body: { effective } })
  expect(status).toBe(200)
}

async function cancel(customer: Customer) {
  const owner = await customer.owner()
  expect((await owner.call(subscriptions.cancel)).status).toBe(200)
}

async function voidNewest({ organizationId }: Customer) {
  const admin = await world.admin()
  const { body } = await admin.call(invoiceCalls.listAll, { query: { organizationId } })
  const [params] = body
  expect((await admin.call(invoiceCalls.setStatus, { params, body: { status: 'void' } })).status).toBe(200)
}

const monthly = { seats: 2, pricePerLicense: '100.00', billingType: 'monthly' as const }

export const lives = {
  onTime: {
    ...monthly,
    starts: '2027-01-31',
    pays: (day, { issuedOn, balance }) => (plusDays(issuedOn, 3) === day ? balance : 0),
  },
  annual: {
    starts: '2027-01-04',
    seats: 5,
    pricePerLicense: '100.00',
    billingType: 'annual',
    // Half of it early, the rest on the last day.
    pays: (day, { dueDate, balance }) => {
      if (plusDays(dueDate, -5) === day) return Math.floor(balance / 2)
      return dueDate === day ? balance : 0
    },
    diary: {
      '2027-06-10': (customer) => addSeats(customer, 3, 'period_end'),
      '2028-03-04': (customer) => addSeats(customer, 2, 'now'),
      '2029-11-20': cancel,
    },
  },
  cancels: {
    ...monthly,
    starts: '2027-02-15',
    pays: (day, { dueDate, balance }) => (dueDate === day ? balance : 0),
    diary: { '2028-05-10': cancel },
  },
  never: { ...monthly, starts: '2027-01-10', pays: () => 0 },
  late: {
    ...monthly,
    starts: '2027-01-20',
    pays: (day, { dueDate, balance }) => (plusDays(dueDate, 10) === day ? balance : 0),
  },
  reissued: {
    ...monthly,
    starts: '2027-01-15',
    pays: (day, { dueDate, balance }) => (dueDate === day ? balance : 0),
    diary: {
      '2027-03-20': (customer) => addSeats(customer, 3, 'now'),
      '2027-03-22': (customer) => voidNewest(customer),
      '2027-04-20': cancel,
    },
  },
  free: { ...monthly, starts: '2027-01-15', pricePerLicense: '0.00', pays: () => 0 },
} satisfies Record<string, Life>
export type Name = keyof typeof lives

type Note = [day: string, what: string]
export type LifeRecord = { customer: Customer; billingStatuses: Note[]; licenses: Note[] }

/** One day per step: subscriptions start in the morning, the jobs run at noon, then people act and the statuses are recorded. */
export async function liveThroughThreeYears() {
  const lived = new Map<Name, LifeRecord>()
  for (let passed = 0; passed < DAYS; passed++) {
    const day = plusDays(FIRST_DAY, passed)
    await world.clock.moveTo(`${day}T10:00:00+02:00`)
    for (const [name, life] of entries(lives)) if (life.starts === day) lived.set(name, await begin(name, life))
    await world.clock.moveTo(`${day}T12:00:00+02:00`)
    await world.runJobs()
    await act(day, lived)
    await writeDown(day, lived)
  }
  return lived
}

const entries = (given: Record<Name, Life>) => Object.entries(given) as [Name, Life][]

async function begin(name: string, { seats: licenseLimit, pricePerLicense, billingType }: Life): Promise<LifeRecord> {
  const customer = await world.newCustomer(name)
  const admin = await world.admin()
  const params = { id: customer.organizationId }
  const body = { licenseLimit, pricePerLicense, billingType }
  expect((await admin.call(subscriptions.createSubscription, { params, body })).status).toBe(201)
  return { customer, billingStatuses: [], licenses: [] }
}

async function act(day: string, lived: Map<Name, LifeRecord>) {
  const billed = await db.select().from(invoices)
  for (const [name, { customer }] of lived) {
    const life: Life = lives[name]
    const own = billed.filter(({ organizationId }) => organizationId === customer.organizationId)
    for (const invoice of own.filter(isOutstanding)) await pay(day, life, invoice)
    await life.diary?.[day]?.(customer)
  }
}

async function pay(day: string, { pays }: Life, invoice: BookedInvoice) {
  const { id, createdAt, dueDate } = invoice
  const cents = pays(day, { issuedOn: dayOf(createdAt), dueDate, balance: balanceOf(invoice) })
  if (cents === 0) return
  const admin = await world.admin()
  const body = { amount: toAmount(cents), receivedOn: day }
  expect((await admin.call(payments.record, { params: { id }, body })).status).toBe(201)
}

/** The changes since the last call. */
async function writeDown(day: string, lived: Map<Name, LifeRecord>) {
  const terms = await db.select().from(subscriptionTable)
  const held = await db.select().from(licenses)
  for (const { customer, ...seen } of lived.values()) {
    const isOwn = ({ organizationId }: { organizationId: string }) => organizationId === customer.organizationId
    const subscription = terms.find(isOwn)
    note(seen.billingStatuses, day, subscription?.endedAt ? 'ended' : subscription?.status)
    note(seen.licenses, day, held.find(isOwn)?.status)
  }
}

function note(notes: Note[], day: string, what = 'none') {
  if (notes.at(-1)?.[1] !== what) notes.push([day, what])
}
