import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { devNull, tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { readDeviceFingerprint } from './device-fingerprint.ts'

const root = mkdtempSync(path.join(tmpdir(), 'fingerprint-'))
afterAll(() => rmSync(root, { recursive: true }))

const UUID = /^[\dA-F]{8}(-[\dA-F]{4}){3}-[\dA-F]{12}$/

test('a generated UUID is the same at every start', () => {
  const folder = path.join(root, 'a', 'Product')
  const generated = readDeviceFingerprint(folder)
  expect(generated).toMatch(UUID)
  expect(readDeviceFingerprint(folder)).toBe(generated)
  expect(readDeviceFingerprint(path.join(root, 'b'))).not.toBe(generated)
})

test('replaces a damaged UUID file', () => {
  const file = path.join(root, 'device-id.txt')
  writeFileSync(file, '4C4C4544-0039')
  const generated = readDeviceFingerprint(root)
  expect(generated).toMatch(UUID)
  expect(readDeviceFingerprint(root)).toBe(generated)
})

test('a UUID that cannot be saved is the same at every start too', () => {
  const folder = path.join(devNull, 'Product')
  expect(readDeviceFingerprint(folder)).toMatch(UUID)
  expect(readDeviceFingerprint(folder)).toBe(readDeviceFingerprint(folder))
})
