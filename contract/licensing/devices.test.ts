import fc from 'fast-check'
import { expect, test } from 'vitest'
import { normalizeLicenseKey } from './devices.ts'
import { isPlaceholderFingerprint, normalizeFingerprint } from './fingerprints.ts'

test('one device has one spelling, whatever its case, braces and hyphens', () => {
  fc.assert(
    fc.property(fc.uuid(), (uuid) => {
      const spellings = [uuid, uuid.toUpperCase(), `{${uuid}}`, ` ${uuid} `, uuid.replaceAll('-', '')]
      return new Set(spellings.map(normalizeFingerprint)).size === 1
    }),
  )
})

/** Some tools read the first three groups in the other byte order. */
const swapped = (uuid: string) =>
  uuid.replace(/^(..)(..)(..)(..)-(..)(..)-(..)(..)/, (_all, ...bytes: string[]) => {
    const [a, b, c, d, e, f, g, h] = bytes
    return `${d}${c}${b}${a}-${f}${e}-${h}${g}`
  })

test('one device has one spelling in either byte order', () => {
  expect(swapped('00112233-4455-6677-8899-aabbccddeeff')).toBe('33221100-5544-7766-8899-aabbccddeeff')
  fc.assert(fc.property(fc.uuid(), (uuid) => normalizeFingerprint(swapped(uuid)) === normalizeFingerprint(uuid)))
})

test('two devices have two spellings', () => {
  fc.assert(
    fc.property(fc.uuid(), fc.uuid(), (one, other) => {
      const isOne = one === other || swapped(one) === other
      return isOne || normalizeFingerprint(one) !== normalizeFingerprint(other)
    }),
  )
})

test('keeps the hyphens of a text that is no UUID', () => {
  expect(normalizeFingerprint('Rack 4-A')).toBe('rack 4-a')
})

test.each([
  '00000000-0000-0000-0000-000000000000',
  'FFFFFFFF-FFFF-FFFF-FFFF-FFFFFFFFFFFF',
  '{03000200-0400-0500-0006-000700080009}',
  '00020003-0004-0005-0006-000700080009',
])('%s is no UUID of a device', (uuid) => {
  expect(isPlaceholderFingerprint(uuid)).toBe(true)
})

test('a key is read as it was meant', () => {
  expect(normalizeLicenseKey(' abcde-fghjk mnpqr-oil01-23456 ')).toBe('ABCDEFGHJKMNPQR0110123456')
})
