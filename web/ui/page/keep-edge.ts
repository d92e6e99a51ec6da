export type Edge = 'top' | 'bottom'

/** Of the window’s height. */
const MARGIN = 0.05
const ENOUGH = 0.75

/**
 * Opens the dialog in the middle. What arrives or changes later makes it longer or shorter at the other edge, so that what is at this one
 * stays under the pointer. Both move only where the window ends; while a form is filled in, its dialog scrolls instead.
 */
export function keepEdge(dialog: HTMLElement, edge: Edge) {
  let top: number | undefined
  let height = 0
  const place = () => {
    const margin = window.innerHeight * MARGIN
    const isFilledIn = dialog.querySelector('form :focus') !== null
    if (!isFilledIn) dialog.style.removeProperty('--room')
    const added = dialog.offsetHeight - height
    height = dialog.offsetHeight
    const middle = Math.round((window.innerHeight - height) / 2)
    const wanted = top === undefined ? middle : top - (edge === 'bottom' ? added : 0)
    const needed = isFilledIn ? Math.min(height, window.innerHeight * ENOUGH) : height
    const lowest = Math.round(window.innerHeight - margin - needed)
    top = Math.max(Math.min(wanted, lowest), Math.min(middle, Math.round(margin)))
    dialog.style.setProperty('--from-middle', `${top - Math.round(window.innerHeight / 2)}px`)
    if (isFilledIn) dialog.style.setProperty('--room', `${window.innerHeight - margin - top}px`)
  }
  const centre = () => {
    top = undefined
    place()
  }
  const resizing = new ResizeObserver(place)
  resizing.observe(dialog)
  window.addEventListener('resize', centre)
  return () => {
    resizing.disconnect()
    window.removeEventListener('resize', centre)
  }
}
