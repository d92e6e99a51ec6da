import { randomUUID } from 'node:crypto'
import fc from 'fast-check'
import { expect } from 'vitest'
import { InvoiceStatus, invoices, isOutstanding } from '#contract/billing/invoices.ts'
import { payments } from '#contract/billing/payments.ts'
import { subscriptions } from '#contract/billing/subscriptions.ts'
import { BillingType } from '#contract/billing/terms.ts'
import { licenseRequests } from '#contract/licensing/license-requests.ts'
import { licenses } from '#contract/licensing/licenses.ts'
import { toAmount } from '#contract/money.ts'
import { markOverdue } from '#server/billing/invoices/status/mark-overdue.ts'
import { uploadInvoice } from '#server/billing/invoices/upload/upload.ts'
import { remindAll } from '#server/billing/reminders/reminders.ts'
import { findDue } from '#server/billing/renewal-run/due-queries.ts'
import { billSubscription } from '#server/billing/renewal-run/run.ts'
import { systemActor } from '#server/platform/actor.ts'
import { platform } from '#server/testing/testing.ts'
import { expectBilled } from './billed.ts'
import { balanceOf, creditIn, readBooks, type Books } from './books.ts'
import { billAsPreviewed } from './previewed.ts'
import { DAY, plusDays, type BillingWorld, type Customer } from './world.ts'

type Facts = {
  days: { days: number; engines: number }
  pay: { place: number; how: 'all' | 'part' | 'more' | 'credit' }
  status: { place: number; status: InvoiceStatus }
  reverse: { place: number }
  credit: { place: number; percent: number }
  refund: { percent: number }
  request: { seats: number; decision: 'now' | 'period_end' | 'decline' }
  seats: { seats: number }
  price: { monthCents: number }
  type: { billingType: BillingType }
  cancel: { byVendor: boolean }
  resume: object
  subscribe: { seats: number; isFirstPeriodBilled: boolean }
  upload: { cents: number }
  license: object
  race: { place: number; status: InvoiceStatus }
}
type Kind = keyof Facts
export type Step = { [K in Kind]: { kind: K } & Facts[K] }[Kind]

const place = fc.nat(7)
const seats = fc.integer({ min: 1, max: 9 })

const often = <K extends Kind>(weight: number, kind: K, facts: fc.Arbitrary<Facts[K]>) => ({
  weight,
  arbitrary: facts.map((given) => ({ kind, ...given }) as Step),
})

/** Steps of people and time. Many are refused: then nothing may have changed. */
export const step: fc.Arbitrary<Step> = fc.oneof(
  often(8, 'days', fc.record({ days: fc.integer({ min: 1, max: 40 }), engines: fc.integer({ min: 1, max: 2 }) })),
  often(8, 'pay', fc.record({ place, how: fc.constantFrom('all', 'all', 'all', 'part', 'more', 'credit') })),
  often(4, 'status', fc.record({ place, status: fc.constantFrom('paid', ...InvoiceStatus.options) })),
  often(2, 'reverse', fc.record({ place })),
  often(2, 'credit', fc.record({ place, percent: fc.constantFrom(1, 50, 100) })),
  often(1, 'refund', fc.record({ percent: fc.constantFrom(10, 100, 101) })),
  often(3, 'request', fc.record({ seats, decision: fc.constantFrom('now', 'period_end', 'decline') })),
  often(2, 'seats', fc.record({ seats })),
  often(1, 'price', fc.record({ monthCents: fc.integer({ min: 0, max: 500_000 }) })),
  often(1, 'type', fc.record({ billingType: fc.constantFrom(...BillingType.options) })),
  often(1, 'cancel', fc.record({ byVendor: fc.boolean() })),
  often(1, 'resume', fc.constant({})),
  often(1, 'subscribe', fc.record({ seats, isFirstPeriodBilled: fc.boolean() })),
  often(1, 'upload', fc.record({ cents: fc.integer({ min: 1, max: 999_999 }) })),
  often(1, 'license', fc.constant({})),
  often(2, 'race', fc.record({ place, status: fc.constantFrom(...InvoiceStatus.options) })),
)

type Scene = {
  world: BillingWorld
  admin: Awaited<ReturnType<BillingWorld['admin']>>
  customer: Customer
  books: Books
  today: string
}
type Answer = { status: number; message: string }
type Act<K extends Kind> = (scene: Scene, facts: Facts[K]) => Promise<Answer[]>

const NOTHING = { id: '00000000-0000-4000-8000-000000000000' }

const at = <Row extends { id: string }>(rows: Row[], number: number): Row | typeof NOTHING =>
  rows[number % Math.max(rows.length, 1)] ?? NOTHING

/** The newest are the most interesting. */
const invoiceAt = ({ books }: Scene, number: number) => at(books.invoices.toReversed(), number)

/** Or any, if none is unpaid. */
function owedAt({ books }: Scene, number: number) {
  const owed = books.invoices.filter((invoice) => isOutstanding(invoice))
  return at(owed.length > 0 ? owed : books.invoices, number)
}

const liveOf = ({ books }: Scene) => books.subscriptions.find(({ endedAt }) => endedAt === null) ?? NOTHING

const share = (cents: number, percent: number) => toAmount(Math.ceil((cents * percent) / 100))

