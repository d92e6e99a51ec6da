import { payments } from '#contract/billing/payments.ts'
import { subscriptions } from '#contract/billing/subscriptions.ts'
import { licenseRequests } from '#contract/licensing/license-requests.ts'
import { toAmount } from '#contract/money.ts'
import { outstandingInvoice, liveSubscription } from './queries.ts'
import type { World } from './world.ts'

/** An action on a day, and its description. */
export type Event = { says: string; does: (world: World, day: string) => Promise<unknown> }

const subscribe = (body: object) => (world: World) =>
  world.byVendor(subscriptions.createSubscription, { id: world.organizationId, body })

const request = (additionalLicenses: number, effective: 'now' | 'period_end') => async (world: World) => {
  const body = { additionalLicenses, businessJustification: 'The new depot opens.' }
  const { id } = await world.byCustomer(licenseRequests.create, { body })
  await world.byVendor(licenseRequests.approve, { id: String(id), body: { effective } })
}

const change = (body: object) => async (world: World) => {
  const { id } = await liveSubscription(world)
  await world.byVendor(subscriptions.changeSubscription, { id, body })
}

/** Cents outstanding on the oldest invoice. */
const pay = (amountOf: (balanceCents: number) => number) => async (world: World, receivedOn: string) => {
  const { id, balanceCents } = await outstandingInvoice(world)
  const body = { amount: toAmount(amountOf(balanceCents)), receivedOn, reference: 'EFT', confirmOverpayment: true }
  await world.byVendor(payments.record, { id, body })
}

export const payAll = pay((balance) => balance)

const credit = (amount: string, reason: string) => async (world: World) => {
  const { id } = await outstandingInvoice(world)
  await world.byVendor(payments.credit, { id, body: { amount, reason } })
}

/** Actions by day. Otherwise the customer pays each invoice on the third day after its issue. */
export const story: Record<string, Event> = {
  '2027-01-15': {
    says: 'Sales starts a subscription: 5 seats at R100.00 a month',
    does: subscribe({ pricePerLicense: '100.00', licenseLimit: 5, billingType: 'monthly' }),
  },
  '2027-03-02': {
    says: '3 more seats are asked for, and approved for the next period',
    does: request(3, 'period_end'),
  },
  '2027-04-25': { says: '2 more seats are asked for, and approved for now', does: request(2, 'now') },
  '2027-06-20': { says: 'The price becomes R1,100.00 a month for all', does: change({ price: '1100.00' }) },
  '2027-08-11': { says: 'The customer pays R600.00 of it', does: pay(() => 60_000) },
  '2027-08-13': { says: 'The customer pays the rest', does: payAll },
  '2027-11-05': { says: 'The customer pays three weeks late', does: payAll },
  '2028-01-10': { says: 'R150.00 are credited for an outage', does: credit('150.00', 'The outage in December.') },
  '2028-01-12': { says: 'The customer pays the rest', does: payAll },
  '2028-03-11': { says: 'The customer pays R500.00 too much', does: pay((balance) => balance + 50_000) },
  '2028-09-20': { says: 'The customer cancels', does: (world) => world.byCustomer(subscriptions.cancel) },
  '2028-12-01': {
    says: 'A new subscription starts: 4 seats by the year, R90.00 a month',
    does: subscribe({ pricePerLicense: '90.00', licenseLimit: 4, billingType: 'annual' }),
  },
}

/** Days on which invoices are paid only by these actions. */
export const LEFT_ALONE = [
  ['2027-08-08', '2027-08-13'],
  ['2027-10-08', '2027-11-05'],
  ['2028-01-08', '2028-01-12'],
  ['2028-03-08', '2028-03-11'],
] as const
