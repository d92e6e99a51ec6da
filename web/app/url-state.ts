import { navigate, useSearch } from 'wouter/use-browser-location'

type Changes = Record<string, string | null>

/** Changes several query parameters at once; null or empty removes one. */
export function setUrl(changes: Changes, { replace = true }: { replace?: boolean } = {}) {
  navigate(`${window.location.pathname}${changedSearch(window.location.search, changes)}`, { replace })
}

/**
 * Removes parameters that still have the given value. A dialog closes itself this way: its row may be gone before its write is answered,
 * and another dialog may be open by then.
 */
export function clearUrl(values: Record<string, string>) {
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

export type UrlStateOptions = {
  fallback?: string
  /** Parameters to remove on a change: a new search returns to the first page. */
  resets?: readonly string[]
  /** Adds a history entry, for tabs, pages and dialogs. Typing and filtering replace the address instead. */
  push?: boolean
}

/** State that survives a reload: search, filter, tab, page, open dialog. */
export function useUrlState(name: string, { fallback = '', resets = [], push = false }: UrlStateOptions = {}) {
  const value = new URLSearchParams(useSearch()).get(name) ?? fallback
  const set = (next: string) => {
    const others = Object.fromEntries(resets.map((other) => [other, null]))
    setUrl({ ...others, [name]: next === fallback ? null : next }, { replace: !push })
  }
  return [value, set] as const
}
