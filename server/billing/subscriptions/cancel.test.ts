import { and, eq, inArray } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { COMMENT_MAX } from '#contract/billing/subscriptions/cancellation.ts'
import { ALREADY_CANCELED, subscriptions, CANNOT_CANCEL } from '#contract/billing/subscriptions.ts'
import { formatDate, lastBusinessDay } from '#contract/dates.ts'
import { NO_SUBSCRIPTION } from '#contract/licensing/changes.ts'
import { audit } from '#contract/operations/audit.ts'
import { organizations } from '#contract/operations/organizations.ts'
import { makeSubscription } from '#demo/rows/subscriptions.ts'
import { auditLog } from '#server/database/schema/audit.ts'
import { adjustments, subscriptions as subscriptionTable } from '#server/database/schema/billing/subscriptions.ts'
import { emails } from '#server/database/schema/emails.ts'
import { notificationSettings } from '#server/database/schema/identity/users.ts'
import { config, db, inDays, signIn, statusesOf, type Person } from '#server/testing/testing.ts'

type Facts = Partial<Parameters<typeof makeSubscription>[1]>

async function subscribed(facts: Facts = {}) {
  const owner = await signIn({ licenseLimit: null })
  const { organizationId } = owner
  const subscription = await makeSubscription(db, { organizationId, currentPeriodEnd: inDays(10), ...facts })
  return { owner, organizationId, subscription }
}

const cancel = (person: Person, body?: object) => person.call(subscriptions.cancel, { body })
const stored = async (id: string) => (await db.select().from(subscriptionTable).where(eq(subscriptionTable.id, id)))[0]
const emailsTo = (to: string[], kind: string) =>
  db
    .select()
    .from(emails)
    .where(and(inArray(emails.to, to), eq(emails.kind, kind)))

test('a canceled subscription runs to the end of its period, and what was pending is dropped [R-API-35 R-STATE-23]', async () => {
  const { owner, organizationId, subscription } = await subscribed()
  const { id: subscriptionId, currentPeriodEnd } = subscription
  await db
    .insert(adjustments)
    .values({ organizationId, subscriptionId, deltaQuantity: 4, effectiveAt: currentPeriodEnd })
  const { status, body } = await cancel(owner)
  expect(status).toBe(200)
  expect(body).toMatchObject({ id: subscriptionId, status: 'canceled', currentPeriodEnd, licenseLimit: 10 })
  const row = await stored(subscriptionId)
  expect(row).toMatchObject({ status: 'canceled', currentPeriodEnd, endedAt: null })
  expect(Math.abs(Date.parse(row?.canceledAt ?? '') - Date.now())).toBeLessThan(60_000)
  expect((await owner.call(subscriptions.read)).body).toMatchObject({
    subscription: { status: 'canceled', currentPeriodEnd },
    pendingAdjustments: [],
  })
  const [dropped] = await db.select().from(adjustments).where(eq(adjustments.subscriptionId, subscriptionId))
  expect(dropped).toMatchObject({ status: 'dropped', appliedAt: null })
  const told = await db.select().from(auditLog).where(eq(auditLog.subjectId, subscriptionId))
  expect(told).toMatchObject([
    {
      action: 'subscription.canceled',
      actorId: owner.user.id,
      organizationId,
      changes: { status: ['active', 'canceled'], pendingSeats: [[4], []] },
    },
  ])
})

test('administrators with the notification on and sales are emailed once', async () => {
  const { owner, organizationId, subscription } = await subscribed({ planName: 'Emailed Plan' })
  const [silent, member] = [await owner.colleague('org_admin'), await owner.colleague('customer')]
  await db.insert(notificationSettings).values({ userId: silent.user.id, kind: 'subscription', isEnabled: false })
  await cancel(owner)
  const people = [owner, silent, member].map(({ user }) => user.email)
  const letters = await emailsTo(people, 'subscription-canceled')
  expect(letters.map(({ to }) => to)).toEqual([owner.user.email])
  const lastDay = lastBusinessDay(subscription.currentPeriodEnd, 'Africa/Johannesburg')
  expect(letters[0]?.text).toContain(`Nothing changes until ${formatDate(lastDay)}.`)
  const [row] = (await emailsTo([config.salesEmail], 'cancellation-for-sales')).filter(({ text }) =>
    text.includes('Subscription: Emailed Plan'),
  )
  expect(row?.text).toContain(`Ends on: ${formatDate(lastDay)}`)
  expect(organizationId).not.toBe('')
})

