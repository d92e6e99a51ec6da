import { sql, type SQL, type SQLWrapper } from 'drizzle-orm'
import { LIST_LIMIT } from '#contract/lists.ts'
import { readCursor } from './cursor.ts'

/** A list's query string, after its contract schema. */
export type ListQuery = { limit?: number | undefined; cursor?: string | undefined; search?: string | undefined }

/** Also of a query that is prepared for every length: then it is a placeholder. */
export const limitOf = <Limit = number>({ limit }: { limit?: Limit | undefined }) => limit ?? LIST_LIMIT

/** The text a case-insensitive LIKE looks for; the person's own % and _ mean themselves. */
export const containing = (search: string) => `%${search.replace(/[\\%_]/g, '\\$&')}%`

/** '-label' → label, descending. Without a wish: newest first. */
export const sortOf = <Column extends string>(sort: string | undefined, fallback: Column) => ({
  column: (sort?.replace(/^-/, '') ?? fallback) as Column,
  descending: sort ? sort.startsWith('-') : true,
})

export type Order = { by: SQLWrapper; id: SQLWrapper; descending: boolean }

/** `order by`, with the id settling ties so that every row has its place. `by` must never be null. */
export const orderBy = ({ by, id, descending }: Order): SQL[] =>
  descending ? [sql`${by} desc`, sql`${id} desc`] : [sql`${by} asc`, sql`${id} asc`]

/** The rows after the cursor: no offset, so page 1,000 costs what page 1 costs. */
export function after({ cursor }: Pick<ListQuery, 'cursor'>, { by, id, descending }: Order): SQL | undefined {
  if (!cursor) return undefined
  const [sortKey, lastId] = readCursor(cursor)
  return descending ? sql`(${by}, ${id}) < (${sortKey}, ${lastId})` : sql`(${by}, ${id}) > (${sortKey}, ${lastId})`
}
