/** Milliseconds of rest on a control before its tooltip shows. */
export const TOOLTIP_DELAY = 700
/** Whoever goes from one tooltip to the next within these milliseconds need not wait again. */
export const TOOLTIP_SKIP_DELAY = 300

const GAP = 6
const MARGIN = 8

let closedAt = -Infinity

export const rememberClosing = () => {
  closedAt = performance.now()
}

export const isSoonAfterAnother = () => performance.now() - closedAt < TOOLTIP_SKIP_DELAY

type Box = Pick<DOMRect, 'top' | 'bottom' | 'left' | 'width'>
type Size = { width: number; height: number }

/** Above the anchor and centred on it; below when there is no room above; never over the edge of the window. */
export function position(anchor: Box, tooltip: Size, windowWidth: number) {
  const above = anchor.top - GAP - tooltip.height
  const centred = anchor.left + anchor.width / 2 - tooltip.width / 2
  return {
    top: above >= MARGIN ? above : anchor.bottom + GAP,
    left: Math.max(MARGIN, Math.min(centred, windowWidth - MARGIN - tooltip.width)),
  }
}

export function placeBeside(anchor: Element, tooltip: HTMLElement | null) {
  if (!tooltip) return
  const size = { width: tooltip.offsetWidth, height: tooltip.offsetHeight }
  const { top, left } = position(anchor.getBoundingClientRect(), size, document.documentElement.clientWidth)
  tooltip.style.top = `${top}px`
  tooltip.style.left = `${left}px`
}
