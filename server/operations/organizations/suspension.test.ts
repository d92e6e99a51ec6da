import { randomUUID } from 'node:crypto'
import { and, eq, isNotNull } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { session } from '#contract/identity/session.ts'
import { ORGANIZATION_SUSPENDED } from '#contract/licensing/changes.ts'
import { licenses as licenseContract, type LicenseStatus } from '#contract/licensing/licenses.ts'
import { organizations } from '#contract/operations/organizations.ts'
import { licenseRow, makeLicense } from '#demo/rows/licenses.ts'
import { makeOrganization } from '#demo/rows/organizations.ts'
import { makeSubscription } from '#demo/rows/subscriptions.ts'
import { subscriptions } from '#server/database/schema/billing/subscriptions.ts'
import { emails } from '#server/database/schema/emails.ts'
import { licenses } from '#server/database/schema/licensing/licenses.ts'
import { computer } from '#server/testing/licensing/devices.ts'
import { change as changeLicense, create, makeWith, remove } from '#server/testing/licensing/licenses.ts'
import { REASON, admin, statusesIn, suspend, auditOf } from '#server/testing/operations/organizations.ts'
import { PASSWORD, db, inDays, signIn, stranger } from '#server/testing/testing.ts'

const EVERY: LicenseStatus[] = ['active', 'assigned', 'unassigned', 'revoked', 'inactive']

const fill = (organizationId: string, statuses: LicenseStatus[]) =>
  Promise.all(statuses.map((status) => makeWith(organizationId, status)))

test('a suspension makes every license inactive that is not revoked, and its end puts exactly those back [R-API-60 R-API-61 R-STATE-57 R-STATE-58 R-STATE-59]', async () => {
  const { id } = await makeOrganization(db)
  await makeSubscription(db, { organizationId: id })
  const made = await fill(id, EVERY)
  const suspended = await suspend({ id })
  expect(suspended).toMatchObject({
    status: 200,
    body: { organization: { id, isActive: false, subscriptionStatus: 'suspended' }, affectedLicenses: 3 },
  })
  const now = await statusesIn(id)
  expect(made.map((license) => now.get(license.id))).toEqual(EVERY.map((one) => (one === 'revoked' ? one : 'inactive')))

  const reactivated = await suspend({ id }, false)
  expect(reactivated).toMatchObject({
    status: 200,
    body: { organization: { id, isActive: true, subscriptionStatus: 'active' }, affectedLicenses: 3 },
  })
  const after = await statusesIn(id)
  expect(made.map((license) => after.get(license.id))).toEqual(EVERY)
  expect(
    await db.$count(licenses, and(eq(licenses.organizationId, id), isNotNull(licenses.statusBeforeSuspension))),
  ).toBe(0)
})

test('the trail of the organization and the history of each license tell of it', async () => {
  const owner = await signIn()
  const [active, revoked] = await fill(owner.organizationId, ['active', 'revoked'])
  await suspend({ id: owner.organizationId })
  await suspend({ id: owner.organizationId }, false)
  const byAdmin = { actorId: admin.user.id, organizationId: owner.organizationId, ip: admin.ip }
  expect(await auditOf(owner.organizationId)).toMatchObject([
    {
      action: 'organization.suspended',
      changes: { suspended: [false, true], internalReason: [null, REASON] },
      ...byAdmin,
    },
    { action: 'organization.reactivated', changes: { suspended: [true, false] }, ...byAdmin },
  ])
  expect(await auditOf(active!.id)).toMatchObject([
    { action: 'license.suspended', changes: { status: ['active', 'inactive'] }, ...byAdmin },
    { action: 'license.reactivated', changes: { status: ['inactive', 'active'] }, ...byAdmin },
  ])
  const { body } = await owner.call(licenseContract.history, { params: active! })
  expect(body).toMatchObject([
    { action: 'reactivated', who: 'Support team', changes: [{ field: 'status', before: 'inactive', after: 'active' }] },
    { action: 'suspended', who: 'Support team', changes: [{ field: 'status', before: 'active', after: 'inactive' }] },
  ])
  expect(await auditOf(revoked!.id)).toEqual([])
})

test('however many licenses there are, none is left out', async () => {
  const { id } = await makeOrganization(db)
  const many = Array.from({ length: 4001 }, () => licenseRow({ organizationId: id }))
  // Drizzle takes 13 s for one statement.
  for (let from = 0; from < many.length; from += 250) await db.insert(licenses).values(many.slice(from, from + 250))
  for (const wanted of [true, false]) expect((await suspend({ id }, wanted)).body.affectedLicenses).toBe(4001)
  expect(new Set((await statusesIn(id)).values())).toEqual(new Set(['unassigned']))
})

test('both can be repeated: nothing is left to do, and a license that was left over is not forgotten', async () => {
  const { id } = await makeOrganization(db, { suspendedAt: inDays(-1) })
  const late = await makeWith(id, 'active')
  expect((await suspend({ id })).body.affectedLicenses).toBe(1)
  expect((await suspend({ id })).body.affectedLicenses).toBe(0)
  expect((await suspend({ id }, false)).body.affectedLicenses).toBe(1)
  expect(await suspend({ id }, false)).toMatchObject({ status: 200, body: { affectedLicenses: 0 } })
  expect((await statusesIn(id)).get(late.id)).toBe('active')
  expect(await auditOf(id)).toHaveLength(1)
})

