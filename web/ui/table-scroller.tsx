import { useEffect, useRef, type ReactNode } from 'react'

/** Scrolls inside itself, so that the head of the table stays. In the tab order only while there is something to scroll. */
export function TableScroller({ label, children }: { label: string; children: ReactNode }) {
  const scroller = useRef<HTMLElement>(null)

  useEffect(() => {
    const element = scroller.current
    if (!element) return
    const observer = new ResizeObserver(() => {
      const scrolls = element.scrollHeight > element.clientHeight || element.scrollWidth > element.clientWidth
      element.tabIndex = scrolls ? 0 : -1
    })
    observer.observe(element)
    for (const child of element.children) observer.observe(child)
    return () => observer.disconnect()
  }, [])

  return (
    <section
      ref={scroller}
      data-scroller
      aria-label={label}
      className="max-h-[min(75dvh,50rem)] overflow-auto rounded-b-xl print:max-h-none"
    >
      {children}
    </section>
  )
}
