import { useEffect, useEffectEvent, useRef } from 'react'
import { DIALOG } from '#web/ui/open-dialog.ts'
import type { Overlay, Show } from './show-overlay.ts'
import { areShortcutsOn } from './shortcut-setting.ts'
import { useShortcuts } from './shortcuts.ts'

const isApple = /Mac|iPhone|iPad/.test(navigator.userAgent)

export const PALETTE_KEYS = isApple ? '⌘ K' : 'Ctrl K'

/** On a Mac, Ctrl K deletes to the end of the line. */
const isPaletteKey = ({ key, metaKey, ctrlKey, altKey, shiftKey }: KeyboardEvent) =>
  key.toLowerCase() === 'k' && !altKey && !shiftKey && (isApple ? metaKey && !ctrlKey : ctrlKey && !metaKey)

const TYPING =
  'input:not([type=checkbox], [type=radio]), textarea, select, [contenteditable]:not([contenteditable=false])'
const OPEN = `${DIALOG}, [role=menu]`

/** True if the user is not typing, no dialog is open, and neither the browser nor the focused element uses the key. */
const isFree = (event: KeyboardEvent) =>
  !(event.ctrlKey || event.metaKey || event.altKey || event.repeat || event.isComposing || event.defaultPrevented) &&
  !(event.target instanceof Element && event.target.closest(TYPING)) &&
  !document.querySelector(OPEN)

/** Ignores Caps Lock, but not Shift. */
const keyOf = ({ key, shiftKey }: KeyboardEvent) => (shiftKey ? key.toUpperCase() : key.toLowerCase())

/** Milliseconds between the two keys of a shortcut. */
const PAUSE = 1500

export function useShortcutKeys(overlay: Overlay | null, show: Show) {
  const shortcuts = useShortcuts(show)
  const first = useRef({ key: '', at: -PAUSE })

  const openPalette = (event: KeyboardEvent) => {
    if (overlay !== 'palette' && document.querySelector(OPEN)) return
    event.preventDefault()
    show(overlay === 'palette' ? null : 'palette')
  }

  const runShortcut = (event: KeyboardEvent) => {
    const key = keyOf(event)
    const { key: before, at } = first.current
    const keys = before && event.timeStamp - at < PAUSE ? `${before} ${key}` : key
    const isFirst = shortcuts.some((shortcut) => shortcut.keys.startsWith(`${keys} `))
    first.current = { key: isFirst ? keys : '', at: event.timeStamp }
    const shortcut = shortcuts.find((candidate) => candidate.keys === keys)
    if (!shortcut) return
    event.preventDefault()
    shortcut.run()
  }

  const press = useEffectEvent((event: KeyboardEvent) => {
    if (isPaletteKey(event)) openPalette(event)
    else if (areShortcutsOn() && isFree(event)) runShortcut(event)
  })

  useEffect(() => {
    const listen = (event: KeyboardEvent) => press(event)
    window.addEventListener('keydown', listen)
    return () => window.removeEventListener('keydown', listen)
  }, [])
}
