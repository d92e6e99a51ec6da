import { clsx } from 'clsx'
import { useEffect, useRef, type ReactNode } from 'react'

type Props = { label: string; className?: string; children: ReactNode }

/** Scrolls inside itself, including visually hidden text, which would otherwise make the page longer. Focusable only while it scrolls. */
export function ScrollBox({ label, className, children }: Props) {
  const box = useRef<HTMLElement>(null)

  useEffect(() => {
    const element = box.current
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
      ref={box}
      data-scroll-box
      aria-label={label}
      className={clsx('relative overflow-auto focus-visible:outline-offset-[-2px] print:max-h-none', className)}
    >
      {children}
    </section>
  )
}
