import { expect, test } from 'vitest'
import { changedList, changedValues } from './changed-values.ts'

const shown = { id: 'a', priority: 'medium', categoryId: 'c', phone: null, events: ['license.revoked'] }

test('only what was changed is sent', () => {
  expect(changedValues(shown, { priority: 'urgent', categoryId: 'c' })).toEqual({ priority: 'urgent' })
  expect(changedValues(shown, { events: ['license.revoked', 'license.restored'] })).toEqual({
    events: ['license.revoked', 'license.restored'],
  })
  expect(changedValues(shown, { priority: 'medium', events: ['license.revoked'] })).toBeUndefined()
})

test('what is taken away is sent, and an empty field is no change where there was nothing', () => {
  expect(changedValues(shown, { categoryId: null })).toEqual({ categoryId: null })
  expect(changedValues(shown, { phone: '' })).toBeUndefined()
})

test('entries that others have added to a list stay, and those that they removed do not return', () => {
  expect(changedList(['a', 'b'], ['b', 'c'], ['a', 'b'])).toEqual(['b', 'c'])
  expect(changedList(['a', 'b'], ['b', 'c'], ['d', 'a', 'b'])).toEqual(['d', 'b', 'c'])
  expect(changedList(['a', 'b'], ['a', 'b', 'c'], ['b', 'c'])).toEqual(['b', 'c'])
})
