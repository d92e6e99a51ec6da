import fc from 'fast-check'
import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { invoices } from '#server/database/schema/billing/invoices.ts'
import { licenses } from '#server/database/schema/licensing/licenses.ts'
import { newestMention } from '#server/licensing/licenses/list/search-queries.ts'
import { containing } from '#server/platform/http/lists/queries.ts'
import { planOf } from '#server/testing/operations/plans.ts'
import { db } from '#server/testing/testing.ts'
import { containsText, joinedText, mayContain } from './parts-search.ts'

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

test('of several columns, finds at least each that contains the text', async () => {
  const texts = fc.array(text, { minLength: 20, maxLength: 20 })
  const missed = async (ones: string[], others: string[], wanted: string) => {
    const { rows } = await db.execute<{ contains: boolean; may: boolean }>(sql`
      select one ilike ${containing(wanted)} or other ilike ${containing(wanted)} as contains,
        ${mayContain(joinedText(sql`one`, sql`nullif(other, '')`), wanted)} as may
      from unnest(${sql.param(ones)}::text[], ${sql.param(others)}::text[]) texts (one, other)`)
    return {
      found: rows.filter(({ contains }) => contains).length,
      without: rows.filter(({ may }) => !may).length,
      rows: rows.filter(({ contains, may }) => contains && !may),
    }
  }
  const seen = { found: 0, without: 0 }
  await fc.assert(
    fc.asyncProperty(texts, texts, text, async (ones, others, wanted) => {
      const { rows, found, without } = await missed(ones, others, wanted)
      expect(rows).toEqual([])
      seen.found += found
      seen.without += without
    }),
    { numRuns: 200 },
  )
  expect(Math.min(seen.found, seen.without)).toBeGreaterThan(0)
})

test.each([
  ['invoices_number_parts', sql`select from ${invoices} where ${containsText(invoices.invoiceNumber, '0042')}`],
  ['licenses_parts', sql`select from ${licenses} where ${newestMention('0042')}`],
])('%s serves its search', async (index, query) => {
  const plan = await db.transaction(async (tx) => {
    await tx.execute(sql`set local enable_seqscan = off`)
    return planOf(tx, query)
  })
  expect(plan).toContain(index)
})
