import { expect, test } from 'vitest'
import { matchingOptions } from './matching-options.ts'

const options = [
  { value: '1', label: 'North Acme Mining', hint: 'office@north.example' },
  { value: '2', label: 'Acme Mining', hint: 'hello@acme.example' },
  { value: '3', label: 'Karoo Wool', hint: 'wool@karoo.example' },
]
const found = (typed: string) => matchingOptions(options, typed).map(({ value }) => value)

test('an option is found by each word of its label and hint, in any order and case', () => {
  expect(found('MINING north')).toEqual(['1'])
  expect(found('karoo.ex')).toEqual(['3'])
  expect(found('acme wool')).toEqual([])
})

test('options that start with the typed text come first, and without a text all keep their order', () => {
  expect(found(' acme')).toEqual(['2', '1'])
  expect(found('  ')).toEqual(['1', '2', '3'])
})