test('of eight cancellations at once one is done, and so is one mail', async () => {
  const { owner, subscription } = await subscribed()
  const answers = await Promise.all(Array.from({ length: 8 }, () => cancel(owner)))
  expect(statusesOf(answers)).toEqual([200, 409, 409, 409, 409, 409, 409, 409])
  expect(answers.filter(({ message }) => message === ALREADY_CANCELED)).toHaveLength(7)
  expect(await emailsTo([owner.user.email], 'subscription-canceled')).toHaveLength(1)
  const { canceledAt } = (await stored(subscription.id)) ?? {}
  expect(await cancel(owner)).toMatchObject({ status: 409, message: ALREADY_CANCELED })
  expect((await stored(subscription.id))?.canceledAt).toBe(canceledAt)
})

test.each([
  ['past due', { status: 'past_due' }],
  ['unpaid', { status: 'unpaid' }],
  ['over and not renewed', { currentPeriodEnd: inDays(-1) }],
] as const)('a subscription that is %s is not canceled [R-STATE-24]', async (_what, facts) => {
  const { owner, subscription } = await subscribed(facts)
  expect(await cancel(owner)).toMatchObject({ status: 409, message: CANNOT_CANCEL })
  expect((await stored(subscription.id))?.status).toBe(subscription.status)
})

test('an ended or missing subscription cannot be canceled', async () => {
  const { owner } = await subscribed({ status: 'canceled', canceledAt: inDays(-9), currentPeriodEnd: inDays(-1) })
  for (const person of [owner, await signIn({ licenseLimit: null }), await signIn({ role: 'admin' })]) {
    expect(await cancel(person)).toMatchObject({ status: 404, message: NO_SUBSCRIPTION })
  }
})

test('members and agents cancel nothing', async () => {
  const { owner, subscription } = await subscribed()
  for (const person of [await owner.colleague('customer'), await signIn({ role: 'agent' })]) {
    expect((await cancel(person)).status).toBe(403)
  }
  expect((await stored(subscription.id))?.status).toBe('active')
})

const feedback = { cancellationReason: 'too_expensive', cancellationComment: 'Twice the price\nof last year' } as const

test('sales and admins learn why a subscription is canceled, and its organization sees no comment', async () => {
  const { owner, organizationId, subscription } = await subscribed({ planName: 'Expensive Plan' })
  const admin = await signIn({ role: 'admin' })
  const billing = async () => (await admin.call(organizations.billing, { params: { id: organizationId } })).body
  expect((await billing()).cancellation).toBeNull()
  expect((await cancel(owner, feedback)).status).toBe(200)
  expect((await billing()).cancellation).toEqual(feedback)
  const [letter] = (await emailsTo([config.salesEmail], 'cancellation-for-sales')).filter(({ text }) =>
    text.includes('Subscription: Expensive Plan'),
  )
  expect(letter?.text).toContain('Reason: Too expensive\nComment:\n  Twice the price\n  of last year')
  const [entry] = await db.select().from(auditLog).where(eq(auditLog.subjectId, subscription.id))
  expect(entry?.changes).toEqual({
    status: ['active', 'canceled'],
    cancellationReason: [null, 'too_expensive'],
    internalReason: [null, feedback.cancellationComment],
  })

  await admin.call(subscriptions.resumeSubscription, { params: subscription })
  expect((await billing()).cancellation).toBeNull()
  const body = { endsAtOnce: false, cancellationComment: 'They were rude.' }
  await admin.call(subscriptions.cancelSubscription, { params: subscription, body })
  expect((await billing()).cancellation).toEqual({ cancellationReason: null, cancellationComment: 'They were rude.' })
  const entries = (await owner.call(audit.list, { query: { subject: subscription.id } })).body
  expect(entries.filter(({ action }) => action === 'subscription.canceled')).toHaveLength(2)
  const read = JSON.stringify([entries, (await owner.call(subscriptions.read)).body])
  for (const comment of ['Twice', 'rude']) expect(read).not.toContain(comment)

  await admin.call(subscriptions.resumeSubscription, { params: subscription })
  await cancel(owner, { cancellationComment: ' ' })
  expect((await billing()).cancellation).toEqual({ cancellationReason: null, cancellationComment: null })
})

test.each([
  ['an unknown reason', { cancellationReason: 'bored' }],
  ['a comment that is too long', { cancellationComment: 'a'.repeat(COMMENT_MAX + 1) }],
  ['a comment that is no text', { cancellationComment: 7 }],
])('%s is refused, and nothing is canceled', async (_what, body) => {
  const { owner, subscription } = await subscribed()
  expect((await cancel(owner, body)).status).toBe(400)
  expect((await stored(subscription.id))?.status).toBe('active')
})
