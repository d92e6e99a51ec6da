import { sql } from 'drizzle-orm'
import { only, type Database } from '#server/database/database.ts'
import { numberSeries } from '#server/database/schema/invoices.ts'
import { today } from './today.ts'

export type Series = 'INV' | 'CN'

/**
 * The next number of this South African year: INV-2027-00042. It is given back if the transaction does not come to its end,
 * so no number is missing. Others wait for it until then: take it late, and hold whatever else is needed before.
 */
export async function nextNumber(tx: Database, series: Series) {
  // One lock for all series: two that each need an invoice's and a credit note's number would wait for each other.
  await tx.execute(sql`select pg_advisory_xact_lock(hashtext('document numbers'))`)
  const { name, lastNumber } = await tx
    .insert(numberSeries)
    .values({ series: sql`${series} || '-' || extract(year from ${today})`, lastNumber: 1 })
    .onConflictDoUpdate({ target: numberSeries.series, set: { lastNumber: sql`${numberSeries.lastNumber} + 1` } })
    .returning({ name: numberSeries.series, lastNumber: numberSeries.lastNumber })
    .then(only)
  return `${name}-${String(lastNumber).padStart(5, '0')}`
}
