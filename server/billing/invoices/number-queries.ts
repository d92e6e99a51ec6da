import { eq, sql } from 'drizzle-orm'
import { first, type Database } from '#server/database/database.ts'
import { invoices, numberSeries } from '#server/database/schema/billing/invoices.ts'
import { today } from '#server/domain/calendar.ts'

export type Series = 'INV' | 'CN'

/**
 * Returns the next number of this year in the vendor's time zone, such as INV-2027-00042. A rollback releases it, so there are no
 * gaps. Other transactions wait until this one ends: call it late, after taking every other lock.
 */
export async function nextNumber(tx: Database, kind: Series) {
  // One lock for both series: with two, transactions that need an invoice and a credit note number could deadlock.
  await tx.execute(sql`select pg_advisory_xact_lock(hashtext('document numbers'))`)
  const series = await seriesOf(tx, kind)
  const lastNumber = await nextFree(tx, series, await lastOf(tx, series))
  await tx
    .insert(numberSeries)
    .values({ series, lastNumber })
    .onConflictDoUpdate({ target: numberSeries.series, set: { lastNumber } })
  return `${series}-${String(lastNumber).padStart(DIGITS, '0')}`
}

const DIGITS = 5

const seriesOf = (tx: Database, kind: Series) =>
  tx
    .execute<{ series: string }>(sql`select ${kind}::text || '-' || extract(year from ${today}) as series`)
    .then(({ rows: [row] }) => row!.series)

const lastOf = (tx: Database, series: string) =>
  tx
    .select({ lastNumber: numberSeries.lastNumber })
    .from(numberSeries)
    .where(eq(numberSeries.series, series))
    .then(first)
    .then((row) => row?.lastNumber ?? 0)

const written = sql`number::text`

/** Skips all numbers that admins have typed, however many in a row. */
const nextFree = (tx: Database, series: string, last: number) =>
  tx
    .execute<{ number: number }>(
      sql`
        with recursive tried (number) as (
          select ${last}::int + 1
          union all
          select number + 1 from tried where exists (
            select from ${invoices}
            where ${invoices.invoiceNumber} = ${series}::text || '-' || lpad(${written}, greatest(${DIGITS}::int, length(${written})), '0')
          )
        )
        select max(number) as number from tried`,
    )
    .then(({ rows: [row] }) => row!.number)
