import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query'
import { useSearch } from 'wouter'
import * as z from 'zod/mini'
import { AuditFilter, audit } from '#contract/audit.ts'
import { callPage, pathOf } from '#web/app/call.ts'
import { keyOf } from '#web/app/query-client.ts'

const PAGE_SIZE = '100'

/** What the address asks for, by the names it has there. A value the server would refuse counts as none. */
export function useAuditFilter(): AuditFilter {
  const address = new URLSearchParams(useSearch())
  const wanted = Object.keys(AuditFilter.shape).flatMap((name) => {
    const value = address.get(name)
    return value ? [[name, value] as const] : []
  })
  const valid = wanted.filter((entry) => z.safeParse(AuditFilter, Object.fromEntries([entry])).success)
  return z.parse(AuditFilter, Object.fromEntries(valid))
}

/** For `setUrl`. */
export const NO_FILTER = Object.fromEntries(Object.keys(AuditFilter.shape).map((name) => [name, null]))

export const isNarrowed = (filter: AuditFilter) => Object.values(filter).some(Boolean)

/** The rows of all pages read so far. While another filter is on its way, the rows of the last one stay. */
export const useAuditPages = (filter: AuditFilter) =>
  useInfiniteQuery({
    queryKey: [...keyOf(audit.list, { query: filter }), 'pages'],
    queryFn: ({ pageParam: cursor }) => callPage(audit.list, { query: { ...filter, cursor, limit: PAGE_SIZE } }),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: ({ nextCursor }) => nextCursor,
    select: ({ pages }) => ({ rows: pages.flatMap(({ rows }) => rows), total: pages[0]?.total ?? 0 }),
    placeholderData: keepPreviousData,
    // Entries are written by what happens elsewhere: whoever opens the screen wants to see the one from just now.
    staleTime: 0,
  })
export type AuditPages = ReturnType<typeof useAuditPages>

export const exportPath = (filter: AuditFilter) => pathOf(audit.export.url, { query: filter })
