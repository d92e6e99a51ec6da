import { Slot } from 'radix-ui'
import {
  useEffect,
  useId,
  useRef,
  useState,
  type FocusEvent,
  type ReactElement,
  type ReactNode,
  type SyntheticEvent,
} from 'react'
import { createPortal } from 'react-dom'
import { landmarkOf } from '#web/ui/page/landmark.ts'

/** Milliseconds to move the pointer onto the tooltip, which then stays. */
const GRACE = 120

/**
 * For controls; table cells use the native `title` (DateText, Truncate). Radix's tooltip would add 16 kB of positioning to every screen.
 */
export function Tooltip({ text, children }: { text: ReactNode; children: ReactElement }) {
  const id = useId()
  const { anchor, handlers, keepOpen } = useTooltip()
  return (
    <>
      <Slot.Root aria-describedby={anchor ? id : undefined} {...handlers}>
        {children}
      </Slot.Root>
      {anchor &&
        createPortal(
          <div
            id={id}
            role="tooltip"
            ref={(tooltip) => placeBeside(anchor, tooltip)}
            {...keepOpen}
            className="appear fixed z-50 max-w-xs rounded-md bg-fg px-2.5 py-1.5 text-xs text-bg shadow-lg"
          >
            {text}
          </div>,
          landmarkOf(anchor) ?? document.body,
        )}
    </>
  )
}

function useTooltip() {
  const [anchor, setAnchor] = useState<Element | null>(null)
  const timer = useRef(0)

  const later = (next: Element | null, delay: number) => {
    window.clearTimeout(timer.current)
    timer.current = window.setTimeout(setAnchor, delay, next)
  }
  const close = () => later(null, 0)

  useEffect(() => () => window.clearTimeout(timer.current), [])
  useEffect(() => {
    if (!anchor) return
    const dismiss = (event: KeyboardEvent) => event.key === 'Escape' && setAnchor(null)
    window.addEventListener('keydown', dismiss)
    return () => {
      rememberClosing()
      window.removeEventListener('keydown', dismiss)
    }
  }, [anchor])

  const handlers = {
    onPointerEnter: ({ currentTarget }: SyntheticEvent) =>
      later(currentTarget, isSoonAfterAnother() ? 0 : TOOLTIP_DELAY),
    onPointerLeave: () => later(null, GRACE),
    // No delay for the keyboard. A mouse click also focuses, but shows no tooltip.
    onFocus: ({ currentTarget, target }: FocusEvent) => target.matches(':focus-visible') && later(currentTarget, 0),
    onBlur: close,
    onPointerDown: close,
  }
  const keepOpen = {
    onPointerEnter: () => window.clearTimeout(timer.current),
    onPointerLeave: () => later(null, GRACE),
  }
  return { anchor, handlers, keepOpen }
}

export const TOOLTIP_DELAY = 700
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

/** Above the anchor, below if there is no space, and always inside the window. */
export function position(anchor: Box, tooltip: Size, windowWidth: number) {
  const above = anchor.top - GAP - tooltip.height
  const centred = anchor.left + anchor.width / 2 - tooltip.width / 2
  return {
    top: above >= MARGIN ? above : anchor.bottom + GAP,
    left: Math.max(MARGIN, Math.min(centred, windowWidth - MARGIN - tooltip.width)),
  }
}

function placeBeside(anchor: Element, tooltip: HTMLElement | null) {
  if (!tooltip) return
  const size = { width: tooltip.offsetWidth, height: tooltip.offsetHeight }
  const { top, left } = position(anchor.getBoundingClientRect(), size, document.documentElement.clientWidth)
  tooltip.style.top = `${top}px`
  tooltip.style.left = `${left}px`
}
