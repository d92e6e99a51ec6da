import { useRef, type ChangeEvent, type ReactNode } from 'react'
import { Checkbox } from '#web/ui/form/checkbox.tsx'
import type { Column } from './table-columns.ts'

export type Selection = { selected: ReadonlySet<string>; onSelect: (selected: ReadonlySet<string>) => void }

export type SelectAll = { label: string; checked: boolean; indeterminate: boolean; onChange: () => void }

type Props<Row> = {
  rows: readonly Row[]
  rowKey: (row: Row) => string
  rowName?: (row: Row) => string
  selection?: Selection
}

/** The column of checkboxes. Shift+click selects the range from the last click. */
export function useSelection<Row>({ rows, rowKey, rowName, selection }: Props<Row>) {
  const anchor = useRef<string>(undefined)
  if (!selection) return { columns: [], all: undefined }
  const { selected, onSelect } = selection

  const toggle = (row: Row, { target, nativeEvent }: ChangeEvent<HTMLInputElement>) => {
    const isRange = nativeEvent instanceof MouseEvent && nativeEvent.shiftKey
    const keys = isRange ? keysBetween(rows.map(rowKey), anchor.current, rowKey(row)) : [rowKey(row)]
    anchor.current = rowKey(row)
    onSelect(target.checked ? selected.union(new Set(keys)) : selected.difference(new Set(keys)))
  }

  const all = selectAll(rows.map(rowKey), selection)
  const column: Column<Row> = {
    key: 'selection',
    header: 'Select',
    head: (
      <Target>
        <SelectAllBox {...all} />
      </Target>
    ),
    phone: 'corner',
    width: '2.5rem',
    cell: (row) => (
      <Target>
        <Checkbox
          aria-label={`Select ${rowName?.(row) ?? rowKey(row)}`}
          checked={selected.has(rowKey(row))}
          onChange={(event) => toggle(row, event)}
        />
      </Target>
    ),
  }
  return { columns: [column], all }
}

/** A click beside the box would open the row. */
const Target = ({ children }: { children: ReactNode }) => (
  <label className="-my-3 -mr-2 -ml-5 block w-fit py-3 pr-2 pl-5 select-none max-sm:-mr-3 max-sm:pr-3">
    {children}
  </label>
)

/** Returns the range in either direction, or only `to` without a start. */
function keysBetween(keys: readonly string[], from: string | undefined, to: string) {
  const [start, end] = [keys.indexOf(from ?? to), keys.indexOf(to)].toSorted((one, other) => one - other)
  return start === undefined || start < 0 ? [to] : keys.slice(start, (end ?? start) + 1)
}

function selectAll(keys: string[], { selected, onSelect }: Selection): SelectAll {
  const isEvery = keys.length > 0 && keys.every((key) => selected.has(key))
  return {
    label: 'Select all',
    checked: isEvery,
    indeterminate: !isEvery && keys.some((key) => selected.has(key)),
    onChange: () => onSelect(isEvery ? new Set() : new Set(keys)),
  }
}

export const SelectAllBox = ({ label, checked, indeterminate, onChange }: SelectAll) => (
  <Checkbox
    ref={(box) => {
      if (box) box.indeterminate = indeterminate
    }}
    aria-label={label}
    checked={checked}
    onChange={onChange}
  />
)
