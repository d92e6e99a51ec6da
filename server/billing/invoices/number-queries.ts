import { eq, sql } from 'drizzle-orm'
import { first, type Database } from '#server/database/database.ts'
import { invoices, numberSeries } from '#server/database/schema/billing/invoices.ts'
import { today } from '#server/domain/calendar.ts'

export type Series = 'INV' | 'CN'

/**
 * The next number of this South African year: INV-2027-00042. It is given back if the transaction does not come to its end,
 * so no number is missing. Others wait for it until then: take it late, and hold whatever else is needed before.
 */
export async function nextNumber(tx: Database, kind: Series) {
  // One lock for all series: two that each need an invoice's and a credit note's number would wait for each other.
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

/** Numbers that somebody has typed are passed over, however many of them there are in a row. */
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
