import { topmost } from './dialog-state.ts'

/**
 * The second half of a double click does nothing if the first opened or closed a dialog: it would close that dialog, or press a button that
 * appeared below the pointer. Apart from the dialog, so that the sign-in page does not load it.
 */
export function watchDoubleClicks() {
  let first: Element | undefined
  const click = (event: MouseEvent) => {
    if (event.detail < 2) first = topmost()
    else if (first !== topmost()) {
      event.preventDefault()
      event.stopPropagation()
    }
  }
  document.addEventListener('click', click, true)
  return () => document.removeEventListener('click', click, true)
}
