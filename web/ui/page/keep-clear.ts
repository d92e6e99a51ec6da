/** A ref: a control that takes the focus scrolls out from under this sticky element. `gap` is in pixels. */
export const keepClear = (property: '--bar' | '--banner', gap: number) => (element: HTMLElement | null) => {
  if (!element) return
  const { style } = document.documentElement
  const resizing = new ResizeObserver(() => {
    const isSticky = getComputedStyle(element).position === 'sticky'
    style.setProperty(property, isSticky ? `${element.offsetHeight + gap}px` : '0px')
  })
  resizing.observe(element)
  return () => {
    resizing.disconnect()
    style.removeProperty(property)
  }
}
