import { useEffect, useRef, type ReactNode } from 'react'

const TAKING_OVER = ['wheel', 'touchstart', 'pointerdown', 'keydown'] as const

/** A heading that scrolls into view and takes the focus. */
export function ArrivalTitle({ children }: { children: ReactNode }) {
  const title = useRef<HTMLSpanElement>(null)
  useEffect(() => {
    const arrive = () => title.current?.scrollIntoView({ block: 'start' })
    // Tables above it that load later would push it out of view.
    const observer = new ResizeObserver(arrive)
    const listening = new AbortController()
    for (const event of TAKING_OVER)
      addEventListener(event, () => observer.disconnect(), { capture: true, passive: true, signal: listening.signal })
    // Runs after the page title, which takes the focus on navigation.
    const timer = setTimeout(() => {
      arrive()
      title.current?.focus({ preventScroll: true })
      observer.observe(document.body)
    })
    return () => {
      clearTimeout(timer)
      observer.disconnect()
      listening.abort()
    }
  }, [])
  return (
    <span ref={title} tabIndex={-1} className="scroll-mt-20 outline-none">
      {children}
    </span>
  )
}
