import { expect, test } from 'vitest'
import { auditActions } from './audit-actions.ts'
import { partsOf, sentenceOf } from './audit-sentences.ts'

test.each(auditActions)('%s reads as a sentence after its actor, also when it was refused', (action) => {
  for (const outcome of ['success', 'refused'] as const) {
    const sentence = sentenceOf(action, outcome) ?? ''
    expect(sentence).toMatch(/^[a-z]+[^.]*[^.\s]$/)
    expect(sentence).not.toContain(action)
    const parts = partsOf(sentence)
    expect(parts.join('')).toBe(sentence)
    expect(new Set(parts).size).toBe(parts.length)
    expect(parts.filter((part) => /[{}]/.test(part) && !/^\{\w+\}$/.test(part))).toEqual([])
  }
})

test('an action of a newer release has no sentence', () => {
  for (const action of ['license.forgotten', 'constructor', '']) expect(sentenceOf(action)).toBeUndefined()
})
