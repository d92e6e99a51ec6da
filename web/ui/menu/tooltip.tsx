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
import { isSoonAfterAnother, placeBeside, rememberClosing, TOOLTIP_DELAY } from './tooltip-rules.ts'

/** Time to move the pointer from the control onto the tooltip, which then stays. */
const GRACE = 120

/**
 * For controls. Many cells of a table use the browser's own tooltip instead (DateText, Truncate).
 * Our own because the Radix one brings 16 kB of positioning to every screen.
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
    // The keyboard need not wait; a press with the mouse also gives focus and wants no tooltip.
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
