import { toAmount } from '#contract/money.ts'
import { TREND_DAYS, type HealthCheck, type Overview, type OverviewMonth } from '#contract/operations/overview.ts'
import type { Database } from '#server/database/database.ts'
import { DISK_FULL, hasCode } from '#server/database/violations.ts'
import { readDays } from '#server/operations/dashboard/totals-queries.ts'
import { toHttpError } from '#server/platform/http/error-handler.ts'
import { readQueue } from '#server/support/public.ts'
import { findMonths } from './queries.ts'

const DAYS = TREND_DAYS + 1

/** Figures fail independently, so that the page still shows the rest. */
export async function readOverview(db: Database, readHealth: () => Promise<HealthCheck[]>): Promise<Overview> {
  let isDiskFull = false
  const orNull = (error: unknown) => {
    if (toHttpError(error as Error).statusCode !== 503) throw error
    isDiskFull ||= hasCode(error, DISK_FULL)
    return null
  }
  const [days, months, health, queue] = await Promise.all([
    readDays(db, DAYS).catch(orNull),
    readMonths(db).catch(orNull),
    readHealth(),
    readQueue(db).catch(orNull),
  ])
  return { days, months, health: isDiskFull ? health.map(withFullDisk) : health, queue }
}

const withFullDisk = (check: HealthCheck): HealthCheck =>
  check.part === 'database' ? { ...check, isHealthy: false, detail: 'Its disk is full' } : check

async function readMonths(db: Database): Promise<OverviewMonth[]> {
  const rows = await findMonths(db)
  return rows.map(({ invoicedCents, receivedCents, ...month }) => ({
    ...month,
    invoiced: toAmount(Number(invoicedCents)),
    received: toAmount(Number(receivedCents)),
  }))
}
