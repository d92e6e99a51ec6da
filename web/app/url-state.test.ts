import { expect, test } from 'vitest'
import { changedSearch } from './url-state.ts'

test('changes one parameter and keeps the others', () => {
  expect(changedSearch('?search=desk&page=2', { search: 'door' })).toBe('?search=door&page=2')
})

test('removes an empty parameter from the address', () => {
  expect(changedSearch('?search=desk&page=2', { search: '', page: null })).toBe('')
})

test('encodes any character of a value', () => {
  const search = changedSearch('', { search: 'a&b=c %' })
  expect(new URLSearchParams(search).get('search')).toBe('a&b=c %')
})
