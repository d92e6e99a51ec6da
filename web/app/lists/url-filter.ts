import { useSearch } from 'wouter/use-browser-location'
import * as z from 'zod/mini'
import { Search, SEARCH_MAX } from '#contract/lists.ts'
import { useUrlState, type UrlStateOptions } from '#web/app/url-state.ts'

/** The filter in the address. Ignores values that the server would refuse. */
export function useUrlFilter<Filter extends z.ZodMiniObject>(filter: Filter): z.infer<Filter> {
  const address = new URLSearchParams(useSearch())
  const given = Object.keys(filter.shape).flatMap((name) => {
    const value = address.get(name)
    return value && z.safeParse(filter, { [name]: value }).success ? [[name, value] as const] : []
  })
  return z.parse(filter, Object.fromEntries(given))
}

const SearchOnly = z.object({ search: Search })

/** The search of the list in the address, and how to change it. */
export function useUrlSearch(options?: UrlStateOptions) {
  const { search = '' } = useUrlFilter(SearchOnly)
  const [, set] = useUrlState('search', options)
  return [search, (text: string) => set(asSearch(text))] as const
}

const asSearch = (text: string) =>
  text
    .trimStart()
    .slice(0, SEARCH_MAX)
    .replaceAll(/[\p{Cc}\p{Cs}]/gu, ' ')
