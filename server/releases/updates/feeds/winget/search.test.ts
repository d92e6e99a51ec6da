import { expect, test } from 'vitest'
import type { WingetSearch } from '#contract/releases/winget.ts'
import { isSought } from './search.ts'

const one = {
  identifier: 'ExampleSoftware.HandBook',
  locale: {
    PackageLocale: 'en-US',
    Publisher: 'Example Software',
    PackageName: 'Hand Book',
    License: 'Proprietary',
    ShortDescription: 'Hand Book by Example Software',
  },
}
const finds = (search: WingetSearch) => isSought(search, one)
const filterOf = (field: string, keyword: string, type?: string) => ({
  PackageMatchField: field,
  RequestMatch: { KeyWord: keyword, MatchType: type },
})

test.each([
  ['Hand Book', 'Exact', true],
  ['hand book', 'Exact', false],
  ['hand book', 'CaseInsensitive', true],
  ['hand', 'CaseInsensitive', false],
  ['HAND', 'StartsWith', true],
  ['book', 'StartsWith', false],
  ['book', 'Substring', true],
  ['boo k', 'Substring', false],
  ['hand book', 'Fuzzy', true],
  ['BOOK', 'FuzzySubstring', true],
  ['ExampleSoftware.HandBook', 'Exact', true],
  ['software.hand', 'Substring', true],
  ['*', 'Wildcard', false],
  ['Hand Book', 'constructor', false],
  ['Hand Book', undefined, true],
] as const)('the query %s by %s: %s', (KeyWord, MatchType, isFound) => {
  expect(finds({ Query: { KeyWord, MatchType } })).toBe(isFound)
})

test.each([
  ['handbook', true],
  ['Hand Book', true],
  ['handbookExampleSoftware', true],
  ['hand', false],
  ['', false],
  [' - ', false],
])('the normalized name %s of an installed program: %s', (keyword, isFound) => {
  expect(finds({ Inclusions: [filterOf('NormalizedPackageNameAndPublisher', keyword, 'Exact')] })).toBe(isFound)
})

test('one inclusion or the query is enough, but every filter must match', () => {
  const id = filterOf('PackageIdentifier', one.identifier.toLowerCase(), 'CaseInsensitive')
  const other = filterOf('PackageName', 'Other', 'Exact')
  expect(finds({ Inclusions: [other, id] })).toBe(true)
  expect(finds({ Query: { KeyWord: 'other', MatchType: 'Substring' }, Inclusions: [id] })).toBe(true)
  expect(finds({ Inclusions: [other] })).toBe(false)
  expect(finds({ Filters: [id] })).toBe(true)
  expect(finds({ Filters: [id, other] })).toBe(false)
  expect(finds({ Inclusions: [id], Filters: [other] })).toBe(false)
  expect(finds({ Inclusions: [], Filters: [] })).toBe(true)
  expect(finds({ FetchAllManifests: true })).toBe(true)
})

test('fields that the portal knows nothing of match nothing', () => {
  for (const field of ['ProductCode', 'UpgradeCode', 'PackageFamilyName', 'Tag', 'Command', 'Moniker', 'toString'])
    expect(finds({ Inclusions: [filterOf(field, 'Hand Book', 'Substring')] })).toBe(false)
  expect(finds({ Filters: [{ PackageMatchField: 'PackageName', RequestMatch: null }] })).toBe(false)
})
