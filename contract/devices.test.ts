import fc from 'fast-check'
import { expect, test } from 'vitest'
import { isPlaceholderFingerprint, normalizeFingerprint, normalizeLicenseKey } from './devices.ts'

test('one device has one spelling, whatever its case, braces and hyphens', () => {
  fc.assert(
    fc.property(fc.uuid(), (uuid) => {
      const spellings = [uuid, uuid.toUpperCase(), `{${uuid}}`, ` ${uuid} `, uuid.replaceAll('-', '')]
      return new Set(spellings.map(normalizeFingerprint)).size === 1
    }),
  )
})

test('two devices have two', () => {
  fc.assert(
    fc.property(
      fc.uuid(),
      fc.uuid(),
      (one, other) => one === other || normalizeFingerprint(one) !== normalizeFingerprint(other),
    ),
  )
})

test('free text is told apart too', () => {
  expect(normalizeFingerprint('Rack 4-A')).toBe('rack 4-a')
})

test.each([
  '00000000-0000-0000-0000-000000000000',
  'FFFFFFFF-FFFF-FFFF-FFFF-FFFFFFFFFFFF',
  '{03000200-0400-0500-0006-000700080009}',
])('%s is no UUID of a device', (uuid) => {
  expect(isPlaceholderFingerprint(uuid)).toBe(true)
})

test('a key is read as it was meant', () => {
  expect(normalizeLicenseKey(' abcde-fghjk mnpqr-oil01-23456 ')).toBe('ABCDEFGHJKMNPQR0110123456')
})
