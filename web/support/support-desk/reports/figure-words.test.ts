import { expect, test } from 'vitest'
import { inPercent, ratingsOf, shown } from './figure-words.ts'

test('only a full share is 100%, and what is missing is a dash', () => {
  expect([inPercent(1), inPercent(0.999), inPercent(29 / 100), shown(null, inPercent)]).toEqual([
    '100%',
    '99%',
    '29%',
    '–',
  ])
})

test('counts ratings in words', () => {
  expect([0, 1, 12].map((ratings) => ratingsOf({ ratings }))).toEqual(['No ratings.', '1 rating', '12 ratings'])
})
