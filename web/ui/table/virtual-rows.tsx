import { useVirtualizer } from '@tanstack/react-virtual'
import { useRef, useSyncExternalStore, type ReactNode, type RefCallback } from 'react'
import { flushSync } from 'react-dom'

const ROW_HEIGHT = 45

type Props = { count: number; draw: (index: number, measure: RefCallback<HTMLTableRowElement>) => ReactNode }

/** Renders the visible rows and a few around them, but prints all. Two empty rows take the space of the rest. Cards on phones are measured. */
export function VirtualRows({ count, draw }: Props) {
  const body = useRef<HTMLTableSectionElement>(null)
  const virtual = useVirtualizer<HTMLElement, HTMLTableRowElement>({
    count,
    getScrollElement: () => body.current?.closest<HTMLElement>('[data-scroll-box]') ?? null,
    estimateSize: () => ROW_HEIGHT,
    overscan: 12,
  })
  const isPrinted = useSyncExternalStore(onPrint, () => PRINT.matches || isPrinting)
  const items = isPrinted ? everyOf(count) : virtual.getVirtualItems()
  const before = items[0]?.start ?? 0
  const after = isPrinted ? 0 : virtual.getTotalSize() - (items.at(-1)?.end ?? 0)

  return (
    <tbody ref={body} className="divide-y">
      <tr aria-hidden style={{ height: before }} className="max-sm:block" />
      {items.map(({ index }) => draw(index, virtual.measureElement))}
      <tr aria-hidden style={{ height: after }} className="max-sm:block" />
    </tbody>
  )
}

const PRINT = window.matchMedia('print')

let isPrinting = false
window.addEventListener('beforeprint', () => (isPrinting = true))
window.addEventListener('afterprint', () => (isPrinting = false))

/** Firefox prints the rows that are there after 'beforeprint'. Its media query changes too late. */
function onPrint(change: () => void) {
  const changeNow = () => flushSync(change)
  PRINT.addEventListener('change', change)
  window.addEventListener('beforeprint', changeNow)
  window.addEventListener('afterprint', changeNow)
  return () => {
    PRINT.removeEventListener('change', change)
    window.removeEventListener('beforeprint', changeNow)
    window.removeEventListener('afterprint', changeNow)
  }
}

const everyOf = (count: number) => Array.from({ length: count }, (_, index) => ({ index, start: 0, end: 0 }))
