import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { SUBSCRIPTION_ENDED, subscriptions } from '#contract/billing/subscriptions.ts'
import { endIfCanceled } from '#contract/billing/subscriptions/ending.ts'
import { otherEnd, trials } from '#contract/billing/trials.ts'
import { formatDate } from '#contract/dates.ts'
import { licenseRequests } from '#contract/licensing/license-requests.ts'
import { makeActiveLicense, makeLicense } from '#demo/rows/licenses.ts'
import { remindAll } from '#server/billing/reminders/reminders.ts'
import { subscriptions as subscriptionTable } from '#server/database/schema/billing/subscriptions.ts'
import { licenses } from '#server/database/schema/licensing/licenses.ts'
import { plusDays, plusMonths } from '#server/domain/calendar.ts'
import { emailsTo } from '#server/testing/billing/billing-mails.ts'
import {
  actionsOf,
  adjustmentsOf,
  move,
  setPrice,
  bill,
  chargesOf,
  shift,
  dayIn,
  invoicesOf,
  midnightIn,
  stored,
  today,
} from '#server/testing/billing/renewals.ts'
import { db, platform, signIn, statusesOf, type Person } from '#server/testing/testing.ts'
import { otherSeats } from './change.ts'
import { otherFeatures } from './features.ts'

const admin = await signIn({ role: 'admin' })

const inDays = (days: number) => plusDays(today, days)

const change = (id: string, body: object) => admin.call(trials.change, { params: { id }, body })
const convert = (id: string, body: object = {}) =>
  admin.call(trials.convert, { params: { id }, body: { licenseLimit: 5, pricePerLicense: '100', ...body } })
const preview = (id: string, query: object) => admin.call(trials.previewConversion, { params: { id }, query })

/** An administrator of an organization in a trial with three licenses. */
async function trying(days = 14) {
  const owner = await signIn({ role: 'org_admin', licenseLimit: null })
  const params = { id: owner.organizationId }
  const { body: trial } = await admin.call(trials.start, { params, body: { licenseLimit: 3, endsOn: inDays(days) } })
  return { owner, trial, letters: (kind: string) => emailsTo(owner.user.email, kind) }
}

test('a trial ends after its last day with one email, and can be neither changed nor converted', async () => {
  const { owner, trial, letters } = await trying()
  const license = await makeActiveLicense(db, { organizationId: owner.organizationId })
  await db
    .update(subscriptionTable)
    .set({ currentPeriodEnd: dayIn(-1) })
    .where(eq(subscriptionTable.id, trial.id))
  await bill(trial)
  expect(await db.select().from(licenses).where(eq(licenses.id, license.id))).toMatchObject([{ status: 'inactive' }])
  expect((await owner.call(subscriptions.read)).body.subscription).toBeNull()
  expect([await letters('trial-ended'), await letters('subscription-ended')].map(({ length }) => length)).toEqual([
    1, 0,
  ])
  expect(await change(trial.id, { endsOn: inDays(5) })).toMatchObject({ status: 409, message: SUBSCRIPTION_ENDED })
  const conversion = { params: { id: trial.id }, body: { licenseLimit: 3, pricePerLicense: '100' } }
  expect(await admin.call(trials.convert, conversion)).toMatchObject({ status: 409, message: SUBSCRIPTION_ENDED })
  expect(await invoicesOf(trial)).toEqual([])
})

test('administrators are reminded a week before the end, and again after an extension', async () => {
  const { trial, letters } = await trying(7)
  const startedOn = (days: number) =>
    db
      .update(subscriptionTable)
      .set({ canceledAt: dayIn(days) })
      .where(eq(subscriptionTable.id, trial.id))
  await startedOn(-5)
  await remindAll(platform)
  await remindAll(platform)
  expect(await letters('trial-ending')).toMatchObject([{ text: expect.stringContaining('ends in 7 days') }])
  await change(trial.id, { endsOn: inDays(6) })
  await remindAll(platform)
  expect(await letters('trial-ending')).toHaveLength(1)
  await startedOn(-4)
  await remindAll(platform)
  expect(await letters('trial-ending')).toHaveLength(2)
  expect(await letters('subscription-ending')).toEqual([])
})

