import { TREND_DAYS, type HealthCheck, type Overview, type OverviewMonth } from '#contract/overview.ts'
import { toAmount } from '#contract/money.ts'
import type { Database } from '#server/database/database.ts'
import { readDays } from '#server/features/dashboard/actions.ts'
import { readQueue } from '#server/features/tickets/actions.ts'
import { findMonths } from './queries.ts'

/** Today, and the days it is compared with. */
const DAYS = TREND_DAYS + 1

export async function readOverview(db: Database, readHealth: () => Promise<HealthCheck[]>): Promise<Overview> {
  const [days, months, health, queue] = await Promise.all([
    readDays(db, DAYS),
    readMonths(db),
    readHealth(),
    readQueue(db),
  ])
  return { days, months, health, queue }
}

async function readMonths(db: Database): Promise<OverviewMonth[]> {
  const rows = await findMonths(db)
  return rows.map(({ invoicedCents, receivedCents, ...month }) => ({
    ...month,
    invoiced: toAmount(Number(invoicedCents)),
    received: toAmount(Number(receivedCents)),
  }))
}
