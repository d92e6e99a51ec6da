import fc from 'fast-check'
import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { invoices } from '#server/database/schema/billing/invoices.ts'
import { containing } from '#server/platform/http/lists/queries.ts'
import { db } from '#server/testing/testing.ts'
import { containsText } from './parts-search.ts'

/** Few, so that texts contain one another; some mean something in a pattern. */
const text = fc.string({ unit: fc.constantFrom('a', 'A', 'b', '1', '-', '%', '_', '\\', "'", 'é', 'É'), maxLength: 6 })

test('finds what a pattern finds', async () => {
  let found = 0
  await fc.assert(
    fc.asyncProperty(fc.array(text, { minLength: 20, maxLength: 20 }), text, async (texts, wanted) => {
      const { rows } = await db.execute<{ contains: boolean; matches: boolean }>(sql`
        select ${containsText(sql`body`, wanted)} as contains, body ilike ${containing(wanted)} as matches
        from unnest(${sql.param(texts)}::text[]) body`)
      expect(rows.filter(({ contains, matches }) => contains !== matches)).toEqual([])
      if (wanted.length > 1) found += rows.filter(({ contains }) => contains).length
    }),
    { numRuns: 500 },
  )
  expect(found).toBeGreaterThan(0)
})

test('numbers of invoices are found in their index', async () => {
  const plan = await db.transaction(async (tx) => {
    await tx.execute(sql`set local enable_seqscan = off`)
    const { rows } = await tx.execute(
      sql`explain select from ${invoices} where ${containsText(invoices.invoiceNumber, '0042')}`,
    )
    return JSON.stringify(rows)
  })
  expect(plan).toContain('invoices_number_parts')
})
