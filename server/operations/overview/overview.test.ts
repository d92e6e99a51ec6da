import { eq, sql } from 'drizzle-orm'
import { beforeAll, expect, test } from 'vitest'
import { dashboard } from '#contract/operations/dashboard.ts'
import { HealthPart, OVERVIEW_MONTHS, overview } from '#contract/operations/overview.ts'
import { makeInvoice } from '#demo/rows/invoices.ts'
import { invoices } from '#server/database/schema/billing/invoices.ts'
import { payments } from '#server/database/schema/billing/payments.ts'
import { sessions } from '#server/database/schema/identity/users.ts'
import { usageMonths } from '#server/database/schema/usage.ts'
import { db, newOrganization, signIn, stranger } from '#server/testing/testing.ts'

/** The start of a month in South Africa, two hours before UTC's. */
async function startOf(monthsAgo: number) {
  const { rows } = await db.execute<{ month: string; at: string }>(sql`
    select first::date::text as month, to_char(first at time zone 'Africa/Johannesburg' at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as at
    from (select date_trunc('month', now() at time zone 'Africa/Johannesburg') - make_interval(months => ${monthsAgo}) as first) as start`)
  const [start] = rows
  if (!start) throw new Error('No month')
  return start
}
const before = (instant: string) => new Date(Date.parse(instant) - 1).toISOString()

const agent = await signIn({ role: 'agent' })
async function read() {
  const { days, months, queue, ...others } = (await agent.call(overview.read)).body
  if (!days || !months || !queue) throw new Error('The database could not say it')
  return { days, months, queue, ...others }
}
const monthOf = async (months: number) => {
  const { month } = await startOf(months)
  return (await read()).months.find((row) => row.month === month)
}

beforeAll(async () => {
  await db.execute(sql`update pgboss.version set cron_on = now()`)
})

test('admin and agent read it, customers and visitors do not [R-OVER-01 R-OVER-13]', async () => {
  for (const role of ['admin', 'agent'] as const)
    expect((await (await signIn({ role })).call(overview.read)).status).toBe(200)
  for (const role of ['org_admin', 'customer'] as const) {
    expect((await (await signIn({ role })).call(overview.read)).status).toBe(403)
    expect((await (await signIn({ role })).call(overview.health)).body).toEqual({ isHealthy: true })
  }
  expect((await stranger().call(overview.read)).status).toBe(401)
  expect((await stranger().call(overview.health)).status).toBe(401)
})

test('the last day is what the cards show [R-OVER-12]', async () => {
  const { stats } = (await agent.call(dashboard.read)).body
  expect((await read()).days.at(-1)).toMatchObject(stats)
})

test('twelve months, oldest first, whether or not anything was invoiced or recorded', async () => {
  const { months } = await read()
  expect(months).toHaveLength(OVERVIEW_MONTHS)
  expect(months[0]?.month).toBe((await startOf(11)).month)
  expect(months.at(-1)).toMatchObject({ month: (await startOf(0)).month, seats: null, devices: null })
})

test('counts an invoice in the South African month of its creation, and never voided or unsent ones', async () => {
  const organizationId = await newOrganization()
  const { at } = await startOf(2)
  await makeInvoice(db, { organizationId, amountCents: 10_001, createdAt: at })
  await makeInvoice(db, { organizationId, amountCents: 20_000, createdAt: at, status: 'overdue' })
  await makeInvoice(db, { organizationId, amountCents: 40_000, createdAt: before(at) })
  for (const status of ['draft', 'void', 'cancelled'] as const)
    await makeInvoice(db, { organizationId, amountCents: 80_000, createdAt: at, status })
  expect(await monthOf(2)).toMatchObject({ invoiced: '300.01', received: '0.00' })
  expect(await monthOf(3)).toMatchObject({ invoiced: '400.00' })
})

