import { asc, gt, sql } from 'drizzle-orm'
import { toAmount } from '#contract/money.ts'
import type { StaffStats } from '#contract/operations/dashboard.ts'
import { only, type Database } from '#server/database/database.ts'
import { preparedStatement } from '#server/database/statements/prepared.ts'
import { subscriptions } from '#server/database/schema/billing/subscriptions.ts'
import { organizations } from '#server/database/schema/identity/organizations.ts'
import { licenseCounts } from '#server/database/schema/licensing/license-counts.ts'
import { tickets } from '#server/database/schema/support/tickets.ts'
import { dailyTotals } from '#server/database/schema/usage.ts'
import { today } from '#server/domain/calendar.ts'
import { isLive } from '#server/domain/subscriptions.ts'

/** Cents per month, half a cent up, like each organization's own price. */
const monthly = sql`div(2 * ${organizations.twelveMonthCents}::numeric + 12, 24)`

const measured = sql`
  select
    ${today} as day,
    (count(*) filter (where ${organizations.isActive} and ${organizations.suspendedAt} is null))::int as organizations,
    coalesce(sum(${monthly}) filter (where ${subscriptions.status} = 'active'), 0)::bigint as revenue_cents,
    (
      select coalesce(sum(${licenseCounts.licenses}), 0)::int from ${licenseCounts} where ${licenseCounts.status} = 'active'
    ) as active_licenses,
    (select count(*)::int from ${tickets}) as tickets
  from ${organizations}
  left join ${subscriptions} on ${subscriptions.organizationId} = ${organizations.id} and ${isLive}`

type Row = Omit<typeof dailyTotals.$inferSelect, 'revenueCents'> & { revenueCents: number | string }
export type DayTotals = StaffStats & { day: string }

const present = ({
  day,
  organizations: customers,
  revenueCents,
  activeLicenses,
  tickets: written,
}: Row): DayTotals => ({
  day,
  totalOrganizations: customers,
  totalActiveLicenses: activeLicenses,
  monthlyRevenue: toAmount(Number(revenueCents)),
  totalSupportTickets: written,
})

const totals = preparedStatement<Row>(sql`
  select day::text, organizations, revenue_cents as "revenueCents", active_licenses as "activeLicenses", tickets
  from (${measured}) as measured`)

export const readTotals = async (db: Database) => present(only((await totals(db, {})).rows))

/** Recorded days, oldest first, ending with the current values of today. */
export async function readDays(db: Database, days: number): Promise<DayTotals[]> {
  const [recorded, now] = await Promise.all([
    db
      .select()
      .from(dailyTotals)
      .where(gt(dailyTotals.day, sql`${today} - ${days}::int`))
      .orderBy(asc(dailyTotals.day)),
    readTotals(db),
  ])
  return [...recorded.filter(({ day }) => day < now.day).map(present), now]
}

export const recordTotals = (db: Database) =>
  db.execute(sql`
    insert into ${dailyTotals} (day, organizations, revenue_cents, active_licenses, tickets)
    ${measured}
    on conflict (day) do update set
      organizations = excluded.organizations,
      revenue_cents = excluded.revenue_cents,
      active_licenses = excluded.active_licenses,
      tickets = excluded.tickets`)
