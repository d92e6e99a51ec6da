import { useInfiniteQuery } from '@tanstack/react-query'
import { timeline, TimelineKind } from '#contract/operations/timeline.ts'
import { callPage } from '#web/app/api/call.ts'
import { PAGES } from '#web/app/api/list-cache.ts'
import { pagesOf } from '#web/app/api/pages.ts'
import { keyOf } from '#web/app/api/query-client.ts'
import { useUrlState } from '#web/app/url-state.ts'

/** `from`: the entry to start with. */
type TimelineFilter = { kind: TimelineKind | undefined; from: string | undefined }

/** An unknown kind in the address counts as none. */
export function useTimelineFilter(): TimelineFilter {
  const [kind] = useUrlState('kind')
  const [event] = useUrlState('event')
  return { kind: TimelineKind.options.find((option) => option === kind), from: event || undefined }
}

export const useTimeline = (id: string, query: TimelineFilter) =>
  useInfiniteQuery({
    queryKey: [...keyOf(timeline.list, { params: { id }, query }), PAGES],
    ...pagesOf((cursor) =>
      callPage(timeline.list, { params: { id }, query: { kind: query.kind, ...(cursor ? { cursor } : query) } }),
    ),
    staleTime: 0,
  })
