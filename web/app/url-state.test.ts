import { expect, test } from 'vitest'
import { changedSearch } from './url-state.ts'

test('one value changes and the others stay', () => {
  expect(changedSearch('?search=desk&page=2', { search: 'door' })).toBe('?search=door&page=2')
})

test('an empty value leaves the address', () => {
  expect(changedSearch('?search=desk&page=2', { search: '', page: null })).toBe('')
})

test('a value may hold any character', () => {
  const search = changedSearch('', { search: 'a&b=c %' })
  expect(new URLSearchParams(search).get('search')).toBe('a&b=c %')
})
