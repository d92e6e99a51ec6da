import { eq } from 'drizzle-orm'
import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { TOO_MANY_SEATS } from '#contract/billing/subscriptions/drafts.ts'
import { TOTAL_TOO_LARGE, MAX_SEATS } from '#contract/billing/terms.ts'
import { NO_SUBSCRIPTION } from '#contract/licensing/changes.ts'
import { CANCELED_CANNOT_GROW, licenseRequests, OTHER_TERMS } from '#contract/licensing/license-requests.ts'
import { auditLog } from '#server/database/schema/audit.ts'
import { adjustments, subscriptions } from '#server/database/schema/billing/subscriptions.ts'
import { organizations } from '#server/database/schema/identity/organizations.ts'
import { notificationSettings } from '#server/database/schema/identity/users.ts'
import { remove } from '#server/testing/identity/team.ts'
import { admin, approve, ask, decline, mailsTo, termsOf } from '#server/testing/licensing/license-requests.ts'
import { db, signIn, statusesOf } from '#server/testing/testing.ts'

const owner = () => signIn({ licenseLimit: 3 })

test('approved for now, the seats are there at the same price each', async () => {
  const person = await owner()
  await db.update(organizations).set({ twelveMonthCents: 100_000 }).where(eq(organizations.id, person.organizationId))
  const { body: request } = await ask(person, { additionalLicenses: 2 })
  const { status, body } = await approve(request)
  expect(status).toBe(200)
  expect(body).toMatchObject({ status: 'approved', licenseLimit: 5, reason: null })
  expect(body.decidedAt).not.toBeNull()
  // 100000 / 3 * 5 = 166666.67
  expect(await termsOf(person.organizationId)).toMatchObject({
    licenseLimit: 5,
    twelveMonthCents: 166_667,
    adjustments: [{ deltaQuantity: 2, status: 'applied' }],
  })
  const [mail] = await mailsTo(person)
  expect(mail).toMatchObject({ kind: 'license-request-approved' })
  expect(mail?.text).toContain('2 licenses')
  const trail = await db
    .select()
    .from(auditLog)
    .where(eq(auditLog.organizationId, person.organizationId))
    .orderBy(auditLog.id)
  expect(trail.map(({ action }) => action)).toEqual([
    'license-request.created',
    'subscription.seats-added',
    'license-request.approved',
  ])
})

test('amounts beyond safe integers are exact to the cent', async () => {
  const person = await signIn({ licenseLimit: 999_999 })
  const twelveMonthCents = 98_765_432_109_877
  await db.update(organizations).set({ twelveMonthCents }).where(eq(organizations.id, person.organizationId))
  await approve((await ask(person, { additionalLicenses: 1 })).body)
  const exact = (2n * BigInt(twelveMonthCents) * 1_000_000n + 999_999n) / (2n * 999_999n)
  expect((await termsOf(person.organizationId)).twelveMonthCents).toBe(Number(exact))
})

test('no seats are added whose total would be too large', async () => {
  const person = await signIn({ licenseLimit: 1 })
  const { organizationId } = person
  const twelveMonthCents = 50_000_000_000_000
  await db.update(organizations).set({ twelveMonthCents }).where(eq(organizations.id, organizationId))
  const { body } = await ask(person, { additionalLicenses: 1 })
  expect(await approve(body)).toMatchObject({ status: 409, message: TOTAL_TOO_LARGE })
  expect((await termsOf(organizationId)).twelveMonthCents).toBe(twelveMonthCents)
})

test('approved for the end of the period, they wait there together with what waited already', async () => {
  const person = await owner()
  const { subscription } = await termsOf(person.organizationId)
  for (const additionalLicenses of [2, 4]) {
    await approve((await ask(person, { additionalLicenses })).body, 'period_end')
  }
  const { licenseLimit, twelveMonthCents, changes } = await termsOf(person.organizationId)
  expect([licenseLimit, twelveMonthCents]).toEqual([3, 1_200_000])
  expect(changes).toMatchObject([
    { deltaQuantity: 6, status: 'pending', effectiveAt: subscription?.currentPeriodEnd, userId: admin.user.id },
  ])
})

test('seats that cancel out a planned reduction leave nothing to do', async () => {
  const person = await signIn({ licenseLimit: 9 })
  const { subscription } = await termsOf(person.organizationId)
  await db.insert(adjustments).values({
    organizationId: person.organizationId,
    subscriptionId: subscription!.id,
    deltaQuantity: -2,
    effectiveAt: subscription!.currentPeriodEnd,
  })
  await approve((await ask(person, { additionalLicenses: 2 })).body, 'period_end')
  expect((await termsOf(person.organizationId)).adjustments).toEqual([])
})

test('declining emails the reason to the requester and changes nothing else', async () => {
  const person = await owner()
  const { body: request } = await ask(person)
  for (const reason of [null, '', '   ', 7, 'x'.repeat(2001)]) expect((await decline(request, reason)).status).toBe(400)
  expect((await decline(request)).body).toMatchObject({ status: 'declined' })
  const { body } = await person.call(licenseRequests.list)
  expect(body).toMatchObject([{ status: 'declined', reason: 'Please settle the open invoices first.' }])
  expect(await termsOf(person.organizationId)).toMatchObject({ licenseLimit: 3, adjustments: [] })
  const [mail] = await mailsTo(person)
  expect(mail?.text).toContain('Please settle the open invoices first.')
})

