import type { MatchFilter, RequestMatch, WingetSearch } from '#contract/releases/winget.ts'
import type { WingetPackage } from './package.ts'

type PackageNames = Pick<WingetPackage, 'identifier' | 'locale'>

/** Does a search of winget mean this package? */
export function isSought({ FetchAllManifests, Query, Inclusions, Filters }: WingetSearch, one: PackageNames) {
  if (FetchAllManifests) return true
  const wanted = [...(Query ? [Query].flatMap(inEveryField) : []), ...(Inclusions ?? [])]
  const isWanted = wanted.length === 0 || wanted.some((filter) => isMet(filter, one))
  return isWanted && (Filters ?? []).every((filter) => isMet(filter, one))
}

const inEveryField = (query: RequestMatch): MatchFilter[] =>
  ['PackageIdentifier', 'PackageName'].map((field) => ({ PackageMatchField: field, RequestMatch: query }))

type Compare = (text: string, keyword: string) => boolean

const isSame: Compare = (text, keyword) => fold(text) === fold(keyword)
const contains: Compare = (text, keyword) => fold(text).includes(fold(keyword))

const comparisons = new Map<string, Compare>([
  ['Exact', (text, keyword) => text === keyword],
  ['CaseInsensitive', isSame],
  ['StartsWith', (text, keyword) => fold(text).startsWith(fold(keyword))],
  ['Substring', contains],
  ['Fuzzy', isSame],
  ['FuzzySubstring', contains],
])

/** Fields and match types that are unknown match nothing. */
function isMet({ PackageMatchField: field, RequestMatch: match }: MatchFilter, one: PackageNames) {
  const compare = comparisons.get(match?.MatchType ?? 'Exact')
  const keyword = match?.KeyWord
  if (!compare || typeof keyword !== 'string') return false
  if (field === 'PackageIdentifier') return compare(one.identifier, keyword)
  if (field === 'PackageName') return compare(one.locale.PackageName, keyword)
  return field === 'NormalizedPackageNameAndPublisher' && isNormalized(one, keyword)
}

/** How winget finds the source of an installed program: by its name without spaces, signs and version. It leaves the publisher out. */
function isNormalized({ locale: { PackageName, Publisher } }: PackageNames, keyword: string) {
  const sought = normalize(keyword)
  return sought !== '' && [PackageName, `${PackageName}${Publisher}`].some((name) => normalize(name) === sought)
}

const fold = (text: string) => text.toLowerCase()
const normalize = (text: string) => fold(text).replace(/[^\p{L}\p{N}]/gu, '')
