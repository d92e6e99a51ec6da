import { expect, test } from 'vitest'
import { mentioned } from './mentions.ts'

const people = [
  { id: '1', name: 'Anna Smith' },
  { id: '2', name: 'Anna Smithson' },
  { id: '3', name: 'J. (Joe) O’Brien' },
  { id: '4', name: 'Mpho Nel', email: 'mpho@vendor.example' },
  { id: '5', name: 'Mpho Nel', email: 'mpho.nel@vendor.example' },
]

test.each([
  ['@Anna Smith, please look', ['1']],
  ['cc @Anna Smithson', ['2']],
  ['@Anna Smith @Anna Smithson', ['1', '2']],
  ['ask @J. (Joe) O’Brien', ['3']],
  ['Anna Smith said so', []],
  ['@Mpho Nel', ['4', '5']],
  ['@Mpho Nel (mpho.nel@vendor.example) please', ['5']],
])('%j mentions %j', (text, ids) => {
  expect(mentioned(people, text)).toEqual(ids)
})
