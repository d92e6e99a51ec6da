import { useLayoutEffect, useRef } from 'react'
import type { Column } from './table-columns.ts'

export const KEPT_WIDTH = '--kept-width'

/**
 * For the row of the head. Columns stay as wide as their widest rows were, so that nothing moves sideways while other rows are shown. Those
 * that grow give way, until the table would be wider than its box.
 */
export function useKeptWidths<Row>(columns: readonly Column<Row>[]) {
  const row = useRef<HTMLTableRowElement>(null)
  const keys = columns.map(({ key }) => key).join()

  useLayoutEffect(() => {
    const head = row.current
    const box = head?.closest<HTMLElement>('[data-scroll-box]')
    const cells = [...(head?.querySelectorAll<HTMLElement>('th:not([data-grow])') ?? [])]
    if (!head || !box || cells.length === head.cells.length) return
    let width = box.clientWidth
    const observer = new ResizeObserver(() => {
      if (box.clientWidth !== width || box.scrollWidth > box.clientWidth)
        for (const { style } of cells) style.removeProperty(KEPT_WIDTH)
      width = box.clientWidth
      const widths = cells.map((cell) => getComputedStyle(cell).width)
      for (const [index, { style }] of cells.entries()) style.setProperty(KEPT_WIDTH, widths[index]!)
    })
    for (const element of [box, ...cells]) observer.observe(element)
    return () => observer.disconnect()
  }, [keys])

  return row
}
