import { clsx } from 'clsx'
import { useState, type ReactNode, type RefCallback } from 'react'
import { onDemand } from '#web/ui/dialog/on-demand.tsx'
import { EmptyPlace } from '#web/ui/feedback/empty.tsx'
import { Select } from '#web/ui/form/select.tsx'
import type { MenuItem } from '#web/ui/menu/menu-item.ts'
import { useGrowing } from '#web/ui/page/growing.ts'
import { ScrollBox } from './scroll-box.tsx'
import { sortRows, type Column, type Sort } from './table-columns.ts'
import { TableHead } from './table-head.tsx'
import { RowActions, TableRow } from './table-row.tsx'
import { useSelection, SelectAllBox, type Selection, type SelectAll } from './table-selection.tsx'

/** Longer tables render only visible rows. */
const VIRTUAL_BEYOND = 60

/** Rows of the first paint: what a screen shows. The others follow in parts, which input can interrupt. */
const FIRST_ROWS = window.matchMedia('(width < 40rem)').matches ? 6 : 10

const PART = 10

const VirtualRows = onDemand(async () => (await import('./virtual-rows.tsx')).VirtualRows)

export type TableProps<Row> = {
  label: string
  rows: readonly Row[]
  columns: readonly Column<Row>[]
  rowKey: (row: Row) => string
  empty: ReactNode
  /** 'label' or '-label'. Without `onSort`, the table sorts its rows itself by `sortBy`. */
  sort?: Sort
  onSort?: (sort: Sort) => void
  actions?: (row: Row) => readonly MenuItem[]
  rowName?: (row: Row) => string
  onRowClick?: (row: Row) => void
  selection?: Selection
  footer?: ReactNode
  /** Limits the height on phones too, to keep the content below in reach. */
  boxed?: boolean
}

export function Table<Row>({ label, rows, empty, footer, boxed, ...props }: TableProps<Row>) {
  const { sort, onSort } = useTableSort(props)
  const selecting = useSelection({ rows, ...props })
  const isLong = rows.length > VIRTUAL_BEYOND
  const shownRows = useGrowing(isLong ? 0 : rows.length, { first: FIRST_ROWS, part: PART })
  const wasWhole = useOnce(isLong || (rows.length > 0 && shownRows >= rows.length))

  const columns = [...selecting.columns, ...withActions(props)]
  const sorted = props.onSort ? rows : sortRows(rows, columns, sort)
  const draw = (row: Row, index?: number, ref?: RefCallback<HTMLTableRowElement>) => (
    <TableRow key={props.rowKey(row)} {...{ row, columns, index, ref }} onClick={props.onRowClick} />
  )

  return (
    <>
      <EmptyPlace>{rows.length === 0 && empty}</EmptyPlace>
      {rows.length > 0 && (
        <>
          <TablePhoneTools columns={columns} sort={sort} onSort={onSort} all={selecting.all} />
          <ScrollBox
            label={label}
            keepsPlace
            className={clsx(
              'rounded-b-xl',
              // A long table has its whole height before its rows are there.
              isLong ? 'h-[min(75dvh,50rem)]' : 'max-h-[min(75dvh,50rem)]',
              !isLong && !boxed && 'max-sm:max-h-none',
            )}
          >
            <table aria-label={label} aria-rowcount={rows.length + 1} className="table-cells w-full text-[13px]">
              <TableHead columns={columns} sort={sort} onSort={onSort} />
              {isLong ? (
                <VirtualRows count={rows.length} draw={(index, ref) => draw(sorted[index]!, index, ref)} />
              ) : (
                <tbody className="divide-y">{sorted.slice(0, shownRows).map((row) => draw(row))}</tbody>
              )}
            </table>
          </ScrollBox>
          {footer && wasWhole && (
            <div className="border-t px-5 py-2.5 text-[13px] text-fg2">
              {typeof footer === 'string' ? <output>{footer}</output> : footer}
            </div>
          )}
        </>
      )}
    </>
  )
}

/** Whether it was ever so. A footer that stays in the page is read by screen readers when it changes. */
function useOnce(isSo: boolean) {
  const [wasSo, setWasSo] = useState(isSo)
  if (isSo && !wasSo) setWasSo(true)
  return isSo || wasSo
}

function useTableSort<Row>({ sort, onSort }: Pick<TableProps<Row>, 'sort' | 'onSort'>) {
  const [own, setOwn] = useState(sort)
  return onSort ? { sort, onSort } : { sort: own, onSort: setOwn }
}

function withActions<Row>({ columns, actions, rowName }: Pick<TableProps<Row>, 'columns' | 'actions' | 'rowName'>) {
  if (!actions) return columns
  const menu: Column<Row> = {
    key: 'actions',
    header: 'Actions',
    align: 'end',
    phone: 'menu',
    width: '4rem',
    cell: (row) => <RowActions name={rowName?.(row)} items={actions(row)} />,
  }
  return [...columns, menu]
}

type ToolsProps<Row> = {
  columns: readonly Column<Row>[]
  sort: Sort | undefined
  onSort: (sort: Sort) => void
  all: SelectAll | undefined
}

/** Sorting and selecting on phones, where the table has no header. */
function TablePhoneTools<Row>({ columns, sort, onSort, all }: ToolsProps<Row>) {
  const sortable = columns.filter((column) => column.sortBy ?? column.sortable)
  if (!all && sortable.length === 0) return null
  return (
    <div className="flex items-center gap-3 border-b px-5 pb-3 sm:hidden">
      {all && (
        <label className="flex min-h-10 items-center gap-3 text-[13px] whitespace-nowrap">
          <SelectAllBox {...all} />
          {all.label}
        </label>
      )}
      {sortable.length > 0 && (
        <Select
          aria-label="Sort by"
          options={[{ value: '', label: 'Default order' }, ...sortable.flatMap(bothWays)]}
          value={sort ?? ''}
          onChange={(event) => onSort(event.target.value)}
          className="min-w-0 flex-1"
        />
      )}
    </div>
  )
}

const bothWays = ({ key, header }: Pick<Column<unknown>, 'key' | 'header'>) => [
  { value: key, label: `${header}, ascending` },
  { value: `-${key}`, label: `${header}, descending` },
]
