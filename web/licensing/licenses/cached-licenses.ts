import type { InfiniteData, Query } from '@tanstack/react-query'
import { licenses, type License } from '#contract/licensing/licenses.ts'
import type { callPage } from '#web/app/api/call.ts'
import { keyOf, queryClient, readAgain } from '#web/app/api/query-client.ts'
import { belongs, type LicenseFilter } from './license-filter.ts'

type Page = Awaited<ReturnType<typeof callPage<typeof licenses.list>>>
type Pages = InfiniteData<Page, string | undefined>

/** The last part of the key of a list that is read page by page. */
export const PAGES = 'pages'

/** Fewer rows than fill a screen, while more are to come: nobody could scroll to them. */
const FEW = 50

const isList = ({ queryKey }: Query) => queryKey[0] === licenses.list.url && queryKey.at(-1) === PAGES
const lists = () => queryClient.getQueryCache().findAll({ predicate: isList, type: 'active' })

/** Nobody looks at these: they are read again when somebody does. */
const forgetOthers = () => queryClient.removeQueries({ predicate: isList, type: 'inactive' })

/** Its drawer and its dialogs tell what became of a license. */
export const askAgainFor = (ids: string[]) =>
  Promise.all(ids.map((id) => readAgain({ queryKey: keyOf(licenses.read, { params: { id } }) })))

/** Puts changed licenses where they stand in the lists on screen, however many pages were read. */
export const keepLicenses = (changed: License[]) =>
  replaceRows(new Map(changed.map((license) => [license.id, license])))

export const dropLicenses = (ids: string[]) => replaceRows(new Map(ids.map((id) => [id, undefined])))

/** A new license stands wherever the order wants it: the list starts over with its first page. */
export async function startOver() {
  forgetOthers()
  await Promise.all(lists().map(readFirstPage))
}

type Changes = ReadonlyMap<string, License | undefined>

/** The list itself, not a further page of it. */
const isReread = ({ state }: Query) => state.fetchStatus === 'fetching' && !state.fetchMeta?.fetchMore

async function replaceRows(changes: Changes) {
  forgetOthers()
  // They would have told of another change, too.
  const reread = lists().filter(isReread)
  // A page that is on its way would bring back what the rows were.
  await queryClient.cancelQueries({ predicate: (query) => isList(query) && query.state.data !== undefined })
  await Promise.all([...lists().map((query) => replaceIn(query, changes)), askAgainFor([...changes.keys()])])
  await Promise.all(reread.map(readFirstPage))
}

async function replaceIn(query: Query, changes: Changes) {
  const data = query.state.data as Pages | undefined
  if (!data) return readFirstPage(query)
  const filter = query.queryKey[1] as LicenseFilter
  /** The row as it is now: none when it is gone, or has no place in this list any more. */
  const rowsFor = (row: License) => {
    if (!changes.has(row.id)) return [row]
    const license = changes.get(row.id)
    return license && belongs(license, filter) ? [license] : []
  }
  const pages = data.pages.map((page) => ({ ...page, rows: page.rows.flatMap(rowsFor) }))
  const total = (pages[0]?.total ?? 0) - (countRows(data.pages) - countRows(pages))
  queryClient.setQueryData<Pages>(query.queryKey, { ...data, pages: pages.map((page) => ({ ...page, total })) })
  if (countRows(pages) < Math.min(total, FEW)) await readFirstPage(query)
}

const countRows = (pages: Page[]) => pages.reduce((sum, { rows }) => sum + rows.length, 0)

async function readFirstPage({ queryKey }: Query) {
  queryClient.setQueryData<Pages>(
    queryKey,
    (data) => data && { pages: data.pages.slice(0, 1), pageParams: [undefined] },
  )
  await readAgain({ queryKey, exact: true })
}
