import { sql } from 'drizzle-orm'
import type { Database } from '#server/database/database.ts'
import { invoices } from '#server/database/schema/billing/invoices.ts'
import type { Benchmark } from './benchmark.ts'

const SUBSCRIPTIONS = 100_000
/** More than can be issued in a minute. */
const RENEWALS = 10_000

const worker = new URL('../worker-billing.ts', import.meta.url)

type Batch = { count: number; from: number; to: number }

/** Inserts organizations with a monthly subscription that ends `from` to `to` days from now. */
async function insertSubscriptions(db: Database, name: string, { count, from, to }: Batch) {
  await db.execute(sql`
    with customers as (
      insert into organizations (name, contact_email, is_active, twelve_month_cents)
      select ${name} || ' ' || number, 'office@billed-' || number || '.example', true, 120000
      from generate_series(1, ${count}::int) number returning id
    )
    insert into subscriptions (organization_id, plan_name, license_limit, current_period_end)
    select id, 'Standard Plan', 10, now() + (${from}::int + row_number() over () % ${to - from + 1}::int) * interval '1 day' from customers`)
  await db.execute(sql`analyze organizations`)
  await db.execute(sql`analyze subscriptions`)
}

export const billingNothingDue: Benchmark = {
  name: 'billing-nothing-due',
  floor: 'select',
  connections: [1],
  work: async (db) => {
    await insertSubscriptions(db, 'Quiet', { count: SUBSCRIPTIONS, from: 9, to: 30 })
    return { worker, environment: { BILLING: 'nothing due' } }
  },
}

/** Issues an invoice with its number, lines, log, audit entry and email. */
export const billingRenewal: Benchmark = {
  name: 'billing-renewal',
  floor: 'select',
  connections: [1],
  work: async (db) => {
    await insertSubscriptions(db, 'Due', { count: RENEWALS, from: 5, to: 5 })
    return { worker, environment: { BILLING: 'renewal' } }
  },
  confirm: async (db, answered) => {
    const issued = await db.$count(
      invoices,
      sql`${invoices.organizationId} in
      (select id from organizations where name like 'Due %') and ${invoices.periodStart} is not null`,
    )
    if (issued < answered) throw new Error(`${answered} renewals were issued, but the database contains ${issued}`)
  },
}
