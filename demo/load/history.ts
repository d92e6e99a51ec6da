import { sql } from 'drizzle-orm'
import type { Database } from '#server/database/database.ts'
import { TIME_ZONE } from '#server/platform/time-zone.ts'

export type History = { organizations: number; invoices: number }

/** Age of the oldest invoices and tickets. */
const MONTHS = 18

/** Inserts invoices, payments and usage of the 'Load' organizations. Consecutive rows belong to different organizations. */
export async function insertHistory(tx: Database, size: History) {
  await insertInvoices(tx, size)
  await beginPeriods(tx)
  await insertPayments(tx)
  await insertStatusChanges(tx)
  await insertUsage(tx)
}

/** Numbers the organizations from 0 and adds a user of each. */
export const customers = sql`
  select organizations.id as organization_id, users.id as user_id,
    row_number() over (order by organizations.created_at, organizations.id) - 1 as place
  from organizations inner join users on users.organization_id = organizations.id
  where organizations.name like 'Load %'`

/** Spreads `count` rows evenly over the months; number 1 is the newest. */
export const instantOf = (count: number) =>
  sql`now() - number * (interval '1 month' * ${MONTHS}::int / ${Math.max(count, 1)}::int)`

/**
 * The statuses of each organization's invoices repeat: 4 % are outstanding, none late enough to lock devices; 4 % are
 * drafts or void. Paid invoices cover consecutive periods up to the current one.
 */
const insertInvoices = (tx: Database, { organizations, invoices }: History) =>
  tx.execute(sql`
    insert into invoices (organization_id, invoice_number, amount_cents, status, due_date, paid_at, paid_cents, created_at, updated_at,
      is_manual, subscription_id, seats, period_start, period_end, previous_period_start, seats_settled_at)
    select organization_id, 'LOAD-' || lpad(number::text, 8, '0'), amount, status::invoice_status,
      (case status when 'issued' then now() + interval '20 days' when 'overdue' then now() - interval '3 days'
        else issued_at + interval '14 days' end)::date,
      case when is_paid then least(issued_at + interval '10 days', now()) end,
      case when is_paid then amount else 0 end, issued_at, issued_at,
      not is_paid, case when is_paid then subscription_id end, case when is_paid then license_limit end,
      case when is_paid then issued_at end,
      case when is_paid then coalesce(lead(issued_at) over in_turn, current_period_end) end,
      case when is_paid then lag(issued_at) over in_turn end, case when is_paid then issued_at end
    from (
      select customers.organization_id, number, 100000 + number % 900000 as amount, ${instantOf(invoices)} as issued_at, cycle.status,
        cycle.status = 'paid' as is_paid, subscriptions.id as subscription_id, license_limit, current_period_end
      from generate_series(1, ${invoices}::int) number
      inner join (${customers}) customers on place = number % ${organizations}::int
      inner join subscriptions on subscriptions.organization_id = customers.organization_id,
      lateral (
        select case (number + number / ${organizations}::int) % 50
          when 0 then 'draft' when 1 then 'void' when 2 then 'overdue' when 3 then 'issued' else 'paid' end as status
      ) cycle
    ) history
    window in_turn as (partition by organization_id, is_paid order by issued_at)`)

const beginPeriods = (tx: Database) =>
  tx.execute(sql`
    update subscriptions set current_period_start = period_start
    from invoices
    where subscription_id = subscriptions.id and period_end = current_period_end and invoice_number like 'LOAD-%'`)

const insertPayments = (tx: Database) =>
  tx.execute(sql`
    insert into payments (organization_id, invoice_id, kind, amount_cents, received_on, reference, created_at)
    select organization_id, id, 'payment', amount_cents, (paid_at at time zone ${TIME_ZONE})::date, 'EFT ' || invoice_number, paid_at
    from invoices where invoice_number like 'LOAD-%' and status = 'paid'`)

const insertStatusChanges = (tx: Database) =>
  tx.execute(sql`
    insert into invoice_status_changes (organization_id, invoice_id, from_status, to_status, created_at)
    select organization_id, id, from_status, to_status, at
    from invoices, lateral (values
      (null::invoice_status, case status when 'draft' then status else 'issued' end, created_at),
      ('issued', status, coalesce(paid_at, least(created_at + interval '1 hour', now())))
    ) as changes (from_status, to_status, at)
    where invoice_number like 'LOAD-%' and (from_status is null or status not in ('draft', 'issued'))`)

const insertUsage = (tx: Database) =>
  tx.execute(sql`
    insert into usage_months (organization_id, month, seats, licenses, devices)
    select subscriptions.organization_id, date_trunc('month', now() - back * interval '1 month'),
      license_limit, license_limit, license_limit
    from subscriptions inner join organizations on organizations.id = organization_id, generate_series(0, 11) back
    where organizations.name like 'Load %'`)
