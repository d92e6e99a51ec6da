import { execFileSync } from 'node:child_process'
import { createHash, randomUUID } from 'node:crypto'
import { linkSync, mkdirSync, renameSync } from 'node:fs'
import { hostname } from 'node:os'
import path from 'node:path'
import { readIfThere, removeIfPossible, retryBriefly, writeFlushed } from './file-store.ts'
import { normalizeFingerprint } from './identifiers.ts'

/**
 * Returns the device UUID that licenses are bound to: the mainboard's, or a generated one if the mainboard has none.
 * @param folder Where to save a generated UUID, and the mainboard's for a start at which PowerShell fails. Use the parent of the store's folder, so that deleting the store keeps it.
 */
export function readDeviceFingerprint(folder: string): string {
  const uuid = process.platform === 'win32' ? readFirmwareOrRemembered(folder) : undefined
  return uuid ?? readGenerated(folder)
}

/** PowerShell may fail once or take too long: the computer must not look like another one then. */
function readFirmwareOrRemembered(folder: string) {
  const file = path.join(folder, 'firmware-id.txt')
  const uuid = readFirmware()
  if (uuid === undefined) return readSavedIfPossible(file)
  if (PLACEHOLDERS.includes(normalizeFingerprint(uuid))) {
    removeIfPossible(file)
    return undefined
  }
  if (readSavedIfPossible(file) !== uuid) remember(file, uuid)
  return uuid
}

/** UUIDs that many mainboards share. The server refuses them. */
const PLACEHOLDERS = [
  '00000000000000000000000000000000',
  'ffffffffffffffffffffffffffffffff',
  'fefefefefefefefefefefefefefefefe',
  '00020003000400050006000700080009',
  '123456781234567890abcddeefaabbcc',
]

const UUID = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i

/** Windows 11 no longer has wmic. */
function readFirmware() {
  const system = path.join(process.env['SystemRoot'] ?? String.raw`C:\Windows`, 'System32')
  const powershell = path.join(system, 'WindowsPowerShell', 'v1.0', 'powershell.exe')
  const command = '(Get-CimInstance Win32_ComputerSystemProduct).UUID'
  try {
    const options = { encoding: 'utf8', timeout: 20_000, windowsHide: true } as const
    const uuid = execFileSync(powershell, ['-NoProfile', '-NonInteractive', '-Command', command], options).trim()
    return UUID.test(uuid) ? uuid : undefined
  } catch {
    return undefined
  }
}

function readGenerated(folder: string) {
  const file = path.join(folder, 'device-id.txt')
  try {
    return readSaved(file) ?? save(file, randomUUID().toUpperCase())
  } catch {
    return uuidOfName(hostname())
  }
}

function readSavedIfPossible(file: string) {
  try {
    return readSaved(file)
  } catch {
    return undefined
  }
}

function remember(file: string, uuid: string) {
  const draft = `${file}.${randomUUID()}.part`
  try {
    mkdirSync(path.dirname(file), { recursive: true })
    writeFlushed(draft, uuid)
    replaceBy(draft, file, uuid)
  } catch {
    removeIfPossible(draft)
  }
}

function readSaved(file: string) {
  const text = readIfThere(file)?.trim()
  return text !== undefined && UUID.test(text) ? text : undefined
}

function save(file: string, uuid: string) {
  mkdirSync(path.dirname(file), { recursive: true })
  const draft = `${file}.${randomUUID()}.part`
  writeFlushed(draft, uuid)
  try {
    // Another process may have started at the same time: the UUID that was saved first counts.
    retryBriefly(() => linkSync(draft, file))
    return uuid
  } catch {
    // The file is damaged, or its disk has no links.
    return readSaved(file) ?? replaceBy(draft, file, uuid)
  } finally {
    removeIfPossible(draft)
  }
}

function replaceBy(draft: string, file: string, uuid: string) {
  retryBriefly(() => renameSync(draft, file))
  return uuid
}

/** Fallback for a folder that can't be written: stays the same while the computer keeps its name. */
const uuidOfName = (name: string) =>
  createHash('sha256')
    .update(`latchkey-device ${name}`)
    .digest('hex')
    .slice(0, 32)
    .replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-')
    .toUpperCase()
