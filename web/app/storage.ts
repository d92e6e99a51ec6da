/** Undefined if the browser blocks storage. */
export function tabStorage() {
  try {
    return sessionStorage
  } catch {
    return undefined
  }
}

/** Of this browser. Null if there is none, or if storage is blocked. */
export function readSetting(key: string) {
  try {
    return localStorage.getItem(key)
  } catch {
    return null
  }
}

/** Null removes it. If storage is blocked, the choice lasts until the page is closed. */
export function writeSetting(key: string, value: string | null) {
  try {
    if (value === null) localStorage.removeItem(key)
    else localStorage.setItem(key, value)
  } catch {
    // Blocked.
  }
}
