import { sql } from 'drizzle-orm'
import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { makeInvoice } from '#demo/rows/invoices.ts'
import { makeLicenseRequest } from '#demo/rows/license-requests.ts'
import { makeActiveLicense, makeCheckIn, makeLicense } from '#demo/rows/licenses.ts'
import { makeOrganization } from '#demo/rows/organizations.ts'
import { makeSubscription } from '#demo/rows/subscriptions.ts'
import { makeMessage, makeTicket } from '#demo/rows/tickets.ts'
import { alertsAbout, read } from '#server/testing/operations/dashboard.ts'
import { db, inDays, newUser, platform, signIn, type Person } from '#server/testing/testing.ts'

const admin = await signIn({ role: 'admin' })

/** An organization without alerts. */
async function quietCustomer() {
  const name = `Quiet ${randomUUID().slice(0, 8)}`
  const { id: organizationId } = await makeOrganization(db, { name })
  const { id: userId } = await newUser({ role: 'org_admin', organizationId })
  return { name, organizationId, userId }
}

test('nothing is said of a customer with whom all is well', async () => {
  const { name, organizationId, userId } = await quietCustomer()
  await makeSubscription(db, { organizationId })
  const license = await makeActiveLicense(db, { organizationId })
  await makeCheckIn(db, { organizationId, licenseId: license.id, lastCheckIn: inDays(-29) })
  await makeInvoice(db, { organizationId })
  await makeInvoice(db, { organizationId, status: 'paid', dueDate: '2020-01-01' })
  await makeInvoice(db, { organizationId, status: 'void', dueDate: '2020-01-01' })
  await makeLicenseRequest(db, { organizationId, userId, status: 'approved', decidedAt: inDays(0) })
  await makeTicket(db, { organizationId, userId, priority: 'urgent', createdAt: inDays(-3 / 24) })
  await makeTicket(db, { organizationId, userId, priority: 'urgent', status: 'closed', createdAt: inDays(-2) })
  await makeTicket(db, { organizationId, userId, priority: 'high', createdAt: inDays(-2) })
  expect(await alertsAbout(admin, name)).toEqual([])
})

test('an account that waits for approval is an alert', async () => {
  const { name, organizationId } = await quietCustomer()
  await newUser({ role: 'customer', organizationId, status: 'pending', firstName: 'Thandi', lastName: 'Nkosi' })
  expect(await alertsAbout(admin, name)).toMatchObject([
    {
      severity: 'info',
      title: 'Account awaits approval',
      message: `Thandi Nkosi of ${name} has registered.`,
      about: { kind: 'pendingAccount', organization: { id: organizationId, name } },
    },
  ])
})

test('a pending license request is an alert [R-GEN-07]', async () => {
  const { name, organizationId, userId } = await quietCustomer()
  await makeLicenseRequest(db, { organizationId, userId, additionalLicenses: 1, businessJustification: 'A new depot' })
  expect(await alertsAbout(admin, name)).toMatchObject([
    { severity: 'info', title: 'License request', message: `${name} asks for 1 license: A new depot` },
  ])
})

test('overdue invoices, whether or not the nightly job has noticed, as one alert with their sum', async () => {
  const { name, organizationId } = await quietCustomer()
  await makeInvoice(db, { organizationId, dueDate: '2026-01-05', amountCents: 200_050, paidCents: 100_000 })
  await makeInvoice(db, { organizationId, status: 'overdue', dueDate: '2026-02-05', amountCents: 200_000 })
  expect(await alertsAbout(admin, name)).toMatchObject([
    {
      severity: 'critical',
      title: 'Invoices overdue',
      message: `${name} owes R3000.50 on 2 invoices.`,
      // The next day in South Africa.
      createdAt: '2026-01-05T22:00:00.000Z',
    },
  ])
})

test('an invoice that an admin made overdue before its due day, since then', async () => {
  const { name, organizationId } = await quietCustomer()
  const { updatedAt } = await makeInvoice(db, { organizationId, status: 'overdue', dueDate: '2099-12-31' })
  expect(await alertsAbout(admin, name)).toMatchObject([{ title: 'Invoices overdue', createdAt: updatedAt }])
})

test('a subscription that is past due, stored or by its dates', async () => {
  for (const facts of [{ status: 'past_due' as const, pastDueAt: inDays(-5) }, { currentPeriodEnd: inDays(-1) }]) {
    const { name, organizationId } = await quietCustomer()
    await makeSubscription(db, { organizationId, licenseLimit: 4, ...facts })
    expect(await alertsAbout(admin, name)).toMatchObject([
      {
        severity: 'critical',
        title: 'Subscription past due',
        message: `${name} has not renewed its subscription of 4 licenses.`,
      },
    ])
  }
})

test('a canceled subscription that ends within thirty days, not one that ends later or renews', async () => {
  const ending = await quietCustomer()
  await makeSubscription(db, {
    organizationId: ending.organizationId,
    status: 'canceled',
    currentPeriodEnd: inDays(9.5),
  })
  expect(await alertsAbout(admin, ending.name)).toMatchObject([
    { severity: 'warning', message: `${ending.name} has canceled. Its subscription ends in 10 days.` },
  ])
  const later = await quietCustomer()
  await makeSubscription(db, { organizationId: later.organizationId, status: 'canceled', currentPeriodEnd: inDays(31) })
  expect(await alertsAbout(admin, later.name)).toEqual([])
})

