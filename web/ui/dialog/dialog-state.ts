import { createContext, use, useLayoutEffect, type KeyboardEvent as ReactKeyboardEvent } from 'react'

type State = {
  /** Closes at once, whatever was entered. */
  close: () => void
  /** A dirty dialog asks before Esc or an outside click closes it. Forms say so by themselves. */
  setDirty: (isDirty: boolean) => void
  /** Counts what keeps it open. */
  hold: (change: 1 | -1) => void
}

export const DialogState = createContext<State | null>(null)

/** A dialog stays while what was entered is saved: closed by then, its answer would close the one that is open instead. */
export function useHeldDialog(isHeld: boolean) {
  const hold = use(DialogState)?.hold
  useLayoutEffect(() => {
    if (!isHeld) return
    hold?.(1)
    return () => hold?.(-1)
  }, [isHeld, hold])
}

/** Where focus goes when a dialog closes: what had it, or the button of the menu that had it. */
export function openerOf(active: Element | null) {
  const menu = active?.closest('[role=menu]')
  const opener = menu ? document.getElementById(menu.getAttribute('aria-labelledby') ?? '') : active
  return opener instanceof HTMLElement ? opener : null
}

/** To the dialog below, or the page's title, where what opened the dialog is gone, or was nothing but an address. */
export function returnFocus(opener: HTMLElement | null) {
  const isThere = opener?.isConnected && opener !== document.body
  const target = isThere ? opener : (dialogBelow() ?? document.querySelector('main h1'))
  if (target instanceof HTMLElement) target.focus()
}

/** The one that closes is gone by then, and those that are open stand in the order in which they were opened. */
const dialogBelow = () => Array.from(document.querySelectorAll('[role=dialog]')).at(-1)

/**
 * Escape closes the dialog that it was pressed in, from the moment that it has the focus. Radix alone would ask the one on top
 * as of its last render, and a quick hand would reach the dialog below.
 */
export const closedByEscape = (close: () => unknown) => ({
  onEscapeKeyDown: (event: KeyboardEvent) => {
    event.preventDefault()
    if (event.target === document.body) close()
  },
  onKeyDown: ({ key, currentTarget, target }: ReactKeyboardEvent) => {
    if (key === 'Escape' && currentTarget.contains(target as Node)) close()
  },
})
