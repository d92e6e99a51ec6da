import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { appendFileSync, closeSync, existsSync, openSync, readFileSync, rmSync } from 'node:fs'
import { basename, join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { StartupError } from '#server/database/startup-error.ts'

/**
 * On Linux flock reserves the folder: the lock ends with its processes and works between containers that share a volume. A process id in a
 * file does neither.
 */
const kernelLocks = process.platform === 'linux'
const secondsForAPredecessor = 30

const inUse = (folder: string) => new StartupError(`The database folder ${folder} is in use by another running server.`)

export async function claimFolder(folder: string): Promise<{ release: () => void }> {
  if (!kernelLocks) return { release: () => {} }
  const file = `${folder}.lock`
  appendFileSync(file, '', { mode: 0o600 })
  const descriptor = await lock(file, 0)
  if (descriptor === undefined) throw inUse(folder)
  return { release: () => closeSync(descriptor) }
}

/**
 * Waits until no PostgreSQL process of a killed server uses the folder and removes its remains. The descriptor is passed to the next
 * PostgreSQL, whose processes then keep the lock.
 */
export async function awaitPredecessor(folder: string): Promise<number | undefined> {
  if (process.platform === 'win32') return undefined
  const descriptor = kernelLocks ? await lock(folder, secondsForAPredecessor) : await stopOrphan(folder)
  if (kernelLocks && descriptor === undefined) throw inUse(folder)
  // PostgreSQL would take these for a running server's if another process has their id now.
  for (const left of ['postmaster.pid', '.s.PGSQL.5432', '.s.PGSQL.5432.lock'])
    rmSync(join(folder, left), { force: true })
  return descriptor
}

/** Returns a descriptor with an exclusive lock, or undefined if another process has it. */
async function lock(path: string, waitSeconds: number): Promise<number | undefined> {
  const descriptor = openSync(path, 'r')
  const flock = spawn('flock', ['--timeout', String(waitSeconds), '3'], {
    stdio: ['ignore', 'ignore', 'ignore', descriptor],
  })
  const exitCode = await exitCodeOf(flock)
  if (exitCode === 0) return descriptor
  closeSync(descriptor)
  if (exitCode === 1) return undefined
  throw new StartupError(`The folder ${path} cannot be locked with flock: use a local disk or set DATABASE_URL.`)
}

async function exitCodeOf(child: ChildProcess): Promise<number | null> {
  try {
    await once(child, 'exit')
  } catch {
    throw new StartupError('The embedded database needs flock from util-linux: install it or set DATABASE_URL.')
  }
  return child.exitCode
}

/** On macOS PostgreSQL outlives a killed server, with the first process as its parent. */
async function stopOrphan(folder: string): Promise<undefined> {
  const deadline = Date.now() + secondsForAPredecessor * 1000
  for (let owner = ownerOf(folder); owner; owner = ownerOf(folder)) {
    if (!owner.isOrphan || Date.now() > deadline) throw inUse(folder)
    process.kill(owner.pid, 'SIGINT')
    await delay(100)
  }
}

function ownerOf(folder: string): { pid: number; isOrphan: boolean } | undefined {
  const file = join(folder, 'postmaster.pid')
  const pid = existsSync(file) ? Number.parseInt(readFileSync(file, 'utf8'), 10) : 0
  if (!(pid > 0)) return undefined
  try {
    const [parent = '', command = ''] = execFileSync('ps', ['-o', 'ppid=,comm=', '-p', String(pid)], {
      encoding: 'utf8',
    })
      .trim()
      .split(/\s+/)
    return basename(command) === 'postgres' ? { pid, isOrphan: parent === '1' } : undefined
  } catch {
    return undefined
  }
}
