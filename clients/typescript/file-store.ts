import { execFileSync } from 'node:child_process'
import { createHash, randomUUID } from 'node:crypto'
import {
  closeSync,
  fsyncSync,
  mkdirSync,
  openSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { homedir } from 'node:os'
import path from 'node:path'
import type { LicensingState } from './license-state.ts'
import type { Store } from './saved-state.ts'

/**
 * Creates a store that all users and processes of this computer share. Writes are atomic and survive a power failure.
 *
 * Files aren't encrypted: a user who can read them can use the license on this computer anyway, and other computers
 * refuse it.
 * @param folder Put nothing else in it, because every user can write to it. Usually `machineFolder('Vendor', 'Product')`.
 */
export function createFileStore(folder: string): Store {
  const [current, previous, lockFile] = ['license.json', 'license.previous.json', 'license.lock'].map((name) =>
    path.join(folder, name),
  ) as [string, string, string]

  function read(warn: (problem: string) => void): LicensingState {
    const text = readIfThere(current)
    const state = parse(text)
    if (state) return state
    const older = parse(readIfThere(previous))
    const isNew = text === undefined && !older
    if (!isNew) warn(older ? `${current} is damaged; the previous state is used.` : `${current} is damaged.`)
    return older ?? {}
  }

  function write(state: LicensingState) {
    createFolder(folder)
    const text = readIfThere(current)
    // Back up only a valid state: the file may be damaged, or a link to another file.
    if (text !== undefined && parse(text)) replace(previous, text)
    replace(current, serialize(state))
    removeAbandonedDrafts(folder)
  }

  return { read, write, tryLock: () => tryLock(folder, lockFile) }
}

/** Returns the application's folder in ProgramData, which all users share; outside Windows, a folder in the user's home. */
export const machineFolder = (...application: string[]) =>
  path.join(process.env['ProgramData'] ?? path.join(homedir(), '.local', 'share'), ...application, 'licensing')

/** The SHA-256 detects a partial file. */
function serialize(state: LicensingState) {
  const json = JSON.stringify(state)
  return `${hash(json)}\n${json}`
}

function parse(text: string | undefined): LicensingState | undefined {
  const [sum, json] = text === undefined ? [] : [text.slice(0, 64), text.slice(65)]
  return json !== undefined && hash(json) === sum ? (JSON.parse(json) as LicensingState) : undefined
}

const hash = (text: string) => createHash('sha256').update(text).digest('hex')

/** Returns undefined if the file doesn't exist. */
export function readIfThere(file: string) {
  try {
    return retryBriefly(() => readFileSync(file, 'utf8'))
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return undefined
    throw error
  }
}

/** Flushes before renaming: after a power failure there is the old file or the new one. */
function replace(file: string, text: string) {
  const draft = `${file}.${randomUUID()}.part`
  try {
    writeFlushed(draft, text)
    retryBriefly(() => renameSync(draft, file))
  } catch (error) {
    removeIfPossible(draft)
    throw error
  }
}

/** Writes a new file to the disk. Node 18 has no option for it. */
export function writeFlushed(file: string, text: string) {
  const handle = openSync(file, 'wx')
  try {
    writeFileSync(handle, text)
    fsyncSync(handle)
  } finally {
    closeSync(handle)
  }
}

/** Drafts left by crashed processes contain the key and the token. */
function removeAbandonedDrafts(folder: string) {
  for (const name of readdirSync(folder)) {
    if (name.endsWith('.part')) removeIfPossible(path.join(folder, name), LOCK_LIFETIME)
  }
}

/** The next write of the state removes what stays. `minAge`: milliseconds. */
export function removeIfPossible(draft: string, minAge = 0) {
  try {
    if (Math.abs(ageOf(draft) ?? 0) >= minAge) rmSync(draft, { force: true })
  } catch {
    // A virus scanner has it open.
  }
}

/** Virus scanners and backups lock files briefly. */
export function retryBriefly<T>(work: () => T): T {
  for (let attempt = 1; ; attempt++) {
    try {
      return work()
    } catch (error) {
      if (attempt === 5 || !['EBUSY', 'EPERM', 'EACCES'].includes(codeOf(error) ?? '')) throw error
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 20)
    }
  }
}

const codeOf = (error: unknown) => (error as NodeJS.ErrnoException).code

/** The group Users, in any language of Windows. */
const USERS = '*S-1-5-32-545'

/**
 * Lets all users write, because an installer that runs as SYSTEM may create the folder. Only a folder created here gets
 * the right: an existing one may be a link that a user made to gain rights elsewhere.
 */
function createFolder(folder: string) {
  mkdirSync(path.dirname(folder), { recursive: true })
  try {
    mkdirSync(folder)
  } catch (error) {
    if (codeOf(error) === 'EEXIST') return
    throw error
  }
  if (process.platform !== 'win32') return
  try {
    const icacls = path.join(process.env['SystemRoot'] ?? String.raw`C:\Windows`, 'System32', 'icacls.exe')
    execFileSync(icacls, [folder, '/grant', `${USERS}:(OI)(CI)M`, '/L', '/Q'], { stdio: 'ignore', windowsHide: true })
  } catch {
    // Other users can't save then and get the warning STORE_FAILED.
  }
}

const LOCK_LIFETIME = 60_000

function tryLock(folder: string, file: string) {
  createFolder(folder)
  removeIfAbandoned(file)
  if (!createNew(file)) return null
  const owner = `${process.pid} ${randomUUID()}`
  try {
    retryBriefly(() => writeFileSync(file, owner, { flag: 'r+' }))
  } catch (error) {
    // On a full disk the file can be created but not written.
    rmSync(file, { force: true })
    throw error
  }
  return () => {
    if (readIfThere(file) === owner) rmSync(file, { force: true })
  }
}

function createNew(file: string) {
  try {
    closeSync(openSync(file, 'wx'))
    return true
  } catch (error) {
    // Windows throws EPERM for a file that is being deleted.
    if (codeOf(error) === 'EEXIST' || ageOf(file) !== undefined) return false
    throw error
  }
}

function removeIfAbandoned(file: string) {
  const age = ageOf(file)
  if (age === undefined) return
  const pid = Number.parseInt(readIfThere(file) ?? '', 10)
  // The age is negative if the clock was set back.
  const isAbandoned = Math.abs(age) > LOCK_LIFETIME || (pid > 0 && !isRunning(pid))
  if (isAbandoned) rmSync(file, { force: true })
}

const ageOf = (file: string) => {
  const stats = statSync(file, { throwIfNoEntry: false })
  return stats && Date.now() - stats.mtimeMs
}

function isRunning(pid: number) {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return codeOf(error) !== 'ESRCH'
  }
}
