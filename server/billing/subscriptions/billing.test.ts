import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { subscriptions } from '#contract/billing/subscriptions.ts'
import { makeInvoice } from '#demo/rows/invoices.ts'
import { makeActiveLicense, makeLicense } from '#demo/rows/licenses.ts'
import { makeOrganization } from '#demo/rows/organizations.ts'
import { makeSubscription } from '#demo/rows/subscriptions.ts'
import { seatCharges } from '#server/database/schema/billing/payments.ts'
import { adjustments } from '#server/database/schema/billing/subscriptions.ts'
import { organizations } from '#server/database/schema/identity/organizations.ts'
import { db, platform, inDays, signIn } from '#server/testing/testing.ts'

const NOTHING = { subscription: null, invoices: [], invoiceCount: 0, outstanding: '0.00', pendingAdjustments: [] }

test('a customer reads the own subscription with the price of a month [R-CONST-01 R-GEN-11 R-ROLE-34 R-API-34 R-ENT-32]', async () => {
  const person = await signIn({ role: 'customer', licenseLimit: null })
  const { organizationId } = person
  const terms = { organizationId, licenseLimit: 7, monthlyCents: 174_650 }
  const { currentPeriodStart, currentPeriodEnd } = await makeSubscription(db, terms)
  await makeLicense(db, { organizationId })
  const invoice = await makeInvoice(db, { organizationId, amountCents: 174_650 })
  const { body } = await person.call(subscriptions.read)
  expect(body.subscription).toMatchObject({
    planName: 'Standard Plan',
    status: 'active',
    price: '1746.50',
    currency: 'ZAR',
    licenseLimit: 7,
    licensesUsed: 1,
    currentPeriodStart,
    currentPeriodEnd,
  })
  expect(body.invoices).toMatchObject([{ id: invoice.id, amount: '1746.50', status: 'issued' }])
  expect(body).toMatchObject({ pendingAdjustments: [], bankDetails: platform.config.vendor.bankDetails ?? null })
})

test('billing says whether the organization is suspended', async () => {
  const person = await signIn({ role: 'customer' })
  const isSuspended = async () => (await person.call(subscriptions.read)).body.isSuspended
  expect(await isSuspended()).toBe(false)
  const suspended = { suspendedAt: inDays(0) }
  await db.update(organizations).set(suspended).where(eq(organizations.id, person.organizationId))
  expect(await isSuspended()).toBe(true)
})

test('usage counts active licenses, and licenses with a device name [R-BILLC-31 R-BILLC-32]', async () => {
  const person = await signIn({ licenseLimit: 7 })
  const { organizationId } = person
  await makeActiveLicense(db, { organizationId, deviceName: 'FRONT-DESK' })
  await makeLicense(db, { organizationId, status: 'revoked', deviceName: 'OLD-PC' })
  await makeLicense(db, { organizationId })
  await makeActiveLicense(db, { organizationId: (await makeOrganization(db)).id })
  const { usage, subscription } = (await person.call(subscriptions.read)).body
  expect(usage).toEqual({ activeLicenses: 1, activeDevices: 2 })
  expect(subscription?.licensesUsed).toBe(3)
})

test('a pending seat change is listed, an applied or dropped one is not [R-ENT-33 R-BILLC-13]', async () => {
  const person = await signIn({ licenseLimit: null })
  const { organizationId } = person
  const { id: subscriptionId } = await makeSubscription(db, { organizationId })
  const facts = { organizationId, subscriptionId, effectiveAt: inDays(15) }
  await db.insert(adjustments).values([
    { ...facts, deltaQuantity: 9, status: 'applied', appliedAt: inDays(-1) },
    { ...facts, deltaQuantity: 8, status: 'dropped' },
    { ...facts, deltaQuantity: -3 },
  ])
  const { pendingAdjustments } = (await person.call(subscriptions.read)).body
  expect(pendingAdjustments).toMatchObject([{ deltaQuantity: -3, effectiveAt: facts.effectiveAt }])
})

test('billing shows its interval and the cost of unbilled seats, now and after a cancellation', async () => {
  const person = await signIn({ licenseLimit: null })
  const { organizationId } = person
  const { id: subscriptionId, currentPeriodEnd } = await makeSubscription(db, { organizationId })
  const period = { periodStart: currentPeriodEnd, periodEnd: inDays(45), seats: 10 }
  const renewal = await makeInvoice(db, { organizationId, subscriptionId, ...period })
  const earlier = await makeInvoice(db, { organizationId })
  const charge = { organizationId, subscriptionId, seats: 1, startsAt: inDays(-1), endsAt: currentPeriodEnd }
  await db.insert(seatCharges).values([
    { ...charge, amountCents: 12_050 },
    { ...charge, amountCents: 95 },
    { ...charge, amountCents: 400, invoiceId: renewal.id },
    { ...charge, amountCents: 70_000, invoiceId: earlier.id },
    { ...charge, startsAt: currentPeriodEnd, endsAt: period.periodEnd, amountCents: 3 },
  ])
  const { billingType, unbilled, unbilledIfCanceled } = (await person.call(subscriptions.read)).body
  expect({ billingType, unbilled, unbilledIfCanceled }).toEqual({
    billingType: 'monthly',
    unbilled: '121.48',
    unbilledIfCanceled: '125.45',
  })
})

