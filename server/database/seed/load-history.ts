import { sql } from 'drizzle-orm'
import type { Database } from '#server/database/database.ts'

export type History = { organizations: number; invoices: number }

/** How far back invoices and tickets go. */
const MONTHS = 18

/** What the organizations called 'Load' were billed and used. Neighbours in time belong to different ones. */
export async function insertHistory(tx: Database, size: History) {
  await insertInvoices(tx, size)
  await insertUsage(tx)
}

/** The organizations numbered from 0, each with the person who asks for it. */
export const customers = sql`
  select organizations.id as organization_id, users.id as user_id,
    row_number() over (order by organizations.created_at, organizations.id) - 1 as place
  from organizations inner join users on users.organization_id = organizations.id
  where organizations.name like 'Load %'`

/** Number 1 is the newest of so many, spread evenly over the months. */
export const instantOf = (count: number) =>
  sql`now() - number * (interval '1 month' * ${MONTHS}::int / ${Math.max(count, 1)}::int)`

/**
 * Each organization's invoices take turns in this cycle: four in a hundred are due or late, four were never sent or taken back.
 * None is so late that it would lock devices out.
 */
const insertInvoices = (tx: Database, { organizations, invoices }: History) =>
  tx.execute(sql`
    insert into invoices (organization_id, invoice_number, amount_cents, status, due_date, paid_at, paid_cents, created_at, updated_at)
    select organization_id, 'LOAD-' || lpad(number::text, 8, '0'), 100000 + number % 900000, status::invoice_status,
      (case status when 'issued' then now() + interval '20 days' when 'overdue' then now() - interval '3 days'
        else issued_at + interval '14 days' end)::date,
      case when status = 'paid' then least(issued_at + interval '10 days', now()) end,
      case when status = 'paid' then 100000 + number % 900000 else 0 end, issued_at, issued_at
    from (
      select organization_id, number, ${instantOf(invoices)} as issued_at,
        case (number + number / ${organizations}::int) % 50
          when 0 then 'draft' when 1 then 'void' when 2 then 'overdue' when 3 then 'issued' else 'paid' end as status
      from generate_series(1, ${invoices}::int) number
      inner join (${customers}) customers on place = number % ${organizations}::int
    ) history`)

const insertUsage = (tx: Database) =>
  tx.execute(sql`
    insert into usage_months (organization_id, month, seats, licenses, devices)
    select subscriptions.organization_id, date_trunc('month', now() - back * interval '1 month'),
      license_limit, license_limit, license_limit
    from subscriptions inner join organizations on organizations.id = organization_id, generate_series(0, 11) back
    where organizations.name like 'Load %'`)
