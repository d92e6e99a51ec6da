import { useInfiniteQuery } from '@tanstack/react-query'
import { AuditFilter, audit } from '#contract/operations/audit.ts'
import { callPage, pathOf } from '#web/app/api/call.ts'
import { useRead } from '#web/app/api/data.ts'
import { PAGES } from '#web/app/api/list-cache.ts'
import { pagesOf } from '#web/app/api/pages.ts'
import { keyOf } from '#web/app/api/query-client.ts'
import { useUrlFilter } from '#web/app/lists/url-filter.ts'
import { setUrl } from '#web/app/url-state.ts'

const PAGE_SIZE = '100'

export const useAuditFilter = () => useUrlFilter(AuditFilter)

export const NO_FILTER = Object.fromEntries(Object.keys(AuditFilter.shape).map((name) => [name, null]))

export const isNarrowed = (filter: AuditFilter) => Object.values(filter).some(Boolean)

export const useAuditPages = (filter: AuditFilter) =>
  useInfiniteQuery({
    queryKey: [...keyOf(audit.list, { query: filter }), PAGES],
    ...pagesOf((cursor) => callPage(audit.list, { query: { ...filter, cursor, limit: PAGE_SIZE } })),
    // Refetched on every mount, because entries are written elsewhere.
    staleTime: 0,
  })

export const exportPath = (filter: AuditFilter) => pathOf(audit.export.url, { query: filter })

/** ?entry= opens the details. Back closes them. */
export const showEntry = (entry: string | null) => setUrl({ entry }, { replace: entry === null })

export const useAuditEntry = (entryId: string) => useRead(audit.read, { params: { entryId } })
