const KEY = 'shortcuts'
const OFF = 'off'

let chosen: boolean | undefined

/** People who use speech input can turn off single-key shortcuts (WCAG 2.1.4). */
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
    // Storage may be blocked: then the setting lasts until the page is closed.
  }
}

function stored() {
  try {
    return localStorage.getItem(KEY)
  } catch {
    return null
  }
}
