import { expect, test } from 'vitest'
import { readSources } from './sources.ts'

const SQL = /from 'drizzle-orm/
const IN_QUERIES = /\/([a-z-]+-)?queries\.ts$/

// Whoever looks for what is asked of a table finds it by the name of a file. Tests arrange and look with SQL of their own.
test.each(['identity', 'releases', 'support', 'billing', 'licensing', 'operations'])(
  '%s has its SQL in its queries',
  (area) => {
    const sources = readSources().filter(({ file }) => file.startsWith(`server/${area}/`) && !file.endsWith('.test.ts'))
    expect(sources.length).toBeGreaterThan(10)
    const elsewhere = sources.filter(({ file, text }) => SQL.test(text) && !IN_QUERIES.test(file))
    expect(elsewhere.map(({ file }) => file)).toEqual([])
  },
)
