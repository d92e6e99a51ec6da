import { useLayoutEffect, useRef, type ReactNode, type UIEvent } from 'react'

/** How many boxes high the rest may be when more is asked for. */
const AHEAD = 3

type Props = {
  /** Called while the scroll box inside comes near its end; the caller knows whether there is more. */
  onNear: () => void
  /** What the box shows. When it becomes something else, the box starts at its top again. */
  shows: string
  children: ReactNode
}

/** Around a table whose rows arrive page by page. */
export function ScrollEnd({ onNear, shows, children }: Props) {
  const frame = useRef<HTMLDivElement>(null)

  useLayoutEffect(() => {
    // Not an arrow's value: scrolling answers with a promise in newer browsers, which is no clean-up.
    frame.current?.querySelector('[data-scroll-box]')?.scrollTo({ top: 0 })
  }, [shows])

  const watch = ({ target }: UIEvent) => {
    if (!(target instanceof HTMLElement) || !target.matches('[data-scroll-box]')) return
    const rest = target.scrollHeight - target.scrollTop - target.clientHeight
    if (rest < AHEAD * target.clientHeight) onNear()
  }

  return (
    <div ref={frame} onScrollCapture={watch}>
      {children}
    </div>
  )
}
