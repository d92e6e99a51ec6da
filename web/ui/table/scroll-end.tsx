import { useLayoutEffect, useRef, type ReactNode, type UIEvent } from 'react'

/** Loads more when fewer than this many box heights remain. */
const AHEAD = 3

type Props = {
  /** Called near the end of the scroll box. The caller knows whether there is more. */
  onNear: () => void
  /** Identifies the content: a change scrolls to the top. */
  shows: string
  children: ReactNode
}

export function ScrollEnd({ onNear, shows, children }: Props) {
  const frame = useRef<HTMLDivElement>(null)
  const shown = useRef(shows)

  useLayoutEffect(() => {
    // At first there is nothing to scroll, and asking would lay out the page twice.
    if (shown.current === shows) return
    shown.current = shows
    // Newer browsers return a promise, which is no cleanup function.
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
