import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { customers } from '#contract/operations/customers.ts'
import { diagnosis } from '#contract/licensing/diagnosis.ts'
import { makeInvoice } from '#demo/rows/invoices.ts'
import { makeLicense } from '#demo/rows/licenses.ts'
import { makeOrganization } from '#demo/rows/organizations.ts'
import { makeSubscription } from '#demo/rows/subscriptions.ts'
import { makeTicket } from '#demo/rows/tickets.ts'
import { auditLog } from '#server/database/schema/audit.ts'
import { db, inDays, newOrganization, newUser, signIn, type Person } from '#server/testing/testing.ts'

const admin = await signIn({ role: 'admin' })
const agent = await signIn({ role: 'agent' })

const params = (id: string) => ({ params: { id } })

const read = async (id: string, reader: Person = agent) => (await reader.call(customers.read, params(id))).body

const found = async (query: object) => (await agent.call(customers.list, { query })).body.map(({ id }) => id)

test('an agent reads an organization with its subscription, seats and counts', async () => {
  const owner = await signIn({ licenseLimit: 7 })
  const id = owner.organizationId
  await owner.colleague('customer')
  await makeLicense(db, { organizationId: id, status: 'revoked' })
  await makeLicense(db, { organizationId: id })
  await makeTicket(db, { organizationId: id, userId: owner.user.id })
  await makeTicket(db, { organizationId: id, userId: owner.user.id, status: 'closed', resolvedAt: inDays(-1) })
  await makeInvoice(db, { organizationId: id, status: 'issued', dueDate: inDays(9).slice(0, 10) })
  expect(await read(id)).toMatchObject({
    id,
    status: 'active',
    billingStatus: 'active',
    seats: 7,
    seatsUsed: 2,
    openTickets: 1,
    subscription: { status: 'active' },
    suspension: null,
    licenses: { active: 0, assigned: 0, unassigned: 1, revoked: 1, inactive: 0 },
    people: 2,
    invoices: 1,
    tickets: 2,
  })
})

test('an empty organization answers with zeros, and one that does not exist with 404', async () => {
  const { id } = await makeOrganization(db, { isActive: false })
  expect(await read(id)).toMatchObject({
    status: 'pending',
    billingStatus: 'none',
    planName: null,
    subscription: null,
    seats: 0,
    people: 0,
  })
  const lists = [customers.people, customers.licenses, customers.invoices, customers.tickets]
  for (const endpoint of lists) expect(await agent.call(endpoint, params(id))).toMatchObject({ status: 200, body: [] })
  for (const endpoint of [customers.read, ...lists]) {
    expect((await agent.call(endpoint, params(randomUUID()))).status).toBe(404)
    expect((await agent.call(endpoint, params('nothing'))).status).toBe(400)
  }
})

test.each([
  ['paid up', { status: 'active' }, undefined, 'active'],
  ['an invoice past its due day', { status: 'active' }, -2, 'overdue'],
  ['an invoice due later', { status: 'active' }, 2, 'active'],
  ['a period that is over and not renewed', { status: 'active', currentPeriodEnd: inDays(-1) }, undefined, 'overdue'],
  ['past due', { status: 'past_due', pastDueAt: inDays(-3) }, -3, 'past_due'],
  ['unpaid', { status: 'unpaid', pastDueAt: inDays(-20) }, -20, 'unpaid'],
  ['canceled', { status: 'canceled', canceledAt: inDays(-3) }, undefined, 'canceled'],
  ['canceled with an invoice past its due day', { status: 'canceled', canceledAt: inDays(-3) }, -3, 'overdue'],
] as const)('the billing status with %s', async (_what, subscription, dueIn, expected) => {
  const { id } = await makeOrganization(db)
  await makeSubscription(db, { organizationId: id, ...subscription })
  const dueDate = dueIn && inDays(dueIn).slice(0, 10)
  if (dueDate) await makeInvoice(db, { organizationId: id, status: 'issued', dueDate })
  expect((await read(id)).billingStatus).toBe(expected)
  expect(await found({ billingStatus: expected })).toContain(id)
  expect(await found({ billingStatus: 'none' })).not.toContain(id)
})

