import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { formatDate } from '#contract/dates.ts'
import { makeSubscription } from '#demo/rows/subscriptions.ts'
import { withBillingLock } from '#server/billing/lock.ts'
import { remindAll } from '#server/billing/reminders/reminders.ts'
import { subscriptions } from '#server/database/schema/billing/subscriptions.ts'
import { dayIn, emailsTo, makeLateInvoice } from '#server/testing/billing/billing-mails.ts'
import { pay, reverse } from '#server/testing/billing/invoices.ts'
import { db, inDays, platform, signIn } from '#server/testing/testing.ts'
import { notifyBillingStatus } from './notify.ts'

/** The owner of a subscription that is past due. */
async function pastDue() {
  const { user, organizationId } = await signIn({ licenseLimit: null })
  const { id } = await makeSubscription(db, { organizationId, status: 'past_due', pastDueAt: inDays(-40) })
  const letters = (kind: string) => emailsTo(user.email, kind)
  return { letters, organizationId, ofSubscription: { organizationId, subscriptionId: id } }
}

const dayText = async (days: number) => formatDate(await dayIn(days))

test('a reminder of a later invoice counts the days until devices stop from the oldest one', async () => {
  const { organizationId, letters } = await pastDue()
  await makeLateInvoice(8, { organizationId })
  await makeLateInvoice(7, { organizationId })
  await remindAll(platform)
  const texts = (await letters('payment-reminder')).map(({ text }) => text)
  const stopDay = await dayText(7)
  expect(texts.filter((text) => text.includes(`If it isn’t paid, devices stop on ${stopDay}:`))).toHaveLength(1)
  expect(
    texts.filter((text) => text.includes(`If your oldest invoice isn’t paid, devices stop on ${stopDay}:`)),
  ).toHaveLength(1)
})

test('a reminder says that an older invoice has stopped devices, and when it ends the subscription', async () => {
  const { ofSubscription, letters } = await pastDue()
  await makeLateInvoice(45, ofSubscription)
  const later = await makeLateInvoice(30, ofSubscription)
  await remindAll(platform)
  const written = await letters('payment-reminder')
  const text = written.find(({ subject }) => subject.includes(later.invoiceNumber))?.text
  expect(text).toContain(
    `Devices stopped on ${await dayText(-30)}: the application doesn’t run on them until no invoice is more than 14 days overdue.`,
  )
  expect(text).toContain(`Without payment your subscription ends on ${await dayText(16)}.`)
})

test('a reversal says that another invoice keeps devices stopped', async () => {
  const { organizationId, letters } = await pastDue()
  await makeLateInvoice(20, { organizationId })
  const invoice = await makeLateInvoice(-5, { organizationId, amountCents: 100_000 })
  const { body } = await pay(invoice, '1000.00')
  await reverse(body.payments[0]?.id)
  expect((await letters('payment-reversed'))[0]?.text).toContain(
    'Devices don’t work until no invoice is more than 14 days overdue.',
  )
})

test('a subscription that is active again says which devices another invoice stops', async () => {
  const { organizationId, ofSubscription, letters } = await pastDue()
  const invoice = await makeLateInvoice(40, { ...ofSubscription, amountCents: 100_000 })
  await makeLateInvoice(5, { organizationId })
  await pay(invoice, '1000.00')
  const text = (await letters('subscription-active'))[0]?.text
  expect(text).toContain('none of its invoices is overdue.')
  expect(text).toContain(
    `Another invoice is overdue. Devices keep working. If your oldest invoice isn’t paid, they stop on ${await dayText(10)}.`,
  )
})

test.each([
  ['its subscription was canceled', { status: 'canceled', canceledAt: inDays(-1), currentPeriodEnd: inDays(15) }, 30],
  ['its end is over', { status: 'past_due' }, 70],
] as const)('a reminder does not name the end of a subscription if %s', async (_case, facts, daysLate) => {
  const { ofSubscription, letters } = await pastDue()
  await db.update(subscriptions).set(facts).where(eq(subscriptions.id, ofSubscription.subscriptionId))
  await makeLateInvoice(daysLate, ofSubscription)
  const { invoiceNumber } = await makeLateInvoice(30, ofSubscription)
  await remindAll(platform)
  const written = await letters('payment-reminder')
  const text = written.find(({ subject }) => subject.includes(invoiceNumber))?.text
  expect(text).toContain('Devices stopped on')
  expect(text).not.toContain('your subscription ends')
})

test('a reminder of an ended subscription’s invoice does not name the end of the new one', async () => {
  const { organizationId, ofSubscription, letters } = await pastDue()
  const ended = await makeSubscription(db, { organizationId, status: 'canceled', endedAt: inDays(-20) })
  await makeLateInvoice(-10, ofSubscription)
  await makeLateInvoice(30, { organizationId, subscriptionId: ended.id })
  await remindAll(platform)
  const [letter] = await letters('payment-reminder')
  expect(letter?.text).toContain('Devices stopped on')
  expect(letter?.text).not.toContain('your subscription ends')
})

test('an unpaid subscription’s devices are said to wait for every invoice that stops them', async () => {
  const { organizationId, ofSubscription, letters } = await pastDue()
  await makeLateInvoice(20, ofSubscription)
  await makeLateInvoice(40, { organizationId })
  await withBillingLock(platform, organizationId, async (lock) => {
    if (!lock.subscription) throw new Error('No subscription')
    await notifyBillingStatus(platform, lock, lock.subscription, { billingStatus: 'unpaid', since: inDays(-6) })
  })
  const [letter] = await letters('subscription-unpaid')
  expect(letter?.text).toContain('It doesn’t run on them until no invoice is more than 14 days overdue.')
})
