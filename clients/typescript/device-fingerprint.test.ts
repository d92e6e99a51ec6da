import fs, { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { syncBuiltinESMExports } from 'node:module'
import { devNull, tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, afterEach, expect, test, vi } from 'vitest'
import { readDeviceFingerprint } from './device-fingerprint.ts'

const root = mkdtempSync(path.join(tmpdir(), 'fingerprint-'))
afterAll(() => rmSync(root, { recursive: true }))
afterEach(() => {
  vi.restoreAllMocks()
  syncBuiltinESMExports()
})

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

test('two processes that start at the same time take the UUID that was saved first', () => {
  const folder = mkdtempSync(path.join(root, 'two-'))
  const first = '4C4C4544-0039-4B10-8031-B7C04F4A4432'
  vi.spyOn(fs, 'mkdirSync').mockImplementationOnce(() => {
    writeFileSync(path.join(folder, 'device-id.txt'), first)
    return undefined
  })
  syncBuiltinESMExports()
  expect(readDeviceFingerprint(folder)).toBe(first)
  expect(readDeviceFingerprint(folder)).toBe(first)
  expect(readdirSync(folder)).toEqual(['device-id.txt'])
})

test('waits for a virus scanner that has locked the UUID file', () => {
  const folder = mkdtempSync(path.join(root, 'locked-'))
  const generated = readDeviceFingerprint(folder)
  vi.spyOn(fs, 'readFileSync').mockImplementationOnce(() => {
    throw Object.assign(new Error('EBUSY: resource busy or locked'), { code: 'EBUSY' })
  })
  syncBuiltinESMExports()
  expect(readDeviceFingerprint(folder)).toBe(generated)
})

test('saves a UUID on a disk that has no links', () => {
  const folder = mkdtempSync(path.join(root, 'fat-'))
  vi.spyOn(fs, 'linkSync').mockImplementationOnce(() => {
    throw Object.assign(new Error('EPERM: operation not permitted'), { code: 'EPERM' })
  })
  syncBuiltinESMExports()
  const generated = readDeviceFingerprint(folder)
  expect(readDeviceFingerprint(folder)).toBe(generated)
  expect(readdirSync(folder)).toEqual(['device-id.txt'])
})
