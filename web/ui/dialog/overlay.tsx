import type { MouseEvent } from 'react'

export const OVERLAY = '[data-overlay]'

type Props = { onPress?: () => unknown }

/** Dims the page and blocks scrolling. Radix's overlay injects a <style> that the content security policy refuses. */
export const Overlay = ({ onPress }: Props) => (
  <div
    role="presentation"
    data-overlay
    ref={holdStill}
    onClick={(event: MouseEvent) => {
      // Events bubble through React portals: a dialog in a row of a table must not open that row.
      event.stopPropagation()
      onPress?.()
    }}
    className="appear pointer-events-auto fixed inset-0 z-50 touch-none bg-black/45"
  />
)

function holdStill(overlay: HTMLDivElement | null) {
  const refuse = (event: Event) => event.preventDefault()
  overlay?.addEventListener('wheel', refuse, { passive: false })
  // A click beside the dialog does not move the focus out of it.
  overlay?.addEventListener('mousedown', refuse)
  return () => {
    overlay?.removeEventListener('wheel', refuse)
    overlay?.removeEventListener('mousedown', refuse)
  }
}
