import type { InfiniteData, Query } from '@tanstack/react-query'
import type { Endpoint } from '#contract/endpoint.ts'
import { queryClient, readAgain } from './query-client.ts'

/** The last part of the key of a list that is read page by page. The part before it is the filter. */
export const PAGES = 'pages'

/** Fewer rows than fill a screen, while more are to come: nobody could scroll to them. */
const FEW = 50

type Page<Row> = { rows: Row[]; total: number; nextCursor: string | undefined }
type Pages<Row> = InfiniteData<Page<Row>, string | undefined>
type Changes<Row> = ReadonlyMap<string, Row | undefined>

/**
 * What has been read of a list, under each filter, page by page. A changed row is put where it stands, however many pages were read,
 * as long as it `belongs` to what the filter wants.
 */
export function listCache<Row extends { id: string }, Filter>(
  { url }: Endpoint,
  belongs: (row: Row, filter: Filter) => boolean = () => true,
) {
  const isList = ({ queryKey }: Pick<Query, 'queryKey'>) => queryKey[0] === url && queryKey.at(-1) === PAGES
  const lists = () => queryClient.getQueryCache().findAll({ predicate: isList, type: 'active' })
  const pagesIn = ({ state }: Query) => state.data as Pages<Row> | undefined

  /** Nobody looks at these: they are read again when somebody does. */
  const forgetOthers = () => queryClient.removeQueries({ predicate: isList, type: 'inactive' })

  async function readFirstPage({ queryKey }: Query) {
    queryClient.setQueryData<Pages<Row>>(
      queryKey,
      (data) => data && { pages: data.pages.slice(0, 1), pageParams: [undefined] },
    )
    await readAgain({ queryKey, exact: true })
  }

  async function replaceRows(changes: Changes<Row>) {
    forgetOthers()
    // They would have told of another change, too.
    const reread = lists().filter(isReread)
    // A page that is on its way would bring back what the rows were.
    await queryClient.cancelQueries({ predicate: (query) => isList(query) && query.state.data !== undefined })
    await Promise.all(lists().map((query) => replaceIn(query, changes)))
    await Promise.all(reread.map(readFirstPage))
  }

  async function replaceIn(query: Query, changes: Changes<Row>) {
    const data = pagesIn(query)
    if (!data) return readFirstPage(query)
    const filter = query.queryKey[1] as Filter
    /** The row as it is now: none when it is gone, or has no place in this list any more. */
    const rowsFor = (row: Row) => {
      if (!changes.has(row.id)) return [row]
      const changed = changes.get(row.id)
      return changed && belongs(changed, filter) ? [changed] : []
    }
    const pages = data.pages.map((page) => ({ ...page, rows: page.rows.flatMap(rowsFor) }))
    const removed = countRows(data.pages) - countRows(pages)
    const total = (pages[0]?.total ?? 0) - removed
    queryClient.setQueryData<Pages<Row>>(query.queryKey, { ...data, pages: pages.map((page) => ({ ...page, total })) })
    if (removed > 0 && countRows(pages) < Math.min(total, FEW)) await readFirstPage(query)
  }

  return {
    keep: (changed: Row[]) => replaceRows(new Map(changed.map((row) => [row.id, row]))),
    drop: (ids: string[]) => replaceRows(new Map(ids.map((id) => [id, undefined]))),

    /** A new row stands wherever the order wants it: the list starts over with its first page. */
    startOver: async () => {
      forgetOthers()
      await Promise.all(lists().map(readFirstPage))
    },

    /** The lists that the row is not in, and may belong to now. */
    readWithout: (id: string) =>
      readAgain({ predicate: (query) => isList(query) && !(pagesIn(query)?.pages.some(hasRow(id)) ?? false) }),
  }
}

/** The list itself, not a further page of it. */
const isReread = ({ state }: Query) => state.fetchStatus === 'fetching' && !state.fetchMeta?.fetchMore

const hasRow =
  (id: string) =>
  ({ rows }: Page<{ id: string }>) =>
    rows.some((row) => row.id === id)

const countRows = (pages: Page<unknown>[]) => pages.reduce((sum, { rows }) => sum + rows.length, 0)
