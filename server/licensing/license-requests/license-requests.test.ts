import { desc, eq } from 'drizzle-orm'
import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { MAX_SEATS } from '#contract/billing/terms.ts'
import { ORGANIZATION_SUSPENDED } from '#contract/licensing/changes.ts'
import { ONLY_CUSTOMERS_REQUEST, licenseRequests } from '#contract/licensing/license-requests.ts'
import { makeLicenseRequest } from '#demo/rows/license-requests.ts'
import { auditLog } from '#server/database/schema/audit.ts'
import { emails } from '#server/database/schema/emails.ts'
import { organizations } from '#server/database/schema/identity/organizations.ts'
import { licenseRequests as requestTable } from '#server/database/schema/licensing/license-requests.ts'
import { admin, approve, ask, decline, justification, requestBy } from '#server/testing/licensing/license-requests.ts'
import { config, db, inDays, newOrganization, signIn, statusesOf, stranger } from '#server/testing/testing.ts'

test('every user of an organization may request, and sales gets a link to decide [R-GEN-07 R-ENT-39 R-ROLE-33 R-DASH-55 R-API-21]', async () => {
  for (const role of ['org_admin', 'customer'] as const) {
    const person = await signIn({ role })
    const { status, body } = await ask(person, { additionalLicenses: 7 })
    expect(status).toBe(201)
    expect(body).toMatchObject({
      additionalLicenses: 7,
      businessJustification: justification,
      status: 'pending',
      reason: null,
      requestedBy: `${person.user.firstName} ${person.user.lastName}`,
      decidedAt: null,
    })
    const [mail] = await db.select().from(emails).orderBy(desc(emails.createdAt)).limit(1)
    expect(mail).toMatchObject({ kind: 'license-request-for-sales', to: config.salesEmail })
    expect(mail?.subject, 'what people typed stays out of headers').toBe('Request for 7 licenses on Latchkey')
    expect(mail?.text).toContain(justification)
    expect(mail?.text).toContain(`${config.publicUrl}/admin/overview?request=${body.id}`)
    expect(await db.select().from(auditLog).where(eq(auditLog.subjectId, body.id))).toMatchObject([
      { action: 'license-request.created', actorId: person.user.id, organizationId: person.organizationId },
    ])
  }
})

test('one license is the least, whole numbers only [R-VAL-27 R-CONST-14]', async () => {
  const owner = await signIn()
  for (const additionalLicenses of [0, -1, '5', null, undefined, Number.NaN]) {
    const answer = await ask(owner, { additionalLicenses })
    expect(answer).toMatchObject({ status: 400, message: 'Must request at least 1 license' })
  }
  for (const additionalLicenses of [1.5, MAX_SEATS + 1]) {
    expect((await ask(owner, { additionalLicenses })).status).toBe(400)
  }
  expect((await ask(owner, { additionalLicenses: 1 })).status).toBe(201)
})

test('ten characters of justification are enough, nine or blanks are not [R-VAL-28 R-CONST-14]', async () => {
  const owner = await signIn()
  const tooShort = 'Please provide a brief justification (at least 10 characters)'
  for (const businessJustification of [undefined, 7, '', '123456789', ` 123456789${' '.repeat(9)}`]) {
    expect(await ask(owner, { businessJustification })).toMatchObject({ status: 400, message: tooShort })
  }
  expect((await ask(owner, { businessJustification: 'x'.repeat(2001) })).status).toBe(400)
  const { status, body } = await ask(owner, { businessJustification: '  1234567890 ' })
  expect([status, body.businessJustification]).toEqual([201, '1234567890'])
})

test('staff have no organization to ask for; visitors are asked to sign in', async () => {
  for (const role of ['admin', 'agent'] as const) {
    expect(await ask(await signIn({ role }))).toMatchObject({ status: 403, message: ONLY_CUSTOMERS_REQUEST })
  }
  expect((await stranger().call(licenseRequests.create, { body: requestBy() })).status).toBe(401)
})

test('a suspended organization cannot ask; one without a subscription can', async () => {
  const owner = await signIn({ licenseLimit: null })
  expect((await ask(owner)).status).toBe(201)
  await db
    .update(organizations)
    .set({ suspendedAt: inDays(0) })
    .where(eq(organizations.id, owner.organizationId))
  expect(await ask(owner)).toMatchObject({ status: 403, message: ORGANIZATION_SUSPENDED })
  expect(await db.$count(requestTable, eq(requestTable.organizationId, owner.organizationId))).toBe(1)
})

