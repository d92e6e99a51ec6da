import { useEffect, useRef, type ReactNode } from 'react'

const TAKING_OVER = ['wheel', 'touchstart', 'pointerdown', 'keydown'] as const

/** Where a person is taken to: it comes into sight and takes the focus. */
export function ArrivalTitle({ children }: { children: ReactNode }) {
  const title = useRef<HTMLSpanElement>(null)
  useEffect(() => {
    const arrive = () => title.current?.scrollIntoView({ block: 'start' })
    // Tables above it that arrive later would push it away, until the person moves on.
    const observer = new ResizeObserver(arrive)
    const listening = new AbortController()
    for (const event of TAKING_OVER)
      addEventListener(event, () => observer.disconnect(), { capture: true, passive: true, signal: listening.signal })
    // After the title of the page, which takes the focus of whoever comes from another one.
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
