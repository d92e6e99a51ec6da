import * as z from 'zod/mini'

/** Most rows per page; a larger `limit` is reduced to this. */
export const LIST_LIMIT = 1000

const STORABLE = /^[^\p{Cc}\p{Cs}]*$/u

export const SEARCH_MAX = 200

export const Search = z.optional(
  z.string().check(z.trim(), z.maxLength(SEARCH_MAX), z.regex(STORABLE, 'Invalid search')),
)

export const TagSearch = z.optional(z.string().check(z.maxLength(40), z.regex(STORABLE, 'Invalid tag')))

/** `cursor` comes from the `Link: <…>; rel="next"` header of the previous page. */
export const PAGE = {
  limit: z.optional(
    z.pipe(
      z.string().check(z.regex(/^\d{1,6}$/, 'limit must be a number')),
      z.transform((limit) => Math.min(Math.max(Number(limit), 1), LIST_LIMIT)),
    ),
  ),
  cursor: z.optional(z.string().check(z.regex(/^[\w-]{1,2000}$/, 'Invalid cursor'))),
}

/** For lists without search. */
export const pageQuery = z.object(PAGE)

const filters = <Status extends z.core.SomeType>(status: Status) => ({ search: Search, status: z.optional(status) })

export const filterQuery = <Status extends z.core.SomeType>(status: Status) => z.object(filters(status))

export const listQuery = <Status extends z.core.SomeType>(status: Status) => z.extend(pageQuery, filters(status))

/** `listQuery` with sortable columns; '-label' sorts descending. */
export const sortedListQuery = <Status extends z.core.SomeType, const Column extends string>(
  status: Status,
  columns: readonly Column[],
) =>
  z.extend(listQuery(status), {
    sort: z.optional(z.enum(columns.flatMap((column) => [column, `-${column}` as const]))),
  })
