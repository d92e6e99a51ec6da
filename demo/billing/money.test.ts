import { sql, type SQL } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { createCalendar, daysLater } from '#demo/calendar.ts'
import { seedDemo } from '#demo/demo.ts'
import { buildCustomers } from '#demo/identity/customers.ts'
import { createRandom } from '#demo/random.ts'
import { markOverdue } from '#server/billing/invoices/status/mark-overdue.ts'
import { remindAll } from '#server/billing/reminders/reminders.ts'
import { billAllDue } from '#server/billing/renewal-run/run.ts'
import { readStatement } from '#server/billing/statements/actions.ts'
import { invoices } from '#server/database/schema/billing/invoices.ts'
import { subscriptions } from '#server/database/schema/billing/subscriptions.ts'
import { config, db, platform } from '#server/testing/testing.ts'
import { createdAt } from './billed.ts'
import { buildManualInvoices } from './manual-invoices.ts'
import { overpay } from './invoices.ts'
import { buildRenewals } from './renewals.ts'
import { buildSeatChanges } from './seat-changes.ts'

await seedDemo(db, { ...config, demoPassword: 'a demo password' })

const rowsOf = async (query: SQL) => (await db.execute(query)).rows
const everything = () =>
  rowsOf(sql`
    select
      (select json_agg(invoices order by id) from invoices) as invoices,
      (select json_agg(subscriptions order by id) from subscriptions) as subscriptions,
      (select json_agg(adjustments order by id) from adjustments) as adjustments,
      (select json_agg(licenses order by id) from licenses) as licenses,
      (select json_agg(organizations order by id) from organizations) as organizations`)

test('the first run of every scheduled job finds nothing to do', async () => {
  const before = await everything()
  await markOverdue(db)
  await billAllDue(platform)
  await remindAll(platform)
  expect(await everything()).toEqual(before)
})

test('invoice totals equal the sums of their payments, credit notes and items', async () => {
  const wrong = await rowsOf(sql`
    select invoice_number from invoices
    where paid_cents <> (select coalesce(sum(amount_cents), 0) from payments where invoice_id = invoices.id)
      or credited_cents <> (select coalesce(sum(amount_cents), 0) from credit_notes where invoice_id = invoices.id)
      or status <> (select to_status from invoice_status_changes where invoice_id = invoices.id order by created_at desc limit 1)
      or (not is_manual and amount_cents <> (select sum(amount_cents) from invoice_items where invoice_id = invoices.id))`)
  expect(wrong).toEqual([])
})

test('invoiced periods have no gaps and end with the current one', async () => {
  const gaps = await rowsOf(sql`
    select * from (
      select status, period_start, lag(period_end) over chain as previous_end, previous_period_start,
        lag(period_start) over chain as previous_start
      from invoices where period_start is not null and status <> 'void'
      window chain as (partition by subscription_id order by period_start)
    ) periods
    where previous_end <> period_start or (status = 'paid' and previous_start is distinct from previous_period_start)`)
  expect(gaps).toEqual([])
  const running = sql`(select max(period_end) from invoices where subscription_id = ${subscriptions.id} and status = 'paid')`
  const isOther = sql`${running} is distinct from ${subscriptions.currentPeriodEnd}`
  expect(await db.$count(subscriptions, sql`${isOther} and not ${subscriptions.isTrial}`)).toBe(0)
  expect(await db.$count(subscriptions, sql`${running} is null`)).toBe(1) // The trial.
  expect(await db.$count(invoices, sql`not ${invoices.isManual} and ${invoices.periodStart} is null`)).toBe(0)
})

test('numbers have no gaps in each year, and the series continue', async () => {
  const series = await rowsOf(sql`
    select number_series.series, last_number = count(*) and last_number = max(right(number, 5)::int) as follows
    from number_series join (
      select invoice_number as number from invoices union all select credit_note_number from credit_notes
    ) as given on number like number_series.series || '-%'
    group by 1, last_number order by 1`)
  expect(series.length).toBeGreaterThan(2)
  for (const each of series) expect(each).toMatchObject({ follows: true })
})

