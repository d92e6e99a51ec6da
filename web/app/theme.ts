import { useSyncExternalStore } from 'react'
import { readSetting, writeSetting } from './storage.ts'

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
  const chosen = document.documentElement.dataset.theme ?? readSetting(KEY)
  return isTheme(chosen) ? chosen : 'system'
}

export function setTheme(theme: string) {
  if (!isTheme(theme)) return
  document.documentElement.dataset.theme = theme
  writeSetting(KEY, theme)
  window.applyTheme()
  for (const listener of listeners) listener()
}

export const useTheme = () => useSyncExternalStore(subscribe, readTheme)
