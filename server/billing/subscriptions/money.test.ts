import fc from 'fast-check'
import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { invoices } from '#contract/billing/invoices.ts'
import { subscriptions } from '#contract/billing/subscriptions.ts'
import { divideCents, monthlyCents, toAmount } from '#contract/money.ts'
import { dashboard } from '#contract/operations/dashboard.ts'
import { organizations as organizationContract } from '#contract/operations/organizations.ts'
import { organizations } from '#server/database/schema/identity/organizations.ts'
import { systemActor } from '#server/platform/actor.ts'
import { many } from '#server/testing/platform/long-form.ts'
import { db, platform, signIn, type Person } from '#server/testing/testing.ts'
import { addSeats } from './add-seats.ts'

const admin = await signIn({ role: 'admin' })

const amount = fc.integer({ min: 0, max: 99_999_999 }).map(toAmount)
const seats = fc.integer({ min: 1, max: 500 })

/** Changes of an organization's price. */
const step = fc.oneof(
  fc.record({ verb: fc.constant('subscribe' as const), pricePerLicense: amount, licenseLimit: seats }),
  fc.record({ verb: fc.constant('price' as const), twelveMonthValue: amount }),
  fc.record({ verb: fc.constant('change' as const), price: fc.option(amount), licenseLimit: seats }),
  fc.record({ verb: fc.constant('grow' as const), seats }),
)
type Step = typeof step extends fc.Arbitrary<infer Value> ? Value : never

async function take({ verb, ...wanted }: Step, { organizationId: id }: Person, subscriptionId: string | undefined) {
  const params = { id }
  if (verb === 'subscribe') return admin.call(subscriptions.createSubscription, { params, body: wanted })
  if (verb === 'price') return admin.call(organizationContract.setPricing, { params, body: wanted })
  if (!subscriptionId) return undefined
  if (verb === 'grow' && 'seats' in wanted) {
    return db.transaction((tx) =>
      addSeats(platform, tx, systemActor, { organizationId: id, seats: wanted.seats, effective: 'now' }),
    )
  }
  const { price, ...rest } = { price: null, ...wanted }
  const body = price === null ? rest : { price, ...rest }
  return admin.call(subscriptions.changeSubscription, { params: { id: subscriptionId }, body })
}

/** Twelve months, one month and the list say the same everywhere. */
async function expectConsistent(owner: Person) {
  const [row] = await db.select().from(organizations).where(eq(organizations.id, owner.organizationId))
  const cents = row!.twelveMonthCents
  expect(Number.isSafeInteger(cents) && cents >= 0).toBe(true)
  const [own, start, all, overview] = await Promise.all([
    owner.call(subscriptions.read),
    owner.call(dashboard.read),
    admin.call(organizationContract.list),
    admin.call(invoices.overview),
  ])
  const { subscription } = own.body
  const listed = all.body.find(({ id }) => id === owner.organizationId)
  expect(listed).toMatchObject({
    twelveMonthValue: toAmount(cents),
    numberOfLicenses: subscription?.licenseLimit ?? 0,
  })
  expect(subscription?.price).toBe(subscription ? toAmount(monthlyCents(cents)) : undefined)
  expect(start.body).toMatchObject({ subscription: subscription && { price: toAmount(cents) } })
  const billed = overview.body.find(({ organizationId }) => organizationId === owner.organizationId)
  const seatCents = subscription ? divideCents(cents, 12 * subscription.licenseLimit) : 0
  expect(billed?.pricePerLicense).toBe(toAmount(seatCents))
  return subscription?.id
}

test(
  'whatever is done to a price, every screen shows the same one [R-CONST-03 R-CONST-04 R-CONST-05]',
  async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 2, maxLength: 6 }), async (steps) => {
        const owner = await signIn({ licenseLimit: null })
        let subscriptionId: string | undefined
        for (const each of steps) {
          await take(each, owner, subscriptionId)
          subscriptionId = await expectConsistent(owner)
        }
      }),
      { numRuns: many(30), endOnFailure: true },
    )
  },
  many(30_000),
)
