import type { ReactNode } from 'react'

export type Column<Row> = {
  key: string
  header: string
  /** Stands in the head in place of the header's text. */
  head?: ReactNode
  cell: (row: Row) => ReactNode
  /** What the column is sorted by. Without it the header is plain text, unless the table is sorted by its caller. */
  sortBy?: (row: Row) => string | number | null
  sortable?: boolean
  /** Numbers stand at the end. */
  align?: 'start' | 'end'
  width?: string
  /** On phones a row is a card: its title, a cell without its label, none at all, or one in the corner before the title. */
  phone?: 'title' | 'bare' | 'hidden' | 'corner'
}

/** 'label' ascending, '-label' descending: the form the address bar and the lists of the server use. */
export type Sort = string

export const sortKey = (sort: Sort) => sort.replace(/^-/, '')
export const isDescending = (sort: Sort) => sort.startsWith('-')

/** First click ascending, second descending. */
export const nextSort = (sort: Sort | undefined, key: string): Sort => (sort === key ? `-${key}` : key)

const byLanguage = new Intl.Collator('en', { numeric: true, sensitivity: 'base' })

const compare = (left: string | number, right: string | number) =>
  typeof left === 'number' && typeof right === 'number' ? left - right : byLanguage.compare(String(left), String(right))

/** Rows in the order of `sort`; rows without a value stand last in both directions. */
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