test('of eight at once one suspends, and one reactivates', async () => {
  const { id } = await makeOrganization(db)
  await fill(id, EVERY)
  for (const wanted of [true, false]) {
    const answers = await Promise.all(Array.from({ length: 8 }, () => suspend({ id }, wanted)))
    expect(answers.map(({ status }) => status)).toEqual(Array.from({ length: 8 }, () => 200))
    const affected = answers.map(({ body }) => body.affectedLicenses)
    expect(affected.toSorted((one, other) => one - other)).toEqual([0, 0, 0, 0, 0, 0, 0, 3])
  }
  expect(await auditOf(id)).toHaveLength(2)
})

test('licenses that are made and changed while the suspension comes are either switched off or refused', async () => {
  const owner = await signIn({ licenseLimit: 20 })
  const { organizationId } = owner
  const free = await fill(
    organizationId,
    Array.from({ length: 6 }, () => 'unassigned'),
  )
  const keyed = await makeLicense(db, { organizationId })
  const acts = [
    ...free.map((license) => changeLicense(owner, license, { deviceFingerprint: randomUUID() })),
    ...free.map(() => create(owner)),
    computer().activate(keyed.licenseKey),
  ]
  const [, ...answers] = await Promise.all([suspend({ id: organizationId }), ...acts])
  for (const { status } of answers) expect([200, 201, 403]).toContain(status)
  expect(new Set((await statusesIn(organizationId)).values())).toEqual(new Set(['inactive']))
})

test('a device is locked out at once, and runs again with the same token', async () => {
  const owner = await signIn()
  const { organizationId } = owner
  const { licenseKey } = await makeLicense(db, { organizationId })
  const pc = computer()
  const { body } = await pc.activate(licenseKey)
  const token = (body as { deviceToken: string }).deviceToken
  await suspend({ id: organizationId })
  expect((await pc.validate(licenseKey)).body).toMatchObject({ valid: false, code: 'ORGANIZATION_SUSPENDED' })
  expect((await pc.checkIn(token)).body).toMatchObject({ valid: false, code: 'ORGANIZATION_SUSPENDED' })
  expect((await computer().activate(licenseKey)).body).toMatchObject({ code: 'ORGANIZATION_SUSPENDED' })
  expect((await pc.deactivate(licenseKey)).status).not.toBe(200)
  await suspend({ id: organizationId }, false)
  expect((await pc.validate(licenseKey)).body).toMatchObject({ valid: true, code: 'VALID' })
  expect((await pc.checkIn(token)).body).toMatchObject({ valid: true, code: 'VALID' })
})

test('its people sign in and read on, write no license, and others notice nothing [R-STATE-66]', async () => {
  const [owner, other] = [await signIn(), await signIn()]
  const [free] = await fill(owner.organizationId, ['unassigned'])
  const theirs = await makeWith(other.organizationId, 'active')
  await suspend({ id: owner.organizationId })
  const again = await stranger().call(session.login, { body: { email: owner.user.email, password: PASSWORD } })
  expect([again.status, again.body]).toMatchObject([200, { id: owner.user.id }])
  expect((await owner.call(licenseContract.list)).body).toMatchObject([{ id: free!.id, status: 'inactive' }])
  const refused = { status: 403, message: ORGANIZATION_SUSPENDED }
  expect(await create(owner)).toMatchObject(refused)
  expect(await changeLicense(owner, free!, { deviceFingerprint: 'PC-1' })).toMatchObject(refused)
  expect(await remove(owner, free!)).toMatchObject(refused)
  expect((await statusesIn(other.organizationId)).get(theirs.id)).toBe('active')
})

test('where the subscription has ended, licenses stay off until there is a new one', async () => {
  const { id } = await makeOrganization(db)
  const subscription = await makeSubscription(db, { organizationId: id })
  const { id: licenseId } = await makeWith(id, 'active')
  await suspend({ id })
  await db
    .update(subscriptions)
    .set({ endedAt: inDays(-1) })
    .where(eq(subscriptions.id, subscription.id))
  expect((await suspend({ id }, false)).body).toMatchObject({
    affectedLicenses: 0,
    organization: { subscriptionStatus: 'none' },
  })
  expect((await statusesIn(id)).get(licenseId)).toBe('inactive')
  await makeSubscription(db, { organizationId: id })
  expect((await suspend({ id }, false)).body.affectedLicenses).toBe(1)
  expect((await statusesIn(id)).get(licenseId)).toBe('active')
})

test('an organization that waits for approval can be suspended, too', async () => {
  const { id } = await makeOrganization(db, { isActive: false })
  expect((await suspend({ id })).body.organization.subscriptionStatus).toBe('suspended')
  expect((await suspend({ id }, false)).body.organization).toMatchObject({
    isActive: false,
    subscriptionStatus: 'none',
  })
})

test('emails the organization’s administrators once each time', async () => {
  const owner = await signIn()
  const customer = await owner.colleague('customer')
  const mailed = (person: typeof owner) =>
    db.select().from(emails).where(eq(emails.to, person.user.email)).orderBy(emails.createdAt)
  for (const wanted of [true, true, false, false]) await suspend({ id: owner.organizationId }, wanted)
  expect((await mailed(owner)).map(({ kind }) => kind)).toEqual(['organization-suspended', 'organization-reactivated'])
  expect(await mailed(customer)).toEqual([])
})

test.each([null, 'true', 1, {}])('%j says neither suspend nor reactivate', async (wrong) => {
  const { id } = await makeOrganization(db)
  expect(await suspend({ id }, wrong)).toMatchObject({ status: 400, message: 'suspend must be true or false' })
  expect(await admin.call(organizations.suspend, { params: { id }, body: {} })).toMatchObject({ status: 400 })
})

test('an organization that does not exist is answered with 404', async () => {
  for (const wanted of [true, false]) {
    expect(await suspend({ id: randomUUID() }, wanted)).toMatchObject({
      status: 404,
      message: 'Organization not found',
    })
  }
})
