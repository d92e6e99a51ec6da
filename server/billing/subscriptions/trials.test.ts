import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { ALREADY_SUBSCRIBED, TRIAL_CANNOT_CHANGE, TRIAL_ENDS, subscriptions } from '#contract/billing/subscriptions.ts'
import { LONGEST_TRIAL, NOT_A_TRIAL, TRIAL_RANGE, trials } from '#contract/billing/trials.ts'
import { TRIAL_CANNOT_WAIT, licenseRequests, type Effective } from '#contract/licensing/license-requests.ts'
import { organizations } from '#contract/operations/organizations.ts'
import { makeActiveLicense, makeLicense } from '#demo/rows/licenses.ts'
import { makeOrganization } from '#demo/rows/organizations.ts'
import { makeSubscription } from '#demo/rows/subscriptions.ts'
import { auditLog } from '#server/database/schema/audit.ts'
import { subscriptions as subscriptionTable } from '#server/database/schema/billing/subscriptions.ts'
import { licenses } from '#server/database/schema/licensing/licenses.ts'
import { plusDays } from '#server/domain/calendar.ts'
import { emailsTo } from '#server/testing/billing/billing-mails.ts'
import {
  actionsOf,
  chargesOf,
  bill,
  dayIn,
  midnightIn,
  priceOf,
  stored,
  subscribed,
  today,
} from '#server/testing/billing/renewals.ts'
import { db, signIn, statusesOf } from '#server/testing/testing.ts'
import { otherFeatures } from './features.ts'

const admin = await signIn({ role: 'admin' })

const inDays = (days: number) => plusDays(today, days)

const start = (id: string, body: object = {}) =>
  admin.call(trials.start, { params: { id }, body: { licenseLimit: 3, endsOn: inDays(14), ...body } })
const change = (id: string, body: object) => admin.call(trials.change, { params: { id }, body })

/** An administrator of an organization in a trial with three licenses and fourteen days left. */
async function trying(body: object = {}) {
  const owner = await signIn({ role: 'org_admin', licenseLimit: null })
  const { body: trial, status } = await start(owner.organizationId, body)
  expect(status).toBe(201)
  return { owner, trial, letters: (kind: string) => emailsTo(owner.user.email, kind) }
}

const changesOf = async ({ id }: { id: string }) => {
  const rows = await db.select().from(auditLog).where(eq(auditLog.subjectId, id)).orderBy(auditLog.id)
  return rows.map(({ action, changes }) => [action, changes])
}

test('a trial is free, has its licenses and features, and runs to the end of its last day', async () => {
  const { owner, trial, letters } = await trying({ features: ['reports', 'cad-export'] })
  expect(trial).toMatchObject({
    planName: 'Standard Plan',
    status: 'canceled',
    isTrial: true,
    price: '0.00',
    licenseLimit: 3,
    features: ['cad-export', 'reports'],
    currentPeriodEnd: midnightIn(15),
  })
  const { body } = await owner.call(subscriptions.read)
  expect(body).toMatchObject({ subscription: trial, invoices: [], upcomingInvoice: null })
  expect((await admin.call(organizations.billing, { params: { id: owner.organizationId } })).body).toMatchObject({
    organization: { billingStatus: 'trial', numberOfLicenses: 3 },
    cancellation: null,
  })
  expect(await changesOf(trial)).toMatchObject([
    ['subscription.trial-started', { licenseLimit: [null, 3], endsOn: [null, inDays(14)] }],
  ])
  expect(await letters('trial-started')).toHaveLength(1)
})

test('a trial after an ended subscription costs nothing, and its licenses work again', async () => {
  const ended = await subscribed({ status: 'canceled', currentPeriodEnd: dayIn(-1) })
  const license = await makeActiveLicense(db, { organizationId: ended.organizationId })
  await bill(ended)
  expect(await db.select().from(licenses).where(eq(licenses.id, license.id))).toMatchObject([{ status: 'inactive' }])
  expect((await start(ended.organizationId)).status).toBe(201)
  expect(await db.select().from(licenses).where(eq(licenses.id, license.id))).toMatchObject([{ status: 'active' }])
  expect(await priceOf(ended)).toBe(0)
})

