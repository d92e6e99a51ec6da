import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { UserFilter, users } from '#contract/identity/users.ts'
import { callPage } from '#web/app/api/call.ts'
import { useFreshRead } from '#web/app/api/data.ts'
import { PAGES } from '#web/app/api/list-cache.ts'
import { pagesOf } from '#web/app/api/pages.ts'
import { keyOf } from '#web/app/api/query-client.ts'
import { useUrlFilter } from '#web/app/lists/url-filter.ts'

export const useUserFilter = () => useUrlFilter(UserFilter)

export const NO_FILTER = Object.fromEntries(Object.keys(UserFilter.shape).map((name) => [name, null]))

export const isNarrowed = (filter: UserFilter) => Object.values(filter).some(Boolean)

/** The server searches, because one page may not contain all users. */
export const useUserPages = (filter: UserFilter) =>
  useInfiniteQuery({
    queryKey: [...keyOf(users.list, { query: filter }), PAGES],
    ...pagesOf((cursor) => callPage(users.list, { query: { ...filter, cursor } })),
    // People register and sign in elsewhere.
    staleTime: 0,
  })

export const useUserDetails = (id: string) => useFreshRead(users.read, { params: { id } })

export const useUserSummary = () => useFreshRead(users.summary)

export const MOST_PENDING = 5

const waiting = { status: 'pending', limit: String(MOST_PENDING) } as const

export const usePendingUsers = () =>
  useQuery({
    queryKey: keyOf(users.list, { query: waiting }),
    queryFn: () => callPage(users.list, { query: waiting }),
    staleTime: 0,
  })
