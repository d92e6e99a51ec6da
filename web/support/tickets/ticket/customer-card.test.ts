import { expect, test } from 'vitest'
import { versionsOf } from './customer-card.tsx'

const of = (appVersion: string | null, status: 'active' | 'revoked' = 'active') => ({ appVersion, status })

test('counts the versions of active devices, the most frequent first', () => {
  expect(versionsOf([of('4.2.1'), of('4.3.0'), of('4.3.0'), of('4.3.0', 'revoked'), of(null)])).toBe(
    '4.3.0 × 2, 4.2.1 × 1',
  )
  expect(versionsOf(['1', '2', '3', '4'].map((version) => of(version)))).toBe('1 × 1, 2 × 1, 3 × 1, …')
  expect(versionsOf([of('4.3.0')], 1)).toBe('4.3.0 × 1 (first 1 licenses)')
  expect(versionsOf([of(null), of('4.3.0', 'revoked')])).toBe('Unknown')
  expect(versionsOf([of('4.3.0', 'revoked')])).toBe('No active device')
})
