import { expect, test } from 'vitest'
import { namedOptions } from './named-options.ts'

test('only those with the same name are followed by their address', () => {
  const twins = [
    { id: '1', name: 'Twin Mining', email: 'north@twin.example' },
    { id: '2', name: 'Other', email: 'office@other.example' },
    { id: '3', name: 'twin mining ', email: 'south@twin.example' },
    { id: '4', name: 'Other Works' },
  ]
  expect(namedOptions(twins)).toEqual([
    { value: '1', label: 'Twin Mining (north@twin.example)' },
    { value: '2', label: 'Other' },
    { value: '3', label: 'twin mining  (south@twin.example)' },
    { value: '4', label: 'Other Works' },
  ])
})

test('the start of the id follows if the address is the same, too', () => {
  const email = 'office@twin.example'
  const ids = ['0aaaaaaa-1', '0bbbbbbb-2']
  expect(namedOptions(ids.map((id) => ({ id, name: 'Twin', email }))).map(({ label }) => label)).toEqual([
    'Twin (office@twin.example, 0aaaaaaa)',
    'Twin (office@twin.example, 0bbbbbbb)',
  ])
})