test('a converted trial stays free to its end, and is billed from the next day', async () => {
  const { trial, letters } = await trying()
  const { status, body } = await convert(trial.id, { billingType: 'monthly', planName: 'Gold' })
  const period = { currentPeriodStart: midnightIn(15), currentPeriodEnd: plusMonths(midnightIn(15), 1) }
  expect([status, body]).toMatchObject([
    200,
    { status: 'active', isTrial: false, price: '500.00', licenseLimit: 5, planName: 'Gold', ...period },
  ])
  expect((await stored(trial)).anchorDay).toBe(Number(inDays(15).slice(8)))
  const [invoice, ...others] = await invoicesOf(trial)
  expect([invoice, others]).toMatchObject([
    {
      status: 'issued',
      amountCents: 50_000,
      dueDate: inDays(15),
      periodStart: period.currentPeriodStart,
      periodEnd: period.currentPeriodEnd,
      seats: 5,
    },
    [],
  ])
  expect(await actionsOf(trial)).toEqual(['subscription.trial-started', 'subscription.trial-converted'])
  expect([await letters('trial-converted'), await letters('invoice-issued')].map(({ length }) => length)).toEqual([
    1, 1,
  ])
  await bill(trial)
  expect(await invoicesOf(trial)).toHaveLength(1)
})

test('on its last days a trial is converted with two weeks to pay, yearly or free of charge', async () => {
  const [yearly, free] = [await trying(1), await trying(1)]
  await convert(yearly.trial.id, { billingType: 'annual' })
  expect(await invoicesOf(yearly.trial)).toMatchObject([
    { amountCents: 600_000, dueDate: inDays(14), periodEnd: plusMonths(midnightIn(2), 12) },
  ])
  expect((await convert(free.trial.id, { pricePerLicense: '0' })).body).toMatchObject({
    status: 'active',
    price: '0.00',
  })
  expect(await invoicesOf(free.trial)).toEqual([])
  expect(await stored(free.trial)).toMatchObject({ status: 'active', currentPeriodEnd: midnightIn(2) })
  await db
    .update(subscriptionTable)
    .set({ currentPeriodEnd: midnightIn(0) })
    .where(eq(subscriptionTable.id, free.trial.id))
  await bill(free.trial)
  expect((await stored(free.trial)).currentPeriodEnd).toBe(plusMonths(midnightIn(0), 1))
})

/** As the question before a cancellation shows it. */
async function shownEnd(owner: Person) {
  const { subscription, invoices } = (await owner.call(subscriptions.read)).body
  return subscription && endIfCanceled(subscription, invoices)
}

test('a converted trial that is canceled before its first paid period ends on its last day, without an invoice', async () => {
  const { owner, trial, letters } = await trying()
  await convert(trial.id)
  expect(await shownEnd(owner)).toBe(midnightIn(15))
  const { body } = await owner.call(subscriptions.cancel, { body: {} })
  expect(body).toMatchObject({ status: 'canceled', isTrial: false, currentPeriodEnd: midnightIn(15) })
  expect(await invoicesOf(trial)).toMatchObject([{ status: 'void' }])
  expect((await letters('subscription-canceled'))[0]?.text).toContain(
    `Nothing changes until ${formatDate(inDays(14))}.`,
  )
})

test('a paid first period stays when it is canceled, and planned seats change when it begins', async () => {
  const { owner, trial } = await trying()
  const { body } = await convert(trial.id)
  const [invoice] = await invoicesOf(trial)
  await move(invoice!, 'paid')
  const request = { fewerLicenses: 2, businessJustification: 'Two people have left us.' }
  const asked = await owner.call(licenseRequests.createReduction, { body: request })
  const approval = { params: { id: asked.body.id }, body: { effective: 'period_end' as const } }
  expect((await admin.call(licenseRequests.approve, approval)).status).toBe(200)
  expect(await adjustmentsOf(trial)).toMatchObject([{ deltaQuantity: -2, effectiveAt: midnightIn(15) }])
  expect(await shownEnd(owner)).toBe(body.currentPeriodEnd)
  expect((await owner.call(subscriptions.cancel, { body: {} })).body.currentPeriodEnd).toBe(body.currentPeriodEnd)
  expect(await invoicesOf(trial)).toMatchObject([{ status: 'paid' }])
})

