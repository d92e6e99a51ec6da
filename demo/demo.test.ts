import { sql, type SQL } from 'drizzle-orm'
import type { PgColumn } from 'drizzle-orm/pg-core'
import { expect, test } from 'vitest'
import { InvoiceStatus } from '#contract/billing/invoices.ts'
import { SubscriptionStatus } from '#contract/billing/subscriptions.ts'
import { session, UserStatus } from '#contract/identity/session.ts'
import { LicenseRequestStatus } from '#contract/licensing/license-requests.ts'
import { LicenseStatus } from '#contract/licensing/licenses.ts'
import { auditActions } from '#contract/operations/audit/audit-actions.ts'
import { DocumentType } from '#contract/support/documents.ts'
import { TicketPriority, TicketStatus } from '#contract/support/ticket-fields.ts'
import { invoiceItems, invoices } from '#server/database/schema/billing/invoices.ts'
import { adjustments, subscriptions } from '#server/database/schema/billing/subscriptions.ts'
import { customerNotes, customerProfiles } from '#server/database/schema/customers.ts'
import { mfaSecrets } from '#server/database/schema/identity/mfa.ts'
import { organizations } from '#server/database/schema/identity/organizations.ts'
import { users } from '#server/database/schema/identity/users.ts'
import { licenseRequests } from '#server/database/schema/licensing/license-requests.ts'
import { checkIns, deviceMoves, enrollmentKeys, licenses } from '#server/database/schema/licensing/licenses.ts'
import { documents } from '#server/database/schema/support/documents.ts'
import { tickets } from '#server/database/schema/support/tickets.ts'
import { dailyTotals, usageMonths } from '#server/database/schema/usage.ts'
import { readDays } from '#server/operations/dashboard/totals-queries.ts'
import { config, db, stranger } from '#server/testing/testing.ts'
import { seedDemo } from './demo.ts'

const demoPassword = 'a demo password'
/** Two processes start at once. */
const filled = await Promise.all([seedDemo(db, { ...config, demoPassword }), seedDemo(db, { ...config, demoPassword })])

const valuesOf = async (column: PgColumn) => {
  const rows = await db.selectDistinct({ value: sql<string>`${column}::text` }).from(column.table)
  return rows.map(({ value }) => value).toSorted()
}
const count = (table: Parameters<typeof db.$count>[0], condition: SQL) => db.$count(table, condition)

test('the demo is inserted once when two processes start', async () => {
  expect(filled.toSorted()).toEqual([false, true])
  expect(await seedDemo(db, { ...config, demoPassword })).toBe(false)
  expect(await db.$count(organizations)).toBe(30)
})

test.each([
  ['admin@example.com', 'admin', null],
  ['agent@example.com', 'agent', null],
  ['owner@acme.example', 'org_admin', 'Acme Mining'],
  ['member@acme.example', 'customer', 'Acme Mining'],
  ['owner@globex.example', 'org_admin', 'Globex Logistics'],
  ['member@globex.example', 'customer', 'Globex Logistics'],
] as const)('%s signs in with the demo password', async (email, role, organization) => {
  const { status, body } = await stranger().call(session.login, { body: { email, password: demoPassword } })
  expect(status).toBe(200)
  expect(body).toMatchObject({ email, role, organization })
})

test('the demo contains every status and priority', async () => {
  const all = (schema: { options: readonly string[] }) => schema.options.toSorted()
  expect(await valuesOf(users.status)).toEqual(all(UserStatus))
  expect(await valuesOf(licenses.status)).toEqual(all(LicenseStatus))
  expect(await valuesOf(subscriptions.status)).toEqual(all(SubscriptionStatus))
  expect(await valuesOf(invoices.status)).toEqual(all(InvoiceStatus))
  expect(await valuesOf(licenseRequests.status)).toEqual(all(LicenseRequestStatus))
  expect(await valuesOf(tickets.status)).toEqual(all(TicketStatus))
  expect(await valuesOf(tickets.priority)).toEqual(all(TicketPriority))
  expect(await valuesOf(documents.type)).toEqual(all(DocumentType))
})