test.each([
  ['today', 0],
  ['yesterday', -1],
  ['too late', LONGEST_TRIAL + 1],
])('a trial can’t end %s', async (_when, days) => {
  const { id } = await makeOrganization(db)
  expect(await start(id, { endsOn: inDays(days) })).toMatchObject({
    status: 400,
    body: { errors: { endsOn: TRIAL_RANGE } },
  })
  const { trial } = await trying()
  expect(await change(trial.id, { endsOn: inDays(days) })).toMatchObject({ status: 400, message: TRIAL_RANGE })
  expect((await change(trial.id, { endsOn: inDays(LONGEST_TRIAL) })).status).toBe(200)
})

test.each([
  [{ licenseLimit: 0 }, 'licenseLimit'],
  [{ licenseLimit: 1.5 }, 'licenseLimit'],
  [{ planName: ' ' }, 'planName'],
  [{ features: ['CAD export'] }, 'features.0'],
  [{ endsOn: '2027-02-30' }, 'endsOn'],
  [{ endsOn: undefined }, 'endsOn'],
])('a trial with %j is refused', async (body, field) => {
  const { id } = await makeOrganization(db)
  const answer = await start(id, body)
  expect(answer.status).toBe(400)
  expect(Object.keys(Object(answer.body).errors)).toEqual([field])
})

test('of eight trials started at once one begins; there is none beside a subscription or with too few licenses', async () => {
  const { id } = await makeOrganization(db)
  const answers = await Promise.all(Array.from({ length: 8 }, () => start(id)))
  expect(statusesOf(answers)).toEqual([201, 409, 409, 409, 409, 409, 409, 409])
  expect(answers.filter(({ message }) => message === ALREADY_SUBSCRIBED)).toHaveLength(7)
  const full = await makeOrganization(db)
  for (let count = 0; count < 4; count += 1) await makeLicense(db, { organizationId: full.id })
  expect(await start(full.id)).toMatchObject({ status: 409, message: expect.stringContaining('4 licenses') })
})

test('only admins start, change and convert trials', async () => {
  const { owner, trial } = await trying()
  for (const person of [owner, await signIn({ role: 'customer' }), await signIn({ role: 'agent' })]) {
    const params = { id: trial.id }
    const answers = [
      await person.call(trials.start, {
        params: { id: owner.organizationId },
        body: { licenseLimit: 9, endsOn: inDays(9) },
      }),
      await person.call(trials.change, { params, body: { licenseLimit: 9 } }),
      await person.call(trials.convert, { params, body: { licenseLimit: 9, pricePerLicense: '1' } }),
      await person.call(trials.previewConversion, { params, query: { licenseLimit: '9', pricePerLicense: '1' } }),
    ]
    expect(statusesOf(answers)).toEqual([403, 403, 403, 403])
  }
  expect(await stored(trial)).toMatchObject({ isTrial: true, licenseLimit: 3 })
})

test('a trial is extended, and gets other licenses and features; its administrators hear of the first two', async () => {
  const { owner, trial, letters } = await trying({ features: ['reports'] })
  const extended = await change(trial.id, {
    endsOn: inDays(30),
    licenseLimit: 5,
    features: [],
    featuresFrom: ['reports'],
  })
  expect(extended.body).toMatchObject({
    isTrial: true,
    licenseLimit: 5,
    features: [],
    currentPeriodEnd: midnightIn(31),
  })
  expect((await change(trial.id, { features: ['reports'] })).status).toBe(200)
  expect((await change(trial.id, { endsOn: inDays(30) })).status).toBe(200)
  expect(await changesOf(trial)).toMatchObject([
    ['subscription.trial-started', {}],
    [
      'subscription.trial-changed',
      { endsOn: [inDays(14), inDays(30)], licenseLimit: [3, 5], features: ['reports', null] },
    ],
    ['subscription.trial-changed', { features: [null, 'reports'] }],
  ])
  expect(await letters('trial-changed')).toHaveLength(1)
  expect(await change(trial.id, { features: [], featuresFrom: [] })).toMatchObject({
    message: otherFeatures(['reports']),
  })
  for (let count = 0; count < 2; count += 1) await makeLicense(db, { organizationId: owner.organizationId })
  expect((await change(trial.id, { licenseLimit: 2 })).status).toBe(200)
  expect((await change(trial.id, { licenseLimit: 1 })).status).toBe(409)
  expect((await change(trial.id, {})).status).toBe(400)
})

