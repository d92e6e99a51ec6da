import { createContext } from 'react'

type State = {
  /** Closes at once, whatever was entered. */
  close: () => void
  /** A dirty dialog asks before Esc or an outside click closes it. Forms say so by themselves. */
  setDirty: (isDirty: boolean) => void
}

export const DialogState = createContext<State | null>(null)

/** Where focus goes when a dialog closes: what had it, or the button of the menu that had it. */
export function openerOf(active: Element | null) {
  const menu = active?.closest('[role=menu]')
  const opener = menu ? document.getElementById(menu.getAttribute('aria-labelledby') ?? '') : active
  return opener instanceof HTMLElement ? opener : null
}