test('twenty requests an hour are enough for one person, and do not count for another', async () => {
  const owner = await signIn()
  const answers = await Promise.all(Array.from({ length: 24 }, () => ask(owner)))
  expect(statusesOf(answers)).toEqual([...Array<number>(20).fill(201), ...Array<number>(4).fill(429)])
  expect((await ask(await owner.colleague('customer'))).status).toBe(201)
})

test('an organization sees only its own requests, newest first and page by page', async () => {
  const owner = await signIn()
  const { organizationId, user } = owner
  for (const days of [3, 2, 1]) {
    const facts = { organizationId, userId: user.id, additionalLicenses: days, createdAt: inDays(-days) }
    await makeLicenseRequest(db, facts)
  }
  const other = await signIn()
  await ask(other)
  const first = await owner.call(licenseRequests.list, { query: { limit: '2' } })
  expect(first.headers['x-total-count']).toBe('3')
  expect(first.body.map(({ additionalLicenses }) => additionalLicenses)).toEqual([1, 2])
  const cursor = /cursor=([\w-]+)/.exec(String(first.headers.link))?.[1]
  const second = await owner.call(licenseRequests.list, { query: { limit: '2', cursor } })
  expect(second.body.map(({ additionalLicenses }) => additionalLicenses)).toEqual([3])
  expect((await (await owner.colleague('customer')).call(licenseRequests.list)).body).toHaveLength(3)
  expect((await (await signIn({ role: 'agent' })).call(licenseRequests.list)).body).toEqual([])
})

test('an admin sees all requests with the facts for a decision', async () => {
  const organizationId = await newOrganization({ licenseLimit: 9, name: 'Globex Requests' })
  const owner = await signIn({ organizationId })
  await ask(owner)
  const listed = await admin.call(licenseRequests.listAll, { query: { status: 'pending', search: 'globex req' } })
  expect(listed.body).toMatchObject([
    {
      organizationId,
      organizationName: 'Globex Requests',
      licensesUsed: 0,
      licenseLimit: 9,
      subscriptionStatus: 'active',
      plannedSeats: 0,
      twelveMonthValue: '12000.00',
      status: 'pending',
      decidedBy: null,
    },
  ])
  const declined = await admin.call(licenseRequests.listAll, { query: { status: 'declined', search: 'globex req' } })
  expect(declined.body).toEqual([])
  expect((await admin.call(licenseRequests.listAll, { query: { status: 'lost' } })).status).toBe(400)
})

test('an admin reads one organization’s, decided ones apart, and one by its id as it is now', async () => {
  const [owner, other] = [await signIn({ licenseLimit: 3 }), await signIn()]
  await ask(other)
  const requests = [await ask(owner), await ask(owner), await ask(owner)].map(({ body }) => body)
  await approve(requests[0]!, 'period_end')
  await decline(requests[1]!)
  const query = { organizationId: owner.organizationId }
  const idsOf = async (status?: string) =>
    (await admin.call(licenseRequests.listAll, { query: { ...query, ...(status && { status }) } })).body.map(
      ({ id }) => id,
    )
  const [approved, declined, pending] = requests.map(({ id }) => id)
  expect(await idsOf()).toEqual([pending, declined, approved])
  expect(await idsOf('decided')).toEqual([declined, approved])
  expect(await idsOf('pending')).toEqual([pending])
  const { body } = await admin.call(licenseRequests.read, { params: requests[0]! })
  const name = `${admin.user.firstName} ${admin.user.lastName}`
  expect(body).toMatchObject({ id: approved, status: 'approved', decidedBy: name, plannedSeats: 5, licenseLimit: 3 })
  expect((await admin.call(licenseRequests.read, { params: { id: randomUUID() } })).status).toBe(404)
  for (const person of [owner, await signIn({ role: 'agent' })])
    expect((await person.call(licenseRequests.read, { params: requests[0]! })).status).toBe(403)
  expect((await admin.call(licenseRequests.listAll, { query: { organizationId: 'x' } })).status).toBe(400)
})
