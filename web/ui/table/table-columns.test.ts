import { expect, test } from 'vitest'
import { nextSort, sortRows, type Column } from './table-columns.ts'

type Seat = { label: string; seats: number; lastSeen: string | null }

const columns: Column<Seat>[] = [
  { key: 'label', header: 'Label', cell: ({ label }) => label, sortBy: ({ label }) => label },
  { key: 'seats', header: 'Seats', cell: ({ seats }) => seats, sortBy: ({ seats }) => seats },
  { key: 'lastSeen', header: 'Last seen', cell: ({ lastSeen }) => lastSeen, sortBy: ({ lastSeen }) => lastSeen },
  { key: 'note', header: 'Note', cell: () => '' },
]

const rows: Seat[] = [
  { label: 'Desk 10', seats: 9, lastSeen: null },
  { label: 'desk 2', seats: 10, lastSeen: '2026-02-01' },
  { label: 'Alpha', seats: 1, lastSeen: '2026-01-01' },
]

const labels = (sort: string | undefined) => sortRows(rows, columns, sort).map(({ label }) => label)

test('sorts names ignoring case, and numbers in them by value', () => {
  expect(labels('label')).toEqual(['Alpha', 'desk 2', 'Desk 10'])
  expect(labels('-label')).toEqual(['Desk 10', 'desk 2', 'Alpha'])
})

test('sorts numbers by value', () => {
  expect(labels('-seats')).toEqual(['desk 2', 'Desk 10', 'Alpha'])
})

test('puts rows without a value last in both directions', () => {
  expect(labels('lastSeen')).toEqual(['Alpha', 'desk 2', 'Desk 10'])
  expect(labels('-lastSeen')).toEqual(['desk 2', 'Alpha', 'Desk 10'])
})

test('keeps the order without a sort, or by a column that cannot be sorted', () => {
  expect(labels(undefined)).toEqual(labels('note'))
  expect(labels('note')).toEqual(['Desk 10', 'desk 2', 'Alpha'])
})

test('a header sorts ascending first, then descending, then ascending', () => {
  expect(nextSort(undefined, 'label')).toBe('label')
  expect(nextSort('label', 'label')).toBe('-label')
  expect(nextSort('-label', 'label')).toBe('label')
  expect(nextSort('-seats', 'label')).toBe('label')
})
