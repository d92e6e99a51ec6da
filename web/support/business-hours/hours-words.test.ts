import { expect, test } from 'vitest'
import { daysInWords } from './hours-words.ts'

test.each([
  [[1, 2, 3, 4, 5], 'Monday to Friday'],
  [[1, 2, 3, 4, 5, 6, 7], 'Monday to Sunday'],
  [[2, 3, 4], 'Tuesday to Thursday'],
  [[1, 2], 'Monday, Tuesday'],
  [[1, 3, 5], 'Monday, Wednesday, Friday'],
  [[7], 'Sunday'],
])('the days %j are %s', (days, words) => {
  expect(daysInWords(days)).toBe(words)
})
