import type { ReactNode } from 'react'

export type Column<Row> = {
  key: string
  header: string
  head?: ReactNode
  cell: (row: Row) => ReactNode
  /** The value to sort by. Without it the column is not sortable, unless the caller sorts the table. */
  sortBy?: (row: Row) => string | number | null
  sortable?: boolean
  align?: 'start' | 'end'
  width?: string
  /** Its share of the width that the others leave. Its text is cut. */
  grow?: number
  /**
   * On phones a row is a card of two lines: the title with the status beside it, and a line with a note or the menu beside it. A cell may
   * also be hidden or in the corner. Other cells take a line each: with their header, or without ('bare').
   */
  phone?: 'title' | 'status' | 'line' | 'note' | 'menu' | 'bare' | 'hidden' | 'corner'
}

/** 'label' is ascending, '-label' descending, as in the address bar and the API. */
export type Sort = string

export const sortKey = (sort: Sort) => sort.replace(/^-/, '')
export const isDescending = (sort: Sort) => sort.startsWith('-')

export const nextSort = (sort: Sort | undefined, key: string): Sort => (sort === key ? `-${key}` : key)

const byLanguage = new Intl.Collator('en', { numeric: true, sensitivity: 'base' })

const compare = (left: string | number, right: string | number) =>
  typeof left === 'number' && typeof right === 'number' ? left - right : byLanguage.compare(String(left), String(right))

/** Rows without a value come last in both directions. */
export function sortRows<Row>(rows: readonly Row[], columns: readonly Column<Row>[], sort: Sort | undefined) {
  const sortBy = sort && columns.find(({ key }) => key === sortKey(sort))?.sortBy
  if (!sortBy) return rows
  const sign = isDescending(sort) ? -1 : 1
  return rows.toSorted((left, right) => {
    const [before, after] = [sortBy(left), sortBy(right)]
    if (before === null || after === null) return Number(before === null) - Number(after === null)
    return sign * compare(before, after)
  })
}