test('the newest hundred invoices come along, with the number and the debt of all', async () => {
  const person = await signIn({ role: 'customer' })
  const { organizationId } = person
  for (let count = 0; count < 101; count += 1) {
    await makeInvoice(db, { organizationId, status: 'paid', createdAt: inDays(-count - 1) })
  }
  for (const status of ['issued', 'pending', 'overdue', 'failed', 'void', 'cancelled', 'draft'] as const) {
    await makeInvoice(db, { organizationId, status, amountCents: 10_050 })
  }
  const { body } = await person.call(subscriptions.read)
  expect(body.invoices).toHaveLength(100)
  expect(body.invoices.some(({ status }) => status === 'draft')).toBe(false)
  expect(body.invoiceCount).toBe(107)
  expect(body.outstanding).toBe('402.00')
})

test('what is to pay comes along, however old it is', async () => {
  const person = await signIn({ role: 'customer' })
  const { organizationId } = person
  for (let count = 0; count < 100; count += 1)
    await makeInvoice(db, { organizationId, status: 'paid', createdAt: inDays(-count) })
  const older = await makeInvoice(db, { organizationId, status: 'overdue', createdAt: inDays(-200) })
  const oldest = await makeInvoice(db, { organizationId, status: 'overdue', createdAt: inDays(-300) })
  await makeInvoice(db, { organizationId, status: 'paid', createdAt: inDays(-250) })
  const { body } = await person.call(subscriptions.read)
  expect(body.invoices.slice(100).map(({ id }) => id)).toEqual([older.id, oldest.id])
})

test('users cannot read the billing of another organization', async () => {
  const other = await makeOrganization(db)
  const { id: subscriptionId } = await makeSubscription(db, { organizationId: other.id })
  await makeInvoice(db, { organizationId: other.id })
  const waiting = { organizationId: other.id, subscriptionId, deltaQuantity: 1, effectiveAt: inDays(1) }
  await db.insert(adjustments).values(waiting)
  const person = await signIn({ licenseLimit: null })
  expect((await person.call(subscriptions.read)).body).toMatchObject(NOTHING)
})

test('staff without an organization have nothing to pay', async () => {
  for (const role of ['agent', 'admin'] as const) {
    const { status, body } = await (await signIn({ role })).call(subscriptions.read)
    expect(status).toBe(200)
    expect(body).toMatchObject({ ...NOTHING, details: null })
  }
})

const details = {
  contactEmail: 'accounts@acme.example',
  phone: '010 555 0100',
  address: '12 Shaft Road',
  vatNumber: '',
}
type Person = Awaited<ReturnType<typeof signIn>>
const change = (person: Person, body: object) => person.call(subscriptions.changeDetails, { body })

test('the organization’s admin changes what its invoices say, and every other organization stays as it is', async () => {
  const person = await signIn()
  const other = await makeOrganization(db)
  const answer = await change(person, {
    ...details,
    vatNumber: '412 345 6789',
    organizationName: 'Stolen',
    id: other.id,
  })
  expect(answer.status).toBe(200)
  expect(answer.body).toMatchObject({ ...details, vatNumber: '4123456789' })
  expect(answer.body.organizationName).toMatch(/^Organization /)
  expect((await person.call(subscriptions.read)).body.details).toEqual(answer.body)
  expect((await change(person, { ...details, phone: '  ' })).body).toMatchObject({ phone: null, vatNumber: null })
  expect((await change(person, { phone: '010 555 0199' })).body).toMatchObject({
    ...details,
    phone: '010 555 0199',
    vatNumber: null,
  })
  expect(await db.select().from(organizations).where(eq(organizations.id, other.id))).toEqual([other])
})

test.each([
  [{ contactEmail: 'nobody' }, 'contactEmail'],
  [{ vatNumber: '123' }, 'vatNumber'],
  [{ phone: '0'.repeat(41) }, 'phone'],
  [{ address: 'x'.repeat(501) }, 'address'],
  [{ address: 'a\u0000b' }, 'address'],
])('%o is refused at its field', async (wrong, field) => {
  const person = await signIn()
  const { status, body } = await change(person, { ...details, ...wrong })
  expect(status).toBe(400)
  expect(Object.keys((body as unknown as { errors: object }).errors)).toEqual([field])
})

test('only an admin of an organization changes its details', async () => {
  for (const [role, status] of [
    ['customer', 403],
    ['agent', 403],
    ['admin', 409],
  ] as const) {
    expect([role, (await change(await signIn({ role }), details)).status]).toEqual([role, status])
  }
})
