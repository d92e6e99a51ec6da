import { useSearch } from 'wouter'
import { navigate } from 'wouter/use-browser-location'

type Changes = Record<string, string | null>

/** Changes several values of the query string at once; null or empty takes one out. */
export function setUrl(changes: Changes, { replace = true }: { replace?: boolean } = {}) {
  navigate(`${window.location.pathname}${changedSearch(window.location.search, changes)}`, { replace })
}

/**
 * Takes out what still has the given value. What a dialog closes with: one whose subject has gone from the list is closed before
 * its write is answered, and another may be open by then.
 */
export function leaveUrl(values: Record<string, string>) {
  const params = new URLSearchParams(window.location.search)
  const mine = Object.keys(values).filter((name) => params.get(name) === values[name])
  if (mine.length > 0) setUrl(Object.fromEntries(mine.map((name) => [name, null])))
}

export function changedSearch(search: string, changes: Changes) {
  const params = new URLSearchParams(search)
  for (const [name, value] of Object.entries(changes)) {
    if (value) params.set(name, value)
    else params.delete(name)
  }
  const changed = params.toString()
  return changed && `?${changed}`
}

type Options = {
  fallback?: string
  /** What else starts over: a new search goes back to the first page. */
  resets?: readonly string[]
  /** A step that Back undoes: tabs, pages, open dialogs. Typing and filtering replace the address instead. */
  push?: boolean
}

/** What a person would want back after a reload: search, filter, tab, page, open dialog. */
export function useUrlState(name: string, { fallback = '', resets = [], push = false }: Options = {}) {
  const value = new URLSearchParams(useSearch()).get(name) ?? fallback
  const set = (next: string) => {
    const others = Object.fromEntries(resets.map((other) => [other, null]))
    setUrl({ ...others, [name]: next === fallback ? null : next }, { replace: !push })
  }
  return [value, set] as const
}
