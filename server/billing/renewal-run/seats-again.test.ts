import { expect, test } from 'vitest'
import { subscriptions } from '#contract/billing/subscriptions.ts'
import { chargesOf, subscribed } from '#server/testing/billing/renewals.ts'
import { newOrganization, signIn } from '#server/testing/testing.ts'

const admin = await signIn({ role: 'admin' })

/** Ten seats, whose first period was billed just now. */
async function billed() {
  const params = { id: await newOrganization({ licenseLimit: null }) }
  const body = { pricePerLicense: '10.00', licenseLimit: 10, billingType: 'monthly' }
  return (await admin.call(subscriptions.createSubscription, { params, body })).body
}

const change = ({ id }: { id: string }, licenseLimit: number) =>
  admin.call(subscriptions.changeSubscription, { params: { id }, body: { licenseLimit } })

const seatsCharged = async (subscription: { id: string }) => (await chargesOf(subscription)).map(({ seats }) => seats)

test('seats that go and return within the period they were billed for are not charged again', async () => {
  const subscription = await billed()
  await change(subscription, 4)
  await change(subscription, 10)
  expect(await seatsCharged(subscription)).toEqual([])
  await change(subscription, 3)
  await change(subscription, 12)
  expect(await seatsCharged(subscription)).toEqual([2])
  await change(subscription, 5)
  await change(subscription, 12)
  expect(await seatsCharged(subscription)).toEqual([2])
  await change(subscription, 13)
  expect(await seatsCharged(subscription)).toEqual([2, 1])
})

test('in a period that the portal has not billed, the seats there were are taken for paid', async () => {
  const subscription = await subscribed()
  await change(subscription, 12)
  expect(await seatsCharged(subscription)).toEqual([2])
})
