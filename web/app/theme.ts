import { useSyncExternalStore } from 'react'

export const themes = [
  { value: 'light', label: 'Light' },
  { value: 'dark', label: 'Dark' },
  { value: 'system', label: 'System' },
] as const
export type Theme = (typeof themes)[number]['value']

declare global {
  interface Window {
    applyTheme: () => void
  }
}

/** index.html reads the same key. */
const KEY = 'theme'

const listeners = new Set<() => void>()
const subscribe = (listener: () => void) => {
  listeners.add(listener)
  return () => void listeners.delete(listener)
}

const isTheme = (value: unknown): value is Theme => themes.some((theme) => theme.value === value)

export function readTheme(): Theme {
  const chosen = document.documentElement.dataset.theme ?? stored()
  return isTheme(chosen) ? chosen : 'system'
}

function stored() {
  try {
    return localStorage.getItem(KEY)
  } catch {
    // Storage may be blocked: then the choice lasts until the page is closed.
    return null
  }
}

export function setTheme(theme: string) {
  if (!isTheme(theme)) return
  document.documentElement.dataset.theme = theme
  try {
    localStorage.setItem(KEY, theme)
  } catch {
    // As above.
  }
  window.applyTheme()
  for (const listener of listeners) listener()
}

export const useTheme = () => useSyncExternalStore(subscribe, readTheme)
