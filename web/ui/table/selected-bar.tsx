import { clsx } from 'clsx'
import type { ReactNode } from 'react'

/** Pixels between the bar and the edge of the window, and between it and the control above it. */
const GAPS = 24

type Props = { label: string; count: number; className?: string; children: ReactNode }

/** Overlays the end of the list, so that selecting doesn't shift the rows. */
export const SelectedBar = ({ label, count, className, children }: Props) => (
  <>
    <output className="sr-only">{count > 0 && `${count} selected`}</output>
    {count > 0 && (
      <section
        ref={keepClear}
        aria-label={label}
        className={clsx(
          'short:max-h-18 short:overflow-y-auto sticky bottom-3 z-20 mx-3 mb-3 rounded-xl border bg-card px-3 py-2 shadow-xl',
          className,
        )}
      >
        {children}
      </section>
    )}
  </>
)

/** A ref: a control that takes the focus scrolls out from under the bar. */
function keepClear(bar: HTMLElement | null) {
  if (!bar) return
  const { style } = document.documentElement
  const resizing = new ResizeObserver(() => style.setProperty('--bar', `${bar.offsetHeight + GAPS}px`))
  resizing.observe(bar)
  return () => {
    resizing.disconnect()
    style.removeProperty('--bar')
  }
}
