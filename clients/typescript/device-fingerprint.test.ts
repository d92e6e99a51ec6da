import childProcess from 'node:child_process'
import fs, { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { syncBuiltinESMExports } from 'node:module'
import { devNull, tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, afterEach, expect, onTestFinished, test, vi } from 'vitest'
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

const OWN = '4C4C4544-0039-4B10-8031-B7C04F4A4432'
const PLACEHOLDER = '03000200-0400-0500-0006-000700080009'

const fail = () => {
  throw Object.assign(new Error('spawnSync powershell.exe ETIMEDOUT'), { code: 'ETIMEDOUT' })
}

/** As on Windows, with a PowerShell that answers in these ways, one after the other. */
function onWindows(...answers: (() => string)[]) {
  const { platform } = process
  Object.defineProperty(process, 'platform', { value: 'win32' })
  onTestFinished(() => void Object.defineProperty(process, 'platform', { value: platform }))
  const spy = vi.spyOn(childProcess, 'execFileSync')
  for (const answer of answers) spy.mockImplementationOnce(answer)
  syncBuiltinESMExports()
  const folder = mkdtempSync(path.join(root, 'windows-'))
  return answers.map(() => readDeviceFingerprint(folder))
}

test.each([
  ['fails', fail],
  ['answers nothing', () => '\r\n'],
])('a computer whose PowerShell %s keeps the UUID that it has read before', (_what, answer) => {
  const [generated, own, ...later] = onWindows(
    fail,
    () => `${OWN}\r\n`,
    answer,
    () => OWN,
    answer,
  )
  expect(generated).toMatch(UUID)
  expect([own, ...later]).toEqual([OWN, OWN, OWN, OWN])
})

test('a computer with another mainboard has its UUID, also when PowerShell fails later', () => {
  const other = '00112233-4455-4677-8899-AABBCCDDEEFF'
  expect(
    onWindows(
      () => OWN,
      () => other,
      fail,
    ),
  ).toEqual([OWN, other, other])
})

test('a UUID that many mainboards share is not remembered, nor what was read before it', () => {
  const [own, generated, ...later] = onWindows(
    () => OWN,
    () => PLACEHOLDER,
    () => PLACEHOLDER,
    fail,
  )
  expect([own, OWN, PLACEHOLDER].indexOf(generated!)).toBe(-1)
  expect(later).toEqual([generated, generated])
})