test('money counts in the South African month it came in, also for an older invoice', async () => {
  const organizationId = await newOrganization()
  const [{ at }, old] = [await startOf(5), await startOf(14)]
  const paid = { organizationId, status: 'paid', createdAt: old.at } as const
  await makeInvoice(db, { ...paid, amountCents: 5000, paidAt: at })
  await makeInvoice(db, { ...paid, amountCents: 700, paidAt: before(at) })
  expect(await monthOf(5)).toMatchObject({ invoiced: '0.00', received: '50.00' })
  expect(await monthOf(6)).toMatchObject({ received: '7.00' })
})

test('money counts in the month it was recorded in, also in parts; what went back is taken off, credit is no money', async () => {
  const organizationId = await newOrganization()
  const { at } = await startOf(7)
  const invoice = await makeInvoice(db, { organizationId, amountCents: 10_000, createdAt: at })
  const row = { organizationId, invoiceId: invoice.id, receivedOn: '2026-01-01', createdAt: at }
  await db.insert(payments).values([
    { ...row, kind: 'payment', amountCents: 9000 },
    { ...row, kind: 'payment', amountCents: 500 },
    { ...row, kind: 'reversal', amountCents: -500 },
    { ...row, kind: 'credit_kept', amountCents: -300 },
    { ...row, kind: 'credit_used', amountCents: 200 },
    { ...row, kind: 'refund', amountCents: -100, invoiceId: null },
    { ...row, kind: 'payment', amountCents: 1, createdAt: before(at) },
  ])
  await db.update(invoices).set({ creditedCents: 2500 }).where(eq(invoices.id, invoice.id))
  expect(await monthOf(7)).toMatchObject({ invoiced: '75.00', received: '89.00' })
})

test('seats and devices are those of all organizations', async () => {
  const { month } = await startOf(4)
  for (const seats of [3, 4]) {
    const organizationId = await newOrganization()
    await db.insert(usageMonths).values({ organizationId, month, seats, licenses: seats, devices: seats - 1 })
  }
  expect(await monthOf(4)).toMatchObject({ seats: 7, devices: 5 })
})

test('automatic health polling does not extend the session', async () => {
  const person = await signIn()
  const lastUsed = sql`select last_used_at < now() - interval '5 minutes' as is_idle from ${sessions} where ${sessions.userId} = ${person.user.id}`
  await db
    .update(sessions)
    .set({ lastUsedAt: sql`now() - interval '10 minutes'` })
    .where(sql`${sessions.userId} = ${person.user.id}`)
  await person.call(overview.health)
  expect((await db.execute(lastUsed)).rows).toEqual([{ is_idle: true }])
  await person.call(dashboard.read)
  expect((await db.execute(lastUsed)).rows).toEqual([{ is_idle: false }])
})

test('what a locked table is needed for is missing, the rest is there', async () => {
  await db.transaction(async (tx) => {
    await tx.execute(sql`lock table tickets in access exclusive mode`)
    const { status, body } = await agent.call(overview.read)
    expect([status, body.queue, body.days]).toEqual([200, null, null])
    expect([body.months?.length, body.health.length]).toEqual([OVERVIEW_MONTHS, HealthPart.options.length])
  })
})

test('on a full disk the page works and says what is full', async () => {
  await db.execute(sql`
    create function fill_disk() returns boolean language plpgsql as
      'begin raise exception ''could not write to file'' using errcode = ''53100''; end'`)
  await db.execute(sql`alter table daily_totals rename to kept_totals`)
  await db.execute(sql`create view daily_totals as select * from kept_totals where fill_disk()`)
  await db.execute(sql`insert into kept_totals values (current_date, 1, 1, 1, 1)`)
  const { status, body } = await agent.call(overview.read)
  const stats = await agent.call(dashboard.read)
  await db.execute(sql`drop view daily_totals`)
  await db.execute(sql`alter table kept_totals rename to daily_totals`)
  expect([status, body.days, stats.status]).toEqual([200, null, 200])
  expect(body.health[0]).toMatchObject({ part: 'database', isHealthy: false, detail: 'Its disk is full' })
})
