import { clsx } from 'clsx'
import { useEffect, useRef, type ReactNode } from 'react'
import { revealFocus } from '#web/ui/reveal-focus.ts'
import { keepPlace } from './kept-place.ts'

type Props = {
  label: string
  className?: string
  /** Back leads to the place that was left. */
  keepsPlace?: boolean
  children: ReactNode
}

/** At a zoom, positions are fractions of a pixel. */
const ROUNDING = 1

/** Whether there is more at the side. CSS knows that, too (scroll-timeline), but not in Firefox. */
const markContinued = (box: HTMLElement) =>
  box.toggleAttribute('data-continues', box.scrollWidth - box.clientWidth - box.scrollLeft > ROUNDING)

/** Scrolls inside itself, including visually hidden text, which would otherwise make the page longer. Focusable only while it scrolls. */
export function ScrollBox({ label, className, keepsPlace = false, children }: Props) {
  const box = useRef<HTMLElement>(null)

  useEffect(() => {
    const element = box.current
    if (!element) return
    const place = keepsPlace ? keepPlace(element, label) : undefined
    const observer = new ResizeObserver(() => {
      place?.restore()
      const scrolls = element.scrollHeight > element.clientHeight || element.scrollWidth > element.clientWidth
      element.tabIndex = scrolls ? 0 : -1
      markContinued(element)
    })
    observer.observe(element)
    for (const child of element.children) observer.observe(child)
    element.addEventListener('focusin', revealFocus)
    return () => {
      observer.disconnect()
      place?.stop()
      element.removeEventListener('focusin', revealFocus)
    }
  }, [keepsPlace, label])

  return (
    <section
      ref={box}
      data-scroll-box
      onScroll={({ currentTarget }) => markContinued(currentTarget)}
      aria-label={label}
      className={clsx('relative overflow-auto focus-visible:outline-offset-[-2px] print:max-h-none', className)}
    >
      {children}
    </section>
  )
}
