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

/** The first call of the operation fails, then it works again. */
function failOnce(operation: 'readFileSync' | 'linkSync' | 'rmSync', code: string) {
  const spy = vi.spyOn(fs, operation).mockImplementationOnce(() => {
    throw Object.assign(new Error(`${code}: resource busy or locked`), { code })
  })
  syncBuiltinESMExports()
  return spy
}

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
  const reading = failOnce('readFileSync', 'EBUSY')
  expect(readDeviceFingerprint(folder)).toBe(generated)
  expect(reading).toHaveBeenCalledTimes(2)
})

test.each(['linkSync', 'rmSync'] as const)(
  'keeps the UUID that it saved while a virus scanner had its draft open: %s',
  (operation) => {
    const folder = mkdtempSync(path.join(root, 'scanned-'))
    const failing = failOnce(operation, 'EBUSY')
    const generated = readDeviceFingerprint(folder)
    expect(failing).toHaveBeenCalled()
    expect(readDeviceFingerprint(folder)).toBe(generated)
  },
)

test('saves a UUID on a disk that has no links', () => {
  const folder = mkdtempSync(path.join(root, 'fat-'))
  const linking = vi.spyOn(fs, 'linkSync').mockImplementation(() => {
    throw Object.assign(new Error('EPERM: operation not permitted'), { code: 'EPERM' })
  })
  syncBuiltinESMExports()
  const generated = readDeviceFingerprint(folder)
  expect(linking).toHaveBeenCalled()
  expect(readDeviceFingerprint(folder)).toBe(generated)
  expect(readdirSync(folder)).toEqual(['device-id.txt'])
})
