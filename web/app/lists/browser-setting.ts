import { useState } from 'react'

/** A setting of this browser. If storage is blocked, it lasts until the page is closed. */
export function useBrowserSetting(key: string) {
  const [value, setValue] = useState(() => read(key))
  const save = (next: string) => {
    setValue(next)
    try {
      localStorage.setItem(key, next)
    } catch {
      // Storage is blocked.
    }
  }
  return [value, save] as const
}

function read(key: string) {
  try {
    return localStorage.getItem(key)
  } catch {
    return null
  }
}
