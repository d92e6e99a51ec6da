import { topmost } from '#web/ui/open-dialog.ts'

type Press = { dialog: Element | undefined; button: Element | null }

/**
 * The second half of a double click does nothing if the first opened or closed a dialog, or if it moved another button below the pointer:
 * it would close that dialog, or press a button that was not aimed at. Apart from the dialog, so that the sign-in page does not load it.
 */
export function watchDoubleClicks() {
  let first: Press | undefined
  const click = (event: MouseEvent) => {
    const press = pressOf(event)
    if (event.detail < 2) first = press
    else if (first?.dialog !== press.dialog || (press.button && first?.button !== press.button)) {
      event.preventDefault()
      event.stopPropagation()
    }
  }
  document.addEventListener('click', click, true)
  return () => document.removeEventListener('click', click, true)
}

const pressOf = ({ target }: MouseEvent): Press => ({
  dialog: topmost(),
  button: target instanceof Element ? target.closest('button, a') : null,
})