test('the demo contains 18 months of data', async () => {
  expect(await count(users, sql`${users.status} = 'pending'`)).toBe(3)
  expect(await count(subscriptions, sql`${subscriptions.endedAt} is null`)).toBe(25)
  expect(await db.$count(licenses)).toBe(374)
  expect(await count(licenses, sql`${licenses.status} = 'active'`)).toBeGreaterThan(150)
  expect(await count(invoices, sql`${invoices.status} = 'paid'`)).toBeGreaterThan(250)
  expect(await count(invoices, sql`${invoices.dueDate} < current_date - interval '16 months'`)).toBeGreaterThan(0)
  expect(await db.$count(tickets)).toBeGreaterThan(100)
  expect(await count(usageMonths, sql`${usageMonths.month} < current_date - interval '12 months'`)).toBeGreaterThan(50)
  expect(await count(documents, sql`${documents.published} and length(${documents.content}) > 300`)).toBe(17)
  expect(await count(documents, sql`not ${documents.published}`)).toBe(3)
})

test('the demo follows the rules of the portal', async () => {
  const used = sql`(select count(*) from ${licenses} where ${licenses.organizationId} = ${subscriptions.organizationId})`
  expect(await count(subscriptions, sql`${subscriptions.licenseLimit} < ${used}`)).toBe(0)
  expect(await count(licenses, sql`${licenses.status} = 'active' and ${licenses.deviceTokenHash} is null`)).toBe(0)
  expect(await count(licenses, sql`${licenses.status} = 'unassigned' and ${licenses.fingerprintKey} is not null`)).toBe(
    0,
  )
  const tooMuch = sql`${usageMonths.devices} > ${usageMonths.licenses} or ${usageMonths.licenses} > ${usageMonths.seats}`
  expect(await count(usageMonths, sql`${usageMonths.seats} > 0 and (${tooMuch})`)).toBe(0)
  expect(await count(licenseRequests, sql`${licenseRequests.decidedAt} > now()`)).toBe(0)
  const future = [users, licenses, invoices, tickets, documents].map((table) =>
    count(table, sql`${table.createdAt} > now()`),
  )
  expect(await Promise.all(future)).toEqual([0, 0, 0, 0, 0])
})

test('the history of a license ends with its status', async () => {
  const { rows } = await db.execute<{ label: string; status: string; recorded: string | null }>(sql`
    select label, coalesce(status_before_suspension, status)::text as status, (
      select changes->'status'->>1 from audit_log
      where subject_id = licenses.id and changes ? 'status' order by created_at desc, id desc limit 1
    ) as recorded
    from licenses`)
  expect(rows).toHaveLength(374)
  for (const { label, status, recorded } of rows) expect([label, recorded]).toEqual([label, status])
})

const organizationNamed = (name: string) =>
  sql`(select ${organizations.id} from ${organizations} where ${organizations.name} = ${name})`

test('both customers with known accounts have devices that have been inactive for 30, 60 and 90 days', async () => {
  const inactiveFor = (days: number) =>
    sql`${checkIns.lastCheckIn} < now() - ${days} * interval '1 day' and exists (select from ${licenses}
      where ${licenses.id} = ${checkIns.licenseId} and ${licenses.status} = 'active'
      and ${licenses.activatedAt} < ${checkIns.lastCheckIn})`
  for (const name of ['Acme Mining', 'Globex Logistics']) {
    const own = sql`${checkIns.organizationId} = ${organizationNamed(name)}`
    const counts = [30, 60, 90].map((days) => count(checkIns, sql`${own} and ${inactiveFor(days)}`))
    const [month, twoMonths, threeMonths] = await Promise.all(counts)
    expect(month).toBeGreaterThan(twoMonths!)
    expect(twoMonths).toBeGreaterThan(threeMonths!)
    expect(threeMonths).toBe(1)
  }
})

test('both customers with known accounts have an owner, tags and notes', async () => {
  for (const name of ['Acme Mining', 'Globex Logistics']) {
    const isOwned = sql`${customerProfiles.ownerId} is not null and ${customerProfiles.tags} <> '{}'`
    const isOf = sql`${customerProfiles.organizationId} = ${organizationNamed(name)}`
    expect(await count(customerProfiles, sql`${isOf} and ${isOwned}`)).toBe(1)
    expect(await count(customerNotes, sql`${customerNotes.organizationId} = ${organizationNamed(name)}`)).toBe(3)
  }
})

