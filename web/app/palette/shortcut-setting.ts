const KEY = 'shortcuts'
const OFF = 'off'

let chosen: boolean | undefined

/** People who speak to their computer may switch keys off that a spoken word would press (WCAG 2.1.4). */
export function areShortcutsOn() {
  chosen ??= stored() !== OFF
  return chosen
}

export function switchShortcuts(isOn: boolean) {
  chosen = isOn
  try {
    if (isOn) localStorage.removeItem(KEY)
    else localStorage.setItem(KEY, OFF)
  } catch {
    // Storage may be forbidden: then the choice lasts until the page is left.
  }
}

function stored() {
  try {
    return localStorage.getItem(KEY)
  } catch {
    return null
  }
}
