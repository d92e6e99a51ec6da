import { clsx } from 'clsx'
import { Ellipsis } from 'lucide-react'
import { memo, type MouseEvent, type Ref } from 'react'
import { Button } from '#web/ui/button/button.tsx'
import type { MenuItem } from '#web/ui/menu/menu-item.ts'
import { Menu } from '#web/ui/menu/menu.tsx'
import { openerIn } from '#web/ui/return-focus.ts'
import type { Column } from './table-columns.ts'

type Props<Row> = {
  row: Row
  columns: readonly Column<Row>[]
  onClick?: (row: Row) => void
  index?: number
  ref?: Ref<HTMLTableRowElement>
}

/** Memoized, because scrolling a long table re-renders most rows. */
export const TableRow = memo(PlainRow) as typeof PlainRow

function PlainRow<Row>({ row, columns, onClick, index, ref }: Props<Row>) {
  const open = (event: MouseEvent<HTMLTableRowElement>) => {
    const isControl =
      event.target instanceof Element && event.target.closest('a, button, input, select, label, [role=menu]')
    if (isControl || hasSelection(event.currentTarget) || openInNewTab(event)) return
    // A dialog returns the focus here, not to the box that scrolls.
    openerIn(event.currentTarget)?.focus({ preventScroll: true })
    onClick?.(row)
  }
  return (
    <tr
      ref={ref}
      data-row
      data-index={index}
      aria-rowindex={index === undefined ? undefined : index + 2}
      onClick={onClick && open}
      className={clsx(
        'group has-[td:first-child_input:checked]:bg-accent-soft hover:bg-sunken sm:h-11',
        onClick && 'cursor-pointer',
      )}
    >
      {columns.map(({ key, header, align, grow, phone, cell }) => (
        <td key={key} data-label={header} data-align={align} data-grow={grow} data-phone={phone}>
          {cell(row)}
        </td>
      ))}
    </tr>
  )
}

/** With Ctrl or ⌘, opens a row that has a link in a new tab. */
function openInNewTab({ currentTarget, ctrlKey, metaKey }: MouseEvent<HTMLTableRowElement>) {
  const link = ctrlKey || metaKey ? currentTarget.querySelector<HTMLAnchorElement>('a[data-open]') : null
  if (link) window.open(link.href, '_blank', 'noopener')
  return link !== null
}

/** The end of a drag that selects text, to copy it, is a click. */
function hasSelection(row: Element) {
  const selection = window.getSelection()
  return selection !== null && !selection.isCollapsed && selection.containsNode(row, true)
}

export function RowActions({ name, items }: { name?: string; items: readonly MenuItem[] }) {
  if (items.length === 0) return null
  return (
    <Menu
      items={items}
      trigger={
        <Button variant="ghost" size="icon" aria-label={name ? `Actions for ${name}` : 'Actions'}>
          <Ellipsis />
        </Button>
      }
    />
  )
}
