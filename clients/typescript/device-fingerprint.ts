import { execFileSync } from 'node:child_process'
import { createHash, randomUUID } from 'node:crypto'
import { linkSync, mkdirSync, renameSync } from 'node:fs'
import { hostname } from 'node:os'
import path from 'node:path'
import { readIfThere, removeIfPossible, retryBriefly, writeFlushed } from './file-store.ts'
import { normalizeFingerprint } from './identifiers.ts'

/**
 * Returns the device UUID that licenses are bound to: the mainboard's, or a generated one if the mainboard has none.
 * @param folder Where to save a generated UUID. Use the parent of the store's folder, so that deleting the store keeps it.
 */
export function readDeviceFingerprint(folder: string): string {
  const uuid = process.platform === 'win32' ? readFirmware() : undefined
  return uuid !== undefined && !PLACEHOLDERS.includes(normalizeFingerprint(uuid)) ? uuid : readGenerated(folder)
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
    return readSaved(file) ?? replaceBy(draft, file, uuid)
  } finally {
    removeIfPossible(draft)
  }
}

/** The file is damaged, or its disk has no links. */
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
