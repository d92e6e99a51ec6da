import { DIALOG } from '#web/ui/open-dialog.ts'

/** A ref: dialogs on small screens end above the notifications, whose height is `--toasts`. */
export function makeRoom(list: HTMLElement | null) {
  if (!list) return
  const measure = () => {
    const height = list.childElementCount > 0 ? list.offsetHeight : 0
    document.documentElement.style.setProperty('--toasts', `${height}px`)
    if (height > 0) revealCovered(list)
  }
  const resizing = new ResizeObserver(measure)
  resizing.observe(list)
  return () => resizing.disconnect()
}

/** A notification must not cover the button that was pressed. */
function revealCovered(list: HTMLElement) {
  const { activeElement } = document
  if (!activeElement?.closest(DIALOG)) return
  const [covered, covering] = [activeElement.getBoundingClientRect(), list.getBoundingClientRect()]
  if (covered.bottom > covering.top && covered.left < covering.right) activeElement.scrollIntoView({ block: 'nearest' })
}
