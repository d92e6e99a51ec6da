import { ArrowDown, ArrowUp, ChevronsUpDown } from 'lucide-react'
import { KEPT_WIDTH, useKeptWidths } from './kept-widths.ts'
import { isDescending, nextSort, sortKey, type Column, type Sort } from './table-columns.ts'

type Props<Row> = { columns: readonly Column<Row>[]; sort: Sort | undefined; onSort: (sort: Sort) => void }

export function TableHead<Row>({ columns, sort, onSort }: Props<Row>) {
  const row = useKeptWidths(columns)
  const shares = columns.reduce((sum, { grow = 0 }) => sum + grow, 0)
  return (
    <thead>
      <tr ref={row}>
        {columns.map((column) => (
          <th
            key={column.key}
            scope="col"
            data-align={column.align}
            data-grow={column.grow}
            aria-sort={ariaSort(sort, column.key)}
            style={
              column.grow
                ? { width: `${(100 * column.grow) / shares}%` }
                : { width: column.width, minWidth: `max(${column.width ?? '0px'}, var(${KEPT_WIDTH}, 0px))` }
            }
            className="text-xs font-medium text-fg2"
          >
            {column.sortBy || column.sortable ? (
              <SortButton column={column} sort={sort} onSort={onSort} />
            ) : (
              (column.head ?? <Words of={column.header} />)
            )}
          </th>
        ))}
      </tr>
    </thead>
  )
}

/** Wraps between words, but not inside 'Check-in'. Firefox does not wrap at a space that is inside the words. */
const Words = ({ of: text }: { of: string }) =>
  text.split(/( )/).map((word, place) =>
    word === ' ' ? (
      word
    ) : (
      <span key={`${place} ${word}`} className="whitespace-nowrap">
        {word}
      </span>
    ),
  )

function ariaSort(sort: Sort | undefined, key: string) {
  if (!sort || sortKey(sort) !== key) return undefined
  return isDescending(sort) ? 'descending' : 'ascending'
}

function SortButton<Row>({ column, sort, onSort }: Omit<Props<Row>, 'columns'> & { column: Column<Row> }) {
  const direction = ariaSort(sort, column.key)
  const Arrow = direction === 'ascending' ? ArrowUp : direction === 'descending' ? ArrowDown : ChevronsUpDown
  return (
    <button
      type="button"
      className="-mx-1.5 inline-flex min-h-6 items-center gap-1 rounded text-start px-1.5 font-medium hover:text-fg"
      onClick={() => onSort(nextSort(sort, column.key))}
    >
      <span>
        <Words of={column.header} />
      </span>
      <Arrow aria-hidden className="size-3.5" />
    </button>
  )
}
