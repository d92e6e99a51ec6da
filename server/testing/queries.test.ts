import { expect, test } from 'vitest'
import { readSources } from './sources.ts'

const SQL = /from 'drizzle-orm|import (?!type )[^']*'#server\/database\/schema\//
const IN_QUERIES = /\/([a-z-]+-)?queries\.ts$/

/** The folders that may import the tables: definitions, shared queries and test fixtures. */
const ELSEWHERE = /^server\/(database|domain|testing)\/|\.test\.ts$/

// File names that may contain queries.
test('the server has its SQL in its queries', () => {
  const sources = readSources().filter(({ file }) => file.startsWith('server/') && !ELSEWHERE.test(file))
  const asking = sources.filter(({ text }) => SQL.test(text)).map(({ file }) => file)
  expect(asking.length).toBeGreaterThan(50)
  expect(asking.filter((file) => !IN_QUERIES.test(file))).toEqual([])
})