test('the list finds organizations by name, address and people, a page at a time', async () => {
  const word = randomUUID()
  const ids = await Promise.all(['b', 'a', 'c'].map((letter) => newOrganization({ name: `${letter} ${word}` })))
  const [second, first, third] = ids
  expect(await found({ search: word.toUpperCase() })).toEqual([first, second, third])
  const { headers } = await agent.call(customers.list, { query: { search: word, limit: '2' } })
  const cursor = /cursor=([\w-]+)/.exec(String(headers.link))?.[1]
  expect(await found({ search: word, limit: '2', cursor })).toEqual([third])
  expect(headers['x-total-count']).toBe('3')
  const person = await newUser({ role: 'customer', organizationId: first ?? null, lastName: 'Searchable' })
  expect(await found({ search: person.email })).toEqual([first])
  expect(await found({ search: word, status: 'suspended' })).toEqual([])
  expect((await agent.call(customers.list, { query: { search: '%' } })).body).toEqual([])
})

test('people are listed with their last successful sign-in', async () => {
  const owner = await signIn()
  const { id, organizationId } = { ...owner.user, organizationId: owner.organizationId }
  const opened = { organizationId, actorKind: 'user', actorId: id, action: 'session.opened' } as const
  await db.insert(auditLog).values([
    { ...opened, createdAt: '2026-03-05T10:00:00.000Z' },
    { ...opened, createdAt: '2026-03-06T10:00:00.000Z', outcome: 'refused' },
  ])
  await newUser({ role: 'customer', organizationId, firstName: 'Zanele', emailVerifiedAt: inDays(-1) })
  const { body } = await agent.call(customers.people, params(organizationId))
  expect(body.map(({ role, isEmailVerified, lastSignIn }) => [role, isEmailVerified, lastSignIn])).toEqual([
    ['org_admin', false, '2026-03-05T10:00:00.000Z'],
    ['customer', true, null],
  ])
  expect(Object.keys(body[0] ?? {})).not.toContain('passwordHash')
})

test('no staff search guesses a key letter by letter, and the whole key is never sent', async () => {
  const organizationId = await newOrganization()
  const { licenseKey, id } = await makeLicense(db, { organizationId, label: 'Front desk' })
  const search = async (text: string) =>
    (await agent.call(customers.licenses, { ...params(organizationId), query: { search: text } })).body
  expect(await search('front')).toEqual([expect.objectContaining({ id, keyStart: licenseKey.slice(0, 8) })])
  expect(await search(licenseKey.slice(0, 8))).toHaveLength(1)
  expect(await search(licenseKey)).toHaveLength(1)
  expect(await search(licenseKey.slice(0, 12))).toEqual([])
  expect(await search(licenseKey.slice(-6))).toEqual([])
  expect(JSON.stringify(await search(''))).not.toContain(licenseKey.slice(0, 12))
  expect((await agent.call(diagnosis.diagnose, { ...params(id), body: {} })).status).toBe(200)
})

test('agents read number, amount and status of invoices, and no drafts', async () => {
  const organizationId = await newOrganization()
  const invoice = await makeInvoice(db, { organizationId, status: 'issued', notes: 'Bank reference 4711' })
  await makeInvoice(db, { organizationId, status: 'draft' })
  const { body } = await agent.call(customers.invoices, params(organizationId))
  expect(body.map((row) => Object.keys(row).toSorted())).toEqual([
    ['amount', 'createdAt', 'id', 'invoiceNumber', 'status'],
  ])
  expect(body[0]?.invoiceNumber).toBe(invoice.invoiceNumber)
  expect((await admin.call(customers.invoices, params(organizationId))).body).toHaveLength(2)
  expect([(await read(organizationId)).invoices, (await read(organizationId, admin)).invoices]).toEqual([1, 2])
})

test('staff see why an organization is suspended; its own people never read any of it', async () => {
  const owner = await signIn()
  const { id } = await makeOrganization(db, { suspendedAt: inDays(-1), suspensionReason: 'Unpaid since June' })
  expect(await read(id)).toMatchObject({ status: 'suspended', suspension: { reason: 'Unpaid since June' } })
  for (const reader of [owner, await owner.colleague('customer')]) {
    for (const endpoint of Object.values(customers))
      expect((await reader.call(endpoint, params(owner.organizationId))).status).toBe(403)
  }
})
