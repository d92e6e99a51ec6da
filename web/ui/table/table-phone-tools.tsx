import { Select } from '#web/ui/form/select.tsx'
import type { Column, Sort } from './table-columns.ts'
import { SelectAllBox, type SelectAll } from './table-selection.tsx'

type Props<Row> = {
  columns: readonly Column<Row>[]
  sort: Sort | undefined
  onSort: (sort: Sort) => void
  all: SelectAll | undefined
}

/** On phones, where a table has no head: what one does there. */
export function TablePhoneTools<Row>({ columns, sort, onSort, all }: Props<Row>) {
  const sortable = columns.filter((column) => column.sortBy ?? column.sortable)
  if (!all && sortable.length === 0) return null
  return (
    <div className="flex items-center gap-3 border-b px-4 pb-3 sm:hidden">
      {all && (
        <label className="flex min-h-10 items-center gap-3 text-[13px] whitespace-nowrap">
          <SelectAllBox {...all} />
          {all.label}
        </label>
      )}
      {sortable.length > 0 && (
        <Select
          aria-label="Sort by"
          options={[{ value: '', label: 'Not sorted' }, ...sortable.flatMap(bothWays)]}
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
