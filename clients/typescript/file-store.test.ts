import { spawnSync } from 'node:child_process'
import { mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync, utimesSync, writeFileSync } from 'node:fs'
import { devNull, tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, describe, expect, test } from 'vitest'
import { createFileStore } from './file-store.ts'
import type { LicensingState } from './license-state.ts'

const root = mkdtempSync(path.join(tmpdir(), 'file-store-'))
afterAll(() => rmSync(root, { recursive: true, force: true }))

const older: LicensingState = { licenseKey: 'OLDER', revision: 1 }
const newer: LicensingState = { licenseKey: 'NEWER', revision: 2 }
let folders = 0

function open() {
  const folder = path.join(root, `${++folders}`, 'licensing')
  const store = createFileStore(folder)
  const read = () => {
    const warnings: string[] = []
    return { state: store.read((warning) => warnings.push(warning)), warnings: warnings.length }
  }
  return { folder, store, read, current: path.join(folder, 'license.json') }
}

test('reads an empty state when nothing has been saved', () => {
  expect(open().read()).toEqual({ state: {}, warnings: 0 })
})

test('reads what was saved and leaves nothing else in the folder', () => {
  const { store, read, folder } = open()
  store.write(older)
  store.write(newer)
  expect(read()).toEqual({ state: newer, warnings: 0 })
  expect(readdirSync(folder).toSorted()).toEqual(['license.json', 'license.previous.json'])
})

test('removes an abandoned draft but not one that may still be written', () => {
  const { store, folder } = open()
  store.write(older)
  const [abandoned, fresh] = ['license.json.1.part', 'license.json.2.part']
  for (const name of [abandoned, fresh]) writeFileSync(path.join(folder, name), 'secret')
  const before = new Date(Date.now() - 120_000)
  utimesSync(path.join(folder, abandoned), before, before)
  store.write(newer)
  expect(readdirSync(folder).toSorted()).toEqual(['license.json', fresh, 'license.previous.json'])
})

test('reads and reports the previous state after damage at any byte', () => {
  const { store, read, current } = open()
  store.write(older)
  store.write(newer)
  const whole = readFileSync(current)
  for (let length = 0; length < whole.length; length++) {
    const damages = [
      whole.subarray(0, length),
      Buffer.concat([whole.subarray(0, length), Buffer.alloc(whole.length - length)]),
    ]
    for (const damage of damages) {
      writeFileSync(current, damage)
      expect(read(), `${length} of ${whole.length}`).toEqual({ state: older, warnings: 1 })
    }
  }
  // A damaged file does not replace the previous one.
  store.write({ licenseKey: 'THIRD' })
  writeFileSync(current, 'torn')
  expect(read()).toEqual({ state: older, warnings: 1 })
})

test('reads and reports an empty state after damage at any byte without a previous state', () => {
  const { store, read, current } = open()
  store.write(newer)
  const whole = readFileSync(current)
  for (let length = 0; length < whole.length; length++) {
    writeFileSync(current, whole.subarray(0, length))
    expect(read(), `${length} of ${whole.length}`).toEqual({ state: {}, warnings: 1 })
  }
})

test('reads the previous state after a crash between the two renames', () => {
  const { store, read, current } = open()
  store.write(older)
  store.write(newer)
  rmSync(current)
  expect(read()).toEqual({ state: older, warnings: 1 })
})

test('neither reads nor overwrites the target of a link in the shared folder', () => {
  const { store, folder, current } = open()
  const secret = path.join(root, 'secret')
  writeFileSync(secret, 'secret')
  store.write(older)
  rmSync(current)
  symlinkSync(secret, current)
  store.write(newer)
  expect(readFileSync(secret, 'utf8')).toBe('secret')
  const contents = readdirSync(folder).map((name) => readFileSync(path.join(folder, name), 'utf8'))
  expect(contents.filter((text) => text.includes('secret'))).toEqual([])
})

test('every call throws if the folder cannot be created', () => {
  const store = createFileStore(path.join(devNull, 'latchkey', 'licensing'))
  expect(() => store.write(newer)).toThrow(/ENOTDIR/)
  expect(() => store.tryLock?.()).toThrow(/ENOTDIR/)
  expect(() => store.read(() => {})).toThrow(/ENOTDIR/)
})

test('throws if the folder is a file', () => {
  const { store, folder } = open()
  writeFileSync(path.dirname(folder), '')
  expect(() => store.write(newer)).toThrow(/EEXIST|ENOTDIR/)
})

describe('the lock', () => {
  test('the lock has one owner at a time', () => {
    const { folder } = open()
    const [first, second] = [createFileStore(folder), createFileStore(folder)]
    const release = first.tryLock!()!
    expect(second.tryLock!()).toBeNull()
    release()
    second.tryLock!()!()
    expect(readdirSync(folder)).toEqual([])
  })

  test.skipIf(process.platform === 'win32')('a disk without space is an error and leaves no lock behind', () => {
    const { folder } = open()
    const store = path.join(import.meta.dirname, 'file-store.ts')
    const tryLock = `import(${JSON.stringify(store)}).then(({ createFileStore }) => createFileStore(${JSON.stringify(folder)}).tryLock())`
    const script = 'ulimit -f 0; exec "$0" -e "$1"'
    const { status, stderr } = spawnSync('sh', ['-c', script, process.execPath, tryLock], { encoding: 'utf8' })
    expect(stderr).toContain('EFBIG')
    expect(status).toBe(1)
    expect(readdirSync(folder)).toEqual([])
  })

  test('the lock of a process that ended is replaced', () => {
    const { store, folder } = open()
    store.tryLock!()!()
    const { pid } = spawnSync(process.execPath, ['--version'])
    writeFileSync(path.join(folder, 'license.lock'), `${pid} crashed`)
    const release = store.tryLock!()
    expect(release).not.toBeNull()
    release!()
  })
})