test('a trial has no price, and is neither canceled nor resumed', async () => {
  const { owner, trial } = await trying()
  const [byId, ofOrganization] = [{ params: { id: trial.id } }, { params: { id: owner.organizationId } }]
  const answers = [
    await admin.call(subscriptions.changeSubscription, { ...byId, body: { licenseLimit: 4 } }),
    await admin.call(organizations.setPricing, { ...ofOrganization, body: { twelveMonthValue: '1200.00' } }),
    await owner.call(subscriptions.cancel, { body: {} }),
    await admin.call(subscriptions.cancelSubscription, byId),
    await admin.call(subscriptions.resumeSubscription, byId),
  ]
  expect(statusesOf(answers)).toEqual([409, 409, 409, 409, 409])
  expect(answers.slice(0, 4).map(({ message }) => message)).toEqual([
    TRIAL_CANNOT_CHANGE,
    TRIAL_CANNOT_CHANGE,
    TRIAL_ENDS,
    TRIAL_ENDS,
  ])
  expect(await actionsOf(trial)).toEqual(['subscription.trial-started'])
})

test('licenses that are asked for in a trial are added now, free of charge; fewer can’t be asked for', async () => {
  const { owner, trial } = await trying()
  const businessJustification = 'Two more people want to try it.'
  const more = { additionalLicenses: 2, businessJustification }
  const { body: request } = await owner.call(licenseRequests.create, { body: more })
  const approve = (effective: Effective) =>
    admin.call(licenseRequests.approve, { params: { id: request.id }, body: { effective } })
  expect(await approve('period_end')).toMatchObject({ status: 409, message: TRIAL_CANNOT_WAIT })
  expect((await approve('now')).status).toBe(200)
  expect(await stored(trial)).toMatchObject({ isTrial: true, licenseLimit: 5 })
  expect([await chargesOf(trial), await priceOf({ ...trial, organizationId: owner.organizationId })]).toEqual([[], 0])
  const fewer = { fewerLicenses: 1, businessJustification }
  expect(await owner.call(licenseRequests.createReduction, { body: fewer })).toMatchObject({
    message: TRIAL_CANNOT_WAIT,
  })
})

test('a trial that the earlier release resumed is a subscription', async () => {
  const { owner, trial } = await trying()
  await db.update(subscriptionTable).set({ status: 'active' }).where(eq(subscriptionTable.id, trial.id))
  expect(await change(trial.id, { licenseLimit: 4 })).toMatchObject({ status: 409, message: NOT_A_TRIAL })
  expect((await owner.call(subscriptions.read)).body.subscription).toMatchObject({ status: 'active', isTrial: false })
  const { body } = await admin.call(organizations.billing, { params: { id: owner.organizationId } })
  expect(body.organization.billingStatus).toBe('active')
})

test('a subscription that is no trial is neither changed nor converted as one', async () => {
  const { id: organizationId } = await makeOrganization(db)
  const { id } = await makeSubscription(db, { organizationId })
  expect(await change(id, { licenseLimit: 20 })).toMatchObject({ status: 409, message: NOT_A_TRIAL })
  const conversion = { params: { id }, body: { licenseLimit: 3, pricePerLicense: '100' } }
  expect(await admin.call(trials.convert, conversion)).toMatchObject({ status: 409, message: NOT_A_TRIAL })
})
