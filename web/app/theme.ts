import { useSyncExternalStore } from 'react'

export type Theme = 'light' | 'dark' | 'system'

const dark = globalThis.window?.matchMedia('(prefers-color-scheme: dark)')
const listeners = new Set<() => void>()

/** index.html reads the same key before the first paint. */
const KEY = 'theme'

function read(): Theme {
  try {
    const stored = localStorage.getItem(KEY)
    return stored === 'light' || stored === 'dark' ? stored : 'system'
  } catch {
    // Storage may be forbidden: then the choice lasts until the page is left.
    return 'system'
  }
}

let theme = globalThis.window ? read() : 'system'

function apply() {
  document.documentElement.classList.toggle('dark', theme === 'system' ? dark.matches : theme === 'dark')
}

export function setTheme(next: Theme) {
  theme = next
  try {
    if (next === 'system') localStorage.removeItem(KEY)
    else localStorage.setItem(KEY, next)
  } catch {
    // As above.
  }
  apply()
  for (const listener of listeners) listener()
}

function subscribe(listener: () => void) {
  listeners.add(listener)
  dark.addEventListener('change', apply)
  return () => {
    listeners.delete(listener)
    dark.removeEventListener('change', apply)
  }
}

export const useTheme = () => useSyncExternalStore(subscribe, () => theme)