test('a first invoice that is voided is issued again, at the price of that day', async () => {
  const { trial } = await trying(5)
  await convert(trial.id)
  const [wrong] = await invoicesOf(trial)
  await move(wrong!, 'void')
  expect(await stored(trial)).toMatchObject({ status: 'active', currentPeriodEnd: midnightIn(6) })
  await setPrice(wrong!.organizationId, 5 * 90_00 * 12)
  await bill(trial)
  const issued = await invoicesOf(trial)
  expect(issued.filter(({ status }) => status !== 'void')).toMatchObject([
    { status: 'issued', amountCents: 45_000, periodStart: midnightIn(6) },
  ])
})

test('a trial that a colleague has changed since is neither changed nor converted as it was shown', async () => {
  const { trial } = await trying()
  await change(trial.id, { licenseLimit: 5, endsOn: inDays(20), features: ['reports'] })
  expect(await change(trial.id, { licenseLimit: 4, seatsFrom: 3 })).toMatchObject({ message: otherSeats(5) })
  expect(await convert(trial.id, { seatsFrom: 3 })).toMatchObject({ status: 409, message: otherSeats(5) })
  expect(await convert(trial.id, { featuresFrom: [] })).toMatchObject({ message: otherFeatures(['reports']) })
  expect(await convert(trial.id, { endsOnFrom: inDays(14) })).toMatchObject({ message: otherEnd(inDays(20)) })
  const shown = { seatsFrom: 5, featuresFrom: ['reports'], endsOnFrom: inDays(20) }
  expect((await convert(trial.id, shown)).status).toBe(200)
})

test('licenses added in the rest of a converted trial are charged from the first paid day', async () => {
  const { trial } = await trying()
  await convert(trial.id)
  const params = { id: trial.id }
  await admin.call(subscriptions.changeSubscription, { params, body: { licenseLimit: 7 } })
  await bill(trial)
  expect(await chargesOf(trial)).toEqual([])
  for (let days = 0; days < 18; days += 3) await shift(trial)
  const { currentPeriodStart: startsAt, currentPeriodEnd: endsAt } = await stored(trial)
  await bill(trial)
  expect(await chargesOf(trial)).toMatchObject([{ seats: 2, startsAt, endsAt, amountCents: 20_000 }])
})

test('the preview of a conversion is what the conversion does, and changes nothing itself', async () => {
  const { owner, trial } = await trying()
  const terms = { pricePerLicense: '99.95', licenseLimit: '4', billingType: 'monthly' }
  const { status, body } = await preview(trial.id, terms)
  expect([status, body]).toMatchObject([
    200,
    {
      before: null,
      after: { issuedOn: today, dueDate: inDays(15), amount: '399.80' },
      emails: [
        { kind: 'invoice-issued', to: owner.user.email },
        { kind: 'trial-converted', to: owner.user.email },
      ],
    },
  ])
  expect([await invoicesOf(trial), await stored(trial)]).toMatchObject([[], { isTrial: true, licenseLimit: 3 }])
  await convert(trial.id, terms)
  const { invoices } = (await owner.call(subscriptions.read)).body
  expect(invoices).toMatchObject([{ amount: body.after?.amount, dueDate: body.after?.dueDate }])
  expect((await preview(trial.id, { ...terms, pricePerLicense: '0' })).status).toBe(409)
  expect((await preview((await trying()).trial.id, { ...terms, pricePerLicense: '0' })).body.after).toBeNull()
})

test('of eight conversions at once one counts; too few licenses and a price too high are refused', async () => {
  const { owner, trial } = await trying()
  const license = () => makeLicense(db, { organizationId: owner.organizationId })
  await Promise.all([license(), license()])
  expect(await convert(trial.id, { licenseLimit: 1 })).toMatchObject({ status: 409 })
  expect(await convert(trial.id, { pricePerLicense: '99999999.99', licenseLimit: 1_000_000 })).toMatchObject({
    status: 400,
  })
  expect(await convert(trial.id, { pricePerLicense: undefined })).toMatchObject({ status: 400 })
  const answers = await Promise.all(Array.from({ length: 8 }, () => convert(trial.id)))
  expect(statusesOf(answers)).toEqual([200, 409, 409, 409, 409, 409, 409, 409])
  expect(await invoicesOf(trial)).toHaveLength(1)
})
