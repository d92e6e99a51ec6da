import { expect, test } from 'vitest'
import { previewOf } from './document-card.tsx'

test('a preview is the first 150 characters, as they are read [R-CONST-22 R-SUP-54]', () => {
  expect(previewOf('a'.repeat(150))).toBe('a'.repeat(150))
  expect(previewOf('a'.repeat(151))).toBe(`${'a'.repeat(150)}…`)
  expect(previewOf(`## Steps\n\n${'**a** '.repeat(100)}`)).toBe(`${`Steps ${'a '.repeat(100)}`.slice(0, 150)}…`)
  expect(previewOf('🔑'.repeat(151))).toBe(`${'🔑'.repeat(150)}…`)
  expect(previewOf('')).toBe('')
})
