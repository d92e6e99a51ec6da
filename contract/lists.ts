import * as z from 'zod/mini'

/** Lists answer at most this many rows at once; a larger `limit` means this one. */
export const LIST_LIMIT = 1000

export const Search = z.optional(
  z.string().check(z.trim(), z.maxLength(200), z.regex(/^[^\p{Cc}\p{Cs}]*$/u, 'Invalid search')),
)

/** `cursor` comes from the `Link: <…>; rel="next"` header of the page before. */
const page = {
  limit: z.optional(
    z.pipe(
      z.string().check(z.regex(/^\d{1,6}$/, 'limit must be a number')),
      z.transform((limit) => Math.min(Math.max(Number(limit), 1), LIST_LIMIT)),
    ),
  ),
  cursor: z.optional(z.string().check(z.regex(/^[\w-]{1,2000}$/, 'Invalid cursor'))),
}
const paging = { ...page, search: Search }

/** Of a list that is only read page by page. */
export const pageQuery = z.object(page)

export const listQuery = <Status extends z.core.SomeType>(status: Status) =>
  z.object({ ...paging, status: z.optional(status) })

/** Like `listQuery`, with the columns the list can be sorted by; '-label' is descending. */
export const sortedListQuery = <Status extends z.core.SomeType, const Column extends string>(
  status: Status,
  columns: readonly Column[],
) =>
  z.object({
    ...paging,
    status: z.optional(status),
    sort: z.optional(z.enum(columns.flatMap((column) => [column, `-${column}` as const]))),
  })
