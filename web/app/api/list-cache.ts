import type { Query } from '@tanstack/react-query'
import type { Endpoint } from '#contract/endpoint.ts'
import type { Page, Pages } from './pages.ts'
import { queryClient, refetch } from './query-client.ts'

/** The last part of the query key of a paged list. The filter precedes it. */
export const PAGES = 'pages'

/** Fewer rows than fill a screen: with more pages to come, the user could not scroll to them. */
const FEW = 50

type Changes<Row> = ReadonlyMap<string, Row | undefined>

/** Updates the cached pages of a list under every filter. A changed row stays at its position if it still `belongs` to the filter. */
export function listCache<Row extends { id: string }, Filter>(
  { url }: Endpoint,
  belongs: (row: Row, filter: Filter) => boolean = () => true,
) {
  const isList = ({ queryKey }: Pick<Query, 'queryKey'>) => queryKey[0] === url && queryKey.at(-1) === PAGES
  const lists = () => queryClient.getQueryCache().findAll({ predicate: isList, type: 'active' })
  const pagesIn = ({ state }: Query) => state.data as Pages<Row> | undefined

  /** Lists that are not mounted are dropped and fetched again when they are opened. */
  const forgetOthers = () => queryClient.removeQueries({ predicate: isList, type: 'inactive' })

  async function readFirstPage({ queryKey }: Query) {
    queryClient.setQueryData<Pages<Row>>(
      queryKey,
      (data) => data && { pages: data.pages.slice(0, 1), pageParams: [undefined] },
    )
    await refetch({ queryKey, exact: true })
  }

  async function replaceRows(changes: Changes<Row>, stays = belongs) {
    forgetOthers()
    // A refetch in progress might also have brought other changes.
    const reread = lists().filter(isReread)
    // A page on its way would overwrite the row with its old values.
    await queryClient.cancelQueries({ predicate: (query) => isList(query) && query.state.data !== undefined })
    await Promise.all(lists().map((query) => replaceIn(query, changes, stays)))
    await Promise.all(reread.map(readFirstPage))
  }

  async function replaceIn(query: Query, changes: Changes<Row>, stays: typeof belongs) {
    const data = pagesIn(query)
    if (!data) return readFirstPage(query)
    const filter = query.queryKey[1] as Filter
    const rowsFor = (row: Row) => {
      if (!changes.has(row.id)) return [row]
      const changed = changes.get(row.id)
      return changed && stays(changed, filter) ? [changed] : []
    }
    const pages = data.pages.map((page) => ({ ...page, rows: page.rows.flatMap(rowsFor) }))
    const removed = countRows(data.pages) - countRows(pages)
    const total = (pages[0]?.total ?? 0) - removed
    queryClient.setQueryData<Pages<Row>>(query.queryKey, { ...data, pages: pages.map((page) => ({ ...page, total })) })
    if (removed > 0 && countRows(pages) < Math.min(total, FEW)) await readFirstPage(query)
  }

  return {
    keep: (changed: Row[]) => replaceRows(new Map(changed.map((row) => [row.id, row]))),
    /** Keeps the row in every list that has it, for a dialog that is open above it. */
    show: (row: Row) => replaceRows(new Map([[row.id, row]]), () => true),
    drop: (ids: string[]) => replaceRows(new Map(ids.map((id) => [id, undefined]))),

    /** A new row can be anywhere in the order, so the list restarts with its first page. */
    startOver: async () => {
      forgetOthers()
      await Promise.all(lists().map(readFirstPage))
    },

    /** Refetches the lists that lack the row and may now include it. */
    readWithout: (id: string) =>
      refetch({ predicate: (query) => isList(query) && !(pagesIn(query)?.pages.some(hasRow(id)) ?? false) }),
  }
}

/** A refetch of the whole list, not of its next page. */
const isReread = ({ state }: Query) => state.fetchStatus === 'fetching' && !state.fetchMeta?.fetchMore

const hasRow =
  (id: string) =>
  ({ rows }: Page<{ id: string }>) =>
    rows.some((row) => row.id === id)

const countRows = (pages: Page<unknown>[]) => pages.reduce((sum, { rows }) => sum + rows.length, 0)