test('the demo has a license moved twice, an offline license, and a paused enrollment key', async () => {
  const moved = await db.select({ id: deviceMoves.licenseId }).from(deviceMoves)
  expect(moved).toHaveLength(2)
  expect(moved[0]).toEqual(moved[1])
  const runs = sql`${licenses.id} = ${moved[0]?.id} and ${licenses.status} = 'active'
    and ${licenses.fingerprintKey} = ${licenses.lastFingerprintKey}
    and ${licenses.activatedAt} <= (select ${checkIns.lastCheckIn} from ${checkIns} where ${checkIns.licenseId} = ${licenses.id})`
  expect(await count(licenses, runs)).toBe(1)
  const offline = sql`${licenses.offlineUntil} > now() + interval '180 days'`
  expect(await count(licenses, sql`${offline} and ${licenses.fingerprintKey} = ${licenses.lastFingerprintKey}`)).toBe(1)
  const keys = await db
    .select({ isPaused: sql<boolean>`${enrollmentKeys.pausedAt} is not null`, hint: enrollmentKeys.hint })
    .from(enrollmentKeys)
    .where(sql`${enrollmentKeys.organizationId} = ${organizationNamed('Acme Mining')}`)
    .orderBy(enrollmentKeys.createdAt)
  expect(keys.map(({ isPaused }) => isPaused)).toEqual([true, false])
  expect(new Set(keys.map(({ hint }) => hint.length))).toEqual(new Set([5]))
})

test('every activated license has its last device, and most devices run the latest version', async () => {
  const unknown = sql`${licenses.activatedAt} is not null and ${licenses.lastFingerprintKey} is null`
  expect(await count(licenses, unknown)).toBe(0)
  const on = (version: string) => count(checkIns, sql`${checkIns.appVersion} = ${version}`)
  const [latest, earlier, preview] = await Promise.all(['4.3.0', '4.2.1', '4.4.0-beta.2'].map(on))
  expect(latest).toBeGreaterThan(earlier! * 2)
  expect(earlier).toBeGreaterThan(preview!)
  expect(preview).toBeGreaterThan(0)
})

test('two-factor authentication is on for exactly the users with a secret', async () => {
  const withSecret = sql`exists (select from ${mfaSecrets} where ${mfaSecrets.userId} = ${users.id})`
  expect(await count(users, sql`${users.mfaEnabledAt} is not null`)).toBeGreaterThan(5)
  expect(await count(users, sql`(${users.mfaEnabledAt} is not null) <> ${withSecret}`)).toBe(0)
})

test('renewals equal the sum of their items, and scheduled seat changes keep enough seats', async () => {
  const itemsOf = sql`(select sum(${invoiceItems.amountCents}) from ${invoiceItems} where ${invoiceItems.invoiceId} = ${invoices.id})`
  expect(
    await count(invoices, sql`not ${invoices.isManual} and ${itemsOf} is distinct from ${invoices.amountCents}`),
  ).toBe(0)
  const used = sql`(select count(*) from ${licenses} where ${licenses.organizationId} = ${subscriptions.organizationId})`
  const delta = sql`(select ${adjustments.deltaQuantity} from ${adjustments} where ${adjustments.subscriptionId} = ${subscriptions.id} and ${adjustments.status} = 'pending')`
  expect(
    await count(subscriptions, sql`${delta} is not null and ${subscriptions.licenseLimit} + ${delta} >= ${used}`),
  ).toBe(3)
})

test('manual invoices have no items, renewals have one or two', async () => {
  const itemsOf = sql`(select count(*) from invoice_items where invoice_items.invoice_id = ${invoices.id})`
  expect(await count(invoices, sql`${invoices.isManual} and ${itemsOf} > 0`)).toBe(0)
  expect(await count(invoices, sql`not ${invoices.isManual} and ${itemsOf} not between 1 and 2`)).toBe(0)
})

test('sixty days of totals lead to the current values', async () => {
  expect(await db.$count(dailyTotals)).toBe(60)
  const days = await readDays(db, 31)
  expect(days).toHaveLength(31)
  const [before, today] = [days.at(-2), days.at(-1)]
  expect(Number(before?.monthlyRevenue)).toBeGreaterThan(Number(today?.monthlyRevenue) * 0.97)
  expect(Number(before?.monthlyRevenue)).toBeLessThanOrEqual(Number(today?.monthlyRevenue))
  expect(Number(days[0]?.monthlyRevenue)).toBeLessThan(Number(today?.monthlyRevenue))
  for (const name of ['totalOrganizations', 'totalActiveLicenses', 'totalSupportTickets'] as const) {
    expect(Math.abs(Number(today?.[name]) - Number(before?.[name]))).toBeLessThan(8)
  }
})

test('the audit log contains only actions that the server writes', async () => {
  const { rows } = await db.execute<{ action: string }>(sql`select distinct action from audit_log`)
  expect(rows.map(({ action }) => action).filter((action) => !(auditActions as string[]).includes(action))).toEqual([])
})
