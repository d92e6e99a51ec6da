import { useSearch } from 'wouter/use-browser-location'
import * as z from 'zod/mini'

/** The filter in the address. Ignores values that the server would refuse. */
export function useUrlFilter<Filter extends z.ZodMiniObject>(filter: Filter): z.infer<Filter> {
  const address = new URLSearchParams(useSearch())
  const given = Object.keys(filter.shape).flatMap((name) => {
    const value = address.get(name)
    return value && z.safeParse(filter, { [name]: value }).success ? [[name, value] as const] : []
  })
  return z.parse(filter, Object.fromEntries(given))
}