test('the example data contains every kind of payment, credit and charge', async () => {
  const [seen] = await rowsOf(sql`
    select
      (select array_agg(distinct kind::text order by kind::text) from payments) as kinds,
      (select count(*)::int from credit_notes) as "creditNotes",
      (select count(*)::int from seat_charges where invoice_id is null) as "seatCharges",
      (select count(*)::int from invoices where paid_cents > 0 and status = 'issued') as "partlyPaid",
      (select count(*)::int from invoice_reminders) > 5 as "hasReminders"`)
  expect(seen).toEqual({
    kinds: ['credit_kept', 'credit_used', 'payment', 'reversal'],
    creditNotes: 2,
    seatCharges: 1,
    partlyPaid: 1,
    hasReminders: true,
  })
  const credit = await rowsOf(sql`
    select name, -sum(amount_cents)::int as cents from payments join organizations on organizations.id = organization_id
    where kind in ('credit_kept', 'credit_used') group by name having sum(amount_cents) <> 0`)
  expect(credit).toEqual([{ name: 'Globex Logistics', cents: 64_000 }])
})

test('the statement of each customer closes with its outstanding amount', async () => {
  const outstanding = await rowsOf(sql`
    select id, (
      coalesce((select sum(amount_cents - paid_cents - credited_cents) from invoices
        where organization_id = organizations.id and status in ('issued', 'pending', 'overdue', 'failed')), 0)
      + coalesce((select sum(amount_cents) from payments
        where organization_id = organizations.id and kind in ('credit_kept', 'credit_used')), 0)) / 100 as rand
    from organizations`)
  const { rows } = await db.execute<{ today: string; id: string }>(sql`
    select (now() at time zone 'Africa/Johannesburg')::date::text as today, id from organizations where name = 'Acme Mining'`)
  const to = rows[0]?.today ?? ''
  for (const { id, rand } of outstanding) {
    const statement = await readStatement(db, { organizationId: String(id), from: '2020-01-01', to })
    expect([statement.opening, Number(statement.closing)]).toEqual(['0.00', Number(rand)])
  }
  const acme = await readStatement(db, { organizationId: rows[0]!.id, from: '2020-01-01', to })
  expect(acme.lines.length).toBeGreaterThan(35)
  expect(acme.closing).toBe('3750.50')
})

test('events are in order and in the past, whenever the demo starts', () => {
  for (let start = '2027-01-01T00:05:00.000Z', n = 0; n < 40; n += 1, start = daysLater(start, 9.63)) {
    const calendar = createCalendar(new Date(start))
    const customers = buildCustomers(createRandom(1), calendar)
    const changes = buildSeatChanges(customers, calendar)
    const random = createRandom(4)
    const renewals = customers.flatMap((customer, place) => {
      const own = changes.filter(({ organizationId }) => organizationId === customer.id)
      return overpay(buildRenewals(customer, own, random, calendar), place)
    })
    for (const billed of [...renewals, ...buildManualInvoices(customers, random, calendar)]) {
      const moments = billed.statusChanges.map(({ at }) => at)
      const money = billed.money.map(({ at }) => at)
      expect(moments).toEqual(moments.toSorted())
      expect(money).toEqual(money.toSorted())
      expect([...moments, ...money, billed.credit?.at ?? ''].filter((at) => at > calendar.now)).toEqual([])
      expect([...money, billed.credit?.at ?? start].filter((at) => at < createdAt(billed))).toEqual([])
    }
  }
})

test('overdue customers keep their licenses for weeks', async () => {
  const late = await rowsOf(sql`
    select status::text, min(extract(day from past_due_at + interval '60 days' - now()))::int > 28 as has_weeks
    from subscriptions where status in ('past_due', 'unpaid') group by status order by status`)
  expect(late).toEqual([
    { status: 'past_due', has_weeks: true },
    { status: 'unpaid', has_weeks: true },
  ])
})