test('a customer that has created all of its licenses', async () => {
  const { name, organizationId } = await quietCustomer()
  await makeSubscription(db, { organizationId, licenseLimit: 2 })
  await makeLicense(db, { organizationId })
  expect(await alertsAbout(admin, name)).toEqual([])
  await makeLicense(db, { organizationId, status: 'revoked' })
  expect(await alertsAbout(admin, name)).toMatchObject([
    { severity: 'info', title: 'All licenses in use', message: `${name} has created all of its 2 licenses.` },
  ])
})

test('devices that have been silent for thirty days, as one alert a customer', async () => {
  const { name, organizationId } = await quietCustomer()
  const makeDevice = async (days: number, offlineUntil: string | null = null) => {
    const license = await makeActiveLicense(db, { organizationId, activatedAt: inDays(-90), offlineUntil })
    await makeCheckIn(db, { organizationId, licenseId: license.id, lastCheckIn: inDays(-days) })
  }
  for (const days of [29, 31, 45]) await makeDevice(days)
  await makeDevice(45, inDays(10))
  const revoked = await makeLicense(db, { organizationId, status: 'revoked' })
  await makeCheckIn(db, { organizationId, licenseId: revoked.id, lastCheckIn: inDays(-60) })
  expect(await alertsAbout(admin, name)).toMatchObject([
    { severity: 'warning', message: `2 devices of ${name} did not check in for 30 days.` },
  ])
})

test('an urgent ticket whose customer has waited four hours for an answer, whatever its status and however often he asks', async () => {
  const { name, organizationId, userId } = await quietCustomer()
  const { id: agentId } = await newUser({ role: 'agent' })
  const urgent = { organizationId, userId, priority: 'urgent', title: 'Trucks are queueing' } as const
  const ticket = await makeTicket(db, { ...urgent, status: 'in_progress', createdAt: inDays(-1) })
  await makeMessage(db, ticket, { userId: agentId, createdAt: inDays(-0.9) })
  expect(await alertsAbout(admin, name)).toEqual([])
  await makeMessage(db, ticket, { createdAt: inDays(-5 / 24) })
  await makeMessage(db, ticket, { createdAt: inDays(-1 / 24) })
  await makeMessage(db, ticket, { userId: agentId, isInternal: true })
  expect(await alertsAbout(admin, name)).toMatchObject([
    { severity: 'critical', title: 'Urgent ticket unanswered', message: `${name}: Trucks are queueing` },
  ])
  await makeMessage(db, ticket, { userId: agentId })
  expect(await alertsAbout(admin, name)).toEqual([])
})

test('jobs that failed for good are an alert', async () => {
  await db.transaction((tx) => platform.jobs.enqueue(tx, 'sweep', {}))
  await db.execute(sql`update pgboss.job set state = 'failed', completed_on = now() where name = 'sweep'`)
  const { alerts } = (await read(admin)).body
  expect(alerts.filter(({ id }) => id.startsWith('failedJobs'))).toMatchObject([
    {
      severity: 'warning',
      title: 'Background jobs failed',
      message: 'Sweep failed once for good in the last 7 days.',
    },
  ])
})

test('alerts are newest first, have unique ids, and are hidden from customers [R-ENT-49 R-API-20]', async () => {
  const { alerts } = (await read(await signIn({ role: 'agent' }))).body
  const dates = alerts.map(({ createdAt }) => createdAt)
  expect(dates).toEqual(dates.toSorted().toReversed())
  expect(new Set(alerts.map(({ id }) => id)).size).toBe(alerts.length)
  expect(alerts.length).toBeGreaterThan(5)
  for (const role of ['org_admin', 'customer'] as const) {
    expect((await read(await signIn({ role }))).body.alerts).toEqual([])
  }
})

test('an alert leads to where it is attended to, and no agent to a screen of admins', async () => {
  const { name, organizationId, userId } = await quietCustomer()
  await newUser({ role: 'customer', organizationId, status: 'pending' })
  const request = await makeLicenseRequest(db, { organizationId, userId })
  await makeSubscription(db, { organizationId, licenseLimit: 1, status: 'past_due', pastDueAt: inDays(-5) })
  const license = await makeActiveLicense(db, { organizationId, activatedAt: inDays(-90) })
  await makeCheckIn(db, { organizationId, licenseId: license.id, lastCheckIn: inDays(-40) })
  await makeInvoice(db, { organizationId, status: 'overdue' })
  const ticket = await makeTicket(db, { organizationId, userId, priority: 'urgent', createdAt: inDays(-1) })
  const organization = `/admin/organizations?view=${organizationId}`
  const leads = {
    pendingAccount: '/admin/users?status=pending',
    licenseRequest: `/admin/overview?request=${request.id}`,
    overdueInvoices: `/admin/billing?organizationId=${organizationId}`,
    pastDueSubscription: organization,
    quotaFull: organization,
    silentDevices: '/licenses?silent=30',
    urgentTicket: `/support?ticket=${ticket.id}`,
  }
  const linksFor = async (person: Person) =>
    Object.fromEntries((await alertsAbout(person, name)).map(({ id, link }) => [id.split(':')[0], link]))
  expect(await linksFor(admin)).toEqual(leads)
  const none = Object.fromEntries(Object.keys(leads).map((kind) => [kind, undefined]))
  expect(await linksFor(await signIn({ role: 'agent' }))).toEqual({ ...none, urgentTicket: leads.urgentTicket })
})