/** Runs the jobs twice in parallel, which must have the effect of one run, and asserts the preview. A further run changes nothing. */
async function runJobs({ books, customer, world }: Scene, engines: number) {
  const own = books.subscriptions.map(({ id }) => id)
  const bill = (ids: string[]) => Promise.all(ids.map((id) => billSubscription(platform, id)))
  const billSlowly = async (ids: string[]) => {
    for (const id of ids) await billAsPreviewed(customer.organizationId, id)
  }
  const due = new Set(await findDue(platform.db, 10_000))
  const found = own.filter((id) => due.has(id))
  await (engines === 1 ? billSlowly(found) : Promise.all(Array.from({ length: engines }, () => bill(found))))
  const billed = await readBooks(customer.organizationId)
  await bill(own)
  expect(await readBooks(customer.organizationId)).toEqual(billed)
  expectBilled(billed, await world.clock.now())
  await markOverdue(platform.db)
  await remindAll(platform)
}

async function pay(scene: Scene, { place: number, how }: Facts['pay']) {
  const invoice = owedAt(scene, number)
  const owed = 'amountCents' in invoice ? balanceOf(invoice) : 100
  const cents = { all: owed, credit: owed, part: Math.ceil(owed / 3), more: owed + 5000 }[how]
  const method = how === 'credit' ? 'credit' : 'eft'
  const body = { amount: toAmount(cents), receivedOn: scene.today, method, confirmOverpayment: true }
  return [await scene.admin.call(payments.record, { params: invoice, body })]
}

const acts: { [K in Kind]: Act<K> } = {
  days: async (scene, { days, engines }) => {
    await scene.world.clock.advance(days * DAY)
    await runJobs(scene, engines)
    return []
  },
  pay: async (scene, facts) => {
    const answers = await pay(scene, facts)
    // A payment is accepted wherever an amount is outstanding.
    const isTaken = facts.how !== 'credit' && scene.books.invoices.some((invoice) => isOutstanding(invoice))
    if (isTaken) expect(answers).toMatchObject([{ status: 201 }])
    return answers
  },
  status: async (scene, { place: number, status }) => [
    await scene.admin.call(invoices.setStatus, { params: invoiceAt(scene, number), body: { status } }),
  ],
  reverse: async ({ admin, books }, { place: number }) => {
    const received = books.payments.filter(({ kind }) => kind === 'payment')
    return [await admin.call(payments.reverse, { params: at(received, number), body: { reason: 'It bounced.' } })]
  },
  credit: async (scene, { place: number, percent }) => {
    const invoice = invoiceAt(scene, number)
    const amount = share('amountCents' in invoice ? invoice.amountCents : 100, percent)
    return [await scene.admin.call(payments.credit, { params: invoice, body: { amount, reason: 'As agreed.' } })]
  },
  refund: async ({ admin, books, customer, today }, { percent }) => {
    const body = { amount: share(Math.max(creditIn(books), 1), percent), receivedOn: today, reference: 'EFT out' }
    return [await admin.call(payments.refund, { params: { id: customer.organizationId }, body })]
  },
  request: async ({ admin, customer }, { seats: additionalLicenses, decision }) => {
    const owner = await customer.owner()
    const body = { additionalLicenses, businessJustification: 'The new depot opens.' }
    const asked = await owner.call(licenseRequests.create, { body })
    const decided =
      decision === 'decline'
        ? await admin.call(licenseRequests.decline, { params: asked.body, body: { reason: 'Not this year.' } })
        : await admin.call(licenseRequests.approve, { params: asked.body, body: { effective: decision } })
    return [asked, decided]
  },
  seats: async (scene, { seats: licenseLimit }) => change(scene, { licenseLimit }),
  price: async (scene, { monthCents }) => change(scene, { price: toAmount(monthCents) }),
  type: async (scene, { billingType }) => change(scene, { billingType }),
  cancel: async (scene, { byVendor }) => [
    byVendor
      ? await scene.admin.call(subscriptions.cancelSubscription, { params: liveOf(scene) })
      : await (await scene.customer.owner()).call(subscriptions.cancel),
  ],
  resume: async (scene) => [await scene.admin.call(subscriptions.resumeSubscription, { params: liveOf(scene) })],
  subscribe: async ({ admin, customer }, { seats: licenseLimit, isFirstPeriodBilled }) => {
    const body = { pricePerLicense: '100.00', licenseLimit, isFirstPeriodBilled }
    return [await admin.call(subscriptions.createSubscription, { params: { id: customer.organizationId }, body })]
  },
  upload: async ({ customer: { organizationId }, today }, { cents }) => {
    const facts = { organizationId, invoiceNumber: `HAND-${randomUUID()}`, notes: '', dueDate: plusDays(today, 10) }
    await uploadInvoice(platform, systemActor, { ...facts, amount: toAmount(cents) }, null)
    return []
  },
  license: async ({ admin, customer: { organizationId } }) => [
    await admin.call(licenses.create, { body: { organizationId, label: 'One more' } }),
  ],
  // Two who click at once, one who changes his mind, and the job: in whatever order, as if one after the other.
  race: async (scene, { place: number, status }) => {
    const payAll = () => pay(scene, { place: number, how: 'all' })
    const answers = await Promise.all([
      payAll(),
      payAll(),
      acts.status(scene, { place: number, status }),
      change(scene, { licenseLimit: 5 }),
      ...scene.books.subscriptions.map(({ id }) => billSubscription(platform, id).then(() => [])),
    ])
    return answers.flat()
  },
}

const change = async (scene: Scene, body: object) => [
  await scene.admin.call(subscriptions.changeSubscription, { params: liveOf(scene), body }),
]

/** Takes a step, and answers what the portal said to each of its calls. */
export async function take(world: BillingWorld, customer: Customer, taken: Step) {
  const books = await readBooks(customer.organizationId)
  const scene = { world, admin: await world.admin(), customer, books, today: await world.today() }
  const act = acts[taken.kind] as Act<Kind>
  return act(scene, taken as Facts[Kind])
}
