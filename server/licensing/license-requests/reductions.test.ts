import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { NO_SUBSCRIPTION } from '#contract/licensing/changes.ts'
import {
  CANCELED_CANNOT_GROW,
  licenseRequests,
  REDUCTION_AT_PERIOD_END,
  tooManyFewer,
} from '#contract/licensing/license-requests.ts'
import { makeLicense } from '#demo/rows/licenses.ts'
import { subscriptions } from '#server/database/schema/billing/subscriptions.ts'
import { admin, approve, ask, justification, mailsTo, termsOf } from '#server/testing/licensing/license-requests.ts'
import { db, signIn, statusesOf, type Person } from '#server/testing/testing.ts'

const askFewer = ({ call }: Pick<Person, 'call'>, fewerLicenses: unknown, changes: object = {}) =>
  call(licenseRequests.createReduction, { body: { fewerLicenses, businessJustification: justification, ...changes } })

test('fewer licenses are asked for, approved for the end of the period, and announced by email', async () => {
  const owner = await signIn({ licenseLimit: 10 })
  const { status, body } = await askFewer(owner, 4)
  expect([status, body]).toMatchObject([201, { additionalLicenses: -4, status: 'pending' }])
  expect((await owner.call(licenseRequests.list)).body).toMatchObject([{ id: body.id, additionalLicenses: -4 }])

  expect(await approve(body, 'now')).toMatchObject({ status: 409, message: REDUCTION_AT_PERIOD_END })
  expect(await approve(body, 'period_end')).toMatchObject({
    status: 200,
    body: { status: 'approved', plannedSeats: -4 },
  })
  expect(await termsOf(owner.organizationId)).toMatchObject({
    licenseLimit: 10,
    adjustments: [{ deltaQuantity: -4, status: 'pending' }],
  })
  const [mail] = await mailsTo(owner)
  expect(mail?.subject).toContain('4 fewer licenses')
  expect(mail?.text).toContain('change when your next billing period begins')
})

test('seats of existing licenses cannot be given back, neither when asked for nor when approved', async () => {
  const owner = await signIn({ licenseLimit: 5 })
  const { organizationId } = owner
  const add = () => makeLicense(db, { organizationId })
  await add()
  await add()
  const refusal = tooManyFewer({ licenseLimit: 5, licensesUsed: 2 })
  expect(await askFewer(owner, 4)).toMatchObject({ status: 409, message: refusal })
  const [first, second] = [(await askFewer(owner, 3)).body, (await askFewer(owner, 1)).body]
  await approve(first, 'period_end')
  expect(await approve(second, 'period_end')).toMatchObject({ status: 409, message: refusal })
  expect((await termsOf(organizationId)).adjustments).toEqual([{ deltaQuantity: -3, status: 'pending' }])

  const full = await signIn({ licenseLimit: 1 })
  expect(await askFewer(full, 1)).toMatchObject({
    status: 409,
    message: expect.stringContaining('none can be given back'),
  })
})

test('an opposite request cancels a planned reduction', async () => {
  const owner = await signIn({ licenseLimit: 10 })
  await approve((await askFewer(owner, 4)).body, 'period_end')
  await approve((await ask(owner, { additionalLicenses: 4 })).body, 'period_end')
  expect((await termsOf(owner.organizationId)).adjustments).toEqual([])
})

test('a reduction needs a subscription that renews', async () => {
  expect(await askFewer(await signIn({ licenseLimit: null }), 1)).toMatchObject({
    status: 409,
    message: NO_SUBSCRIPTION,
  })
  const canceled = await signIn({ licenseLimit: 5 })
  await db
    .update(subscriptions)
    .set({ status: 'canceled' })
    .where(eq(subscriptions.organizationId, canceled.organizationId))
  expect(await askFewer(canceled, 1)).toMatchObject({ status: 409, message: CANCELED_CANNOT_GROW })
})

test('only administrators of an organization ask for fewer, in whole numbers and with a reason', async () => {
  const owner = await signIn({ licenseLimit: 5 })
  const others = [await owner.colleague('customer'), await signIn({ role: 'agent' }), admin]
  expect(statusesOf(await Promise.all(others.map((person) => askFewer(person, 1))))).toEqual([403, 403, 403])
  for (const fewer of [0, -1, 1.5, '2', null, undefined, 10_000_000]) {
    expect((await askFewer(owner, fewer)).status).toBe(400)
  }
  expect((await askFewer(owner, 1, { businessJustification: 'short' })).status).toBe(400)
})
