import { sql, type SQL, type SQLWrapper } from 'drizzle-orm'
import { LIST_LIMIT } from '#contract/lists.ts'
import { readCursor } from './cursor.ts'

export type ListQuery = { limit?: number | undefined; cursor?: string | undefined; search?: string | undefined }

/** Accepts a placeholder, for prepared queries. */
export const limitOf = <Limit = number>({ limit }: { limit?: Limit | undefined }) => limit ?? LIST_LIMIT

export const containing = (search: string) => `%${search.replace(/[\\%_]/g, '\\$&')}%`

/** Whether one of the texts, none of them null, is the whole search in any case. */
export const isWhole = (search: string, ...texts: SQLWrapper[]) =>
  sql<boolean>`(${sql.join(
    texts.map((text) => sql`lower(${text}) = lower(${search})`),
    sql` or `,
  )})`

/** '-label' sorts by label descending. The default is newest first. */
export const sortOf = <Column extends string>(sort: string | undefined, fallback: Column) => ({
  column: (sort?.replace(/^-/, '') ?? fallback) as Column,
  descending: sort ? sort.startsWith('-') : true,
})

export type Order = { by: SQLWrapper; id: SQLWrapper; descending: boolean }

/** `order by` with the id as tie-breaker. `by` must never be null. */
export const orderBy = ({ by, id, descending }: Order): SQL[] =>
  descending ? [sql`${by} desc`, sql`${id} desc`] : [sql`${by} asc`, sql`${id} asc`]

/** Rows after the cursor. No offset, so page 1,000 costs as much as page 1. */
export function after({ cursor }: Pick<ListQuery, 'cursor'>, { by, id, descending }: Order): SQL | undefined {
  if (!cursor) return undefined
  const [sortKey, lastId] = readCursor(cursor)
  return descending ? sql`(${by}, ${id}) < (${sortKey}, ${lastId})` : sql`(${by}, ${id}) > (${sortKey}, ${lastId})`
}
