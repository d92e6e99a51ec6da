import { topmost } from './open-dialog.ts'

/** Returns the element to focus when a dialog or notification closes, the active one or the button of the menu that contains it, and its row. */
export function openerOf(active: Element | null) {
  const menu = active?.closest('[role=menu]')
  const opener = menu ? document.getElementById(menu.getAttribute('aria-labelledby') ?? '') : active
  return opener instanceof HTMLElement ? { opener, row: opener.closest('[data-row]') } : null
}

/** The link that opens the row, or its first control. */
export const openerIn = (row: Element | null | undefined) =>
  row?.querySelector<HTMLElement>('[data-open]') ?? row?.querySelector<HTMLElement>('a, button')

type Origin = ReturnType<typeof openerOf>

/** Falls back to the row, the dialog below or the page's title if the opener is gone, or if a URL opened the dialog. */
export function returnFocus(origin: Origin, { preventScroll = false } = {}) {
  const isThere = origin?.opener.isConnected && origin.opener !== document.body
  if (isThere) return origin.opener.focus({ preventScroll })
  const ofRow = origin?.row?.isConnected ? openerIn(origin.row) : null
  const target = ofRow ?? topmost() ?? document.querySelector('main h1')
  if (target instanceof HTMLElement) target.focus({ preventScroll: true })
}