test('users who turned these emails off get none, and the decision still counts', async () => {
  const person = await owner()
  await db.insert(notificationSettings).values({ userId: person.user.id, kind: 'license_requests', isEnabled: false })
  expect((await approve((await ask(person)).body)).status).toBe(200)
  expect((await decline((await ask(person)).body)).status).toBe(200)
  expect(await mailsTo(person)).toEqual([])
})

test('a requester who was removed since gets no email, and the decision still counts', async () => {
  const person = await owner()
  const member = await person.colleague('customer')
  const { body: request } = await ask(member)
  await remove(person, member.user.id)
  expect((await approve(request)).body.status).toBe('approved')
  expect(await mailsTo(member)).toEqual([])
})

test('an approval that was decided with other terms on screen is refused and changes nothing', async () => {
  const person = await owner()
  const { organizationId } = person
  const { body: request } = await ask(person, { additionalLicenses: 2 })
  const { body: earlier } = await ask(person, { additionalLicenses: 1 })
  const shown = async () => (await admin.call(licenseRequests.read, { params: request })).body
  const changes = [
    () => approve(earlier, 'period_end'),
    () => db.update(subscriptions).set({ licenseLimit: 4 }).where(eq(subscriptions.organizationId, organizationId)),
    () => db.update(organizations).set({ twelveMonthCents: 100_001 }).where(eq(organizations.id, organizationId)),
  ]
  for (const change of changes) {
    const stale = await shown()
    await change()
    const before = await termsOf(organizationId)
    for (const effective of ['now', 'period_end'])
      expect(await approve(request, effective, stale)).toMatchObject({ status: 409, message: OTHER_TERMS })
    expect(await termsOf(organizationId)).toEqual(before)
  }
  expect((await approve(request, 'now', await shown())).body).toMatchObject({ status: 'approved', licenseLimit: 6 })
})

test('eight admins deciding at once decide it once', async () => {
  const person = await owner()
  const { body: request } = await ask(person, { additionalLicenses: 2 })
  const answers = await Promise.all(
    Array.from({ length: 8 }, (_none, index) => (index % 2 ? approve(request) : decline(request))),
  )
  expect(statusesOf(answers)).toEqual([200, ...Array<number>(7).fill(409)])
  const status = (await person.call(licenseRequests.list)).body[0]?.status
  expect(answers.find((answer) => answer.status === 409)?.message).toBe(
    `This request has already been ${String(status)}.`,
  )
  expect((await termsOf(person.organizationId)).licenseLimit).toBe(status === 'approved' ? 5 : 3)
  expect(await mailsTo(person)).toHaveLength(1)
})

test('eight requests approved at once add up', async () => {
  const person = await owner()
  const requests = await Promise.all(Array.from({ length: 8 }, () => ask(person, { additionalLicenses: 3 })))
  const answers = await Promise.all(requests.map(({ body }, index) => approve(body, index % 2 ? 'now' : 'period_end')))
  expect(statusesOf(answers)).toEqual(Array<number>(8).fill(200))
  const { licenseLimit, twelveMonthCents, adjustments: changes } = await termsOf(person.organizationId)
  expect([licenseLimit, twelveMonthCents]).toEqual([15, 6_000_000])
  expect(changes.filter(({ status }) => status === 'pending')).toEqual([{ deltaQuantity: 12, status: 'pending' }])
})

test('there must be a subscription to add to, and it may not be canceled or grow without end', async () => {
  const never = await signIn({ licenseLimit: null })
  const { body: hopeless } = await ask(never)
  expect(await approve(hopeless)).toMatchObject({ status: 409, message: NO_SUBSCRIPTION })
  expect((await never.call(licenseRequests.list)).body).toMatchObject([{ status: 'pending' }])

  const canceled = await owner()
  const { body: late } = await ask(canceled)
  await db
    .update(subscriptions)
    .set({ status: 'canceled' })
    .where(eq(subscriptions.organizationId, canceled.organizationId))
  expect(await approve(late, 'period_end')).toMatchObject({ status: 409, message: CANCELED_CANNOT_GROW })

  const { body: huge } = await ask(await owner(), { additionalLicenses: MAX_SEATS })
  for (const effective of ['now', 'period_end']) {
    expect(await approve(huge, effective)).toMatchObject({ status: 409, message: TOO_MANY_SEATS })
  }
})

test('only admins decide; unknown requests and invalid values are refused [R-ROLE-45]', async () => {
  const person = await owner()
  const { body: request } = await ask(person)
  const agent = await signIn({ role: 'agent' })
  for (const other of [person, agent]) {
    const call = { params: request, body: { effective: 'now', reason: 'No budget this year' } }
    expect((await other.call(licenseRequests.approve, call)).status).toBe(403)
    expect((await other.call(licenseRequests.decline, call)).status).toBe(403)
    expect((await other.call(licenseRequests.listAll)).status).toBe(403)
  }
  expect((await approve({ id: randomUUID() })).status).toBe(404)
  expect((await approve({ id: 'x' })).status).toBe(400)
  for (const effective of [undefined, 'yesterday', 1]) {
    const answer = await admin.call(licenseRequests.approve, { params: request, body: { effective } })
    expect(answer.status).toBe(400)
  }
})
