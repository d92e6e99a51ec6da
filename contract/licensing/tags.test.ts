import { expect, test } from 'vitest'
import { changeTags, Tag } from './tags.ts'

test('adding keeps the spelling of an existing tag, and removing ignores case', () => {
  expect(changeTags(['Durban'], { add: ['durban', 'Finance'] })).toEqual(['Durban', 'Finance'])
  expect(changeTags(['Durban', 'Finance'], { remove: ['FINANCE'] })).toEqual(['Durban'])
  expect(changeTags(['Durban'], { add: ['Cape Town'], remove: ['durban'] })).toEqual(['Cape Town'])
})

test.each(['', 'a,b', 'x'.repeat(41), 'two\nlines'])('refuses %j as a tag', (tag) => {
  expect(Tag.safeParse(tag).success).toBe(false)
})
