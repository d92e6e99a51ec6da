import { useEffect, useRef, type ReactNode } from 'react'

/** Where a person is taken to: it comes into sight and takes the focus. */
export function ArrivalTitle({ children }: { children: ReactNode }) {
  const title = useRef<HTMLSpanElement>(null)
  useEffect(() => {
    // After the title of the page, which takes the focus of whoever comes from another one.
    const timer = setTimeout(() => {
      title.current?.scrollIntoView({ block: 'start' })
      title.current?.focus({ preventScroll: true })
    })
    return () => clearTimeout(timer)
  }, [])
  return (
    <span ref={title} tabIndex={-1} className="scroll-mt-20 outline-none">
      {children}
    </span>
  )
}
