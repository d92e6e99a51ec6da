import { dirname, resolve } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { StartupError } from '#server/database/startup-error.ts'
import { makeFolder } from '#server/platform/storage/parts.ts'
import { chooseAccount } from './account.ts'
import { chooseAddress } from './address.ts'
import { locatePostgres } from './binaries.ts'
import { type DatabaseFolder, prepareFolder } from './folder.ts'
import { claimFolder } from './lock.ts'
import { launchPostgres, type PostgresLaunch, type PostgresProcess } from './process.ts'

export type EmbeddedDatabase = { url: string; stop: () => Promise<void> }
type EmbeddedDatabaseOptions = {
  directory: string
  settings?: Record<string, string>
  onLog?: (line: string) => void
}

/** Durable, whatever postgresql.conf says. Logs contain no values of rows. */
const defaultSettings = {
  fsync: 'on',
  full_page_writes: 'on',
  synchronous_commit: 'on',
  max_connections: '100',
  shared_buffers: '64MB',
  // SSDs read random pages as fast as sequential ones.
  random_page_cost: '1.1',
  timezone: 'UTC',
  log_timezone: 'UTC',
  log_error_verbosity: 'terse',
  log_min_error_statement: 'panic',
}

/** For a database that may be lost, so that nothing waits for its disk. */
export const NOT_DURABLE = { fsync: 'off', full_page_writes: 'off', synchronous_commit: 'off' }

/** Runs PostgreSQL in a folder until stop(). Throws StartupError with a sentence for the operator. */
export async function startEmbeddedDatabase(options: EmbeddedDatabaseOptions): Promise<EmbeddedDatabase> {
  const path = resolve(options.directory)
  const cleanups: (() => void)[] = []
  const cleanUp = () => cleanups.forEach((undo) => undo())
  try {
    await makeFolder(dirname(path), 0o777)
    cleanups.push((await claimFolder(path)).release)
    const launch = await prepareLaunch(path, options)
    cleanups.push(launch.address.dispose)
    return supervise(launch, await launchPostgres(launch), cleanUp)
  } catch (error) {
    cleanUp()
    throw inWords(error, path)
  }
}

function supervise(launch: PostgresLaunch, first: PostgresProcess, cleanUp: () => void): EmbeddedDatabase {
  const stopping = new AbortController()
  const running = keepRunning(launch, first, stopping.signal).finally(cleanUp)
  const stop = () => {
    stopping.abort()
    return running
  }
  return { url: launch.address.url, stop }
}

async function prepareLaunch(path: string, { settings, onLog }: EmbeddedDatabaseOptions): Promise<PostgresLaunch> {
  const binaries = locatePostgres()
  const folder: DatabaseFolder = { path, binaries, account: chooseAccount(binaries.postgres, dirname(path)) }
  await prepareFolder(folder)
  const address = await chooseAddress(path, folder.account)
  return { folder, address, settings: { ...defaultSettings, ...settings }, onLog: onLog ?? (() => {}) }
}

async function keepRunning(launch: PostgresLaunch, first: PostgresProcess, stopping: AbortSignal): Promise<void> {
  const stopped = new Promise((resolve) => stopping.addEventListener('abort', resolve, { once: true }))
  let current: PostgresProcess | undefined = first
  while (current) {
    await Promise.race([current.exited, stopped])
    if (stopping.aborted) return current.stop()
    launch.onLog('PostgreSQL ended unexpectedly and is restarting')
    current = await relaunch(launch, stopping)
  }
}

async function relaunch(launch: PostgresLaunch, stopping: AbortSignal): Promise<PostgresProcess | undefined> {
  for (let wait = 100; !stopping.aborted; wait = Math.min(wait * 2, 5000)) {
    await delay(wait, undefined, { signal: stopping }).catch(() => {})
    if (stopping.aborted) return undefined
    try {
      return await launchPostgres(launch)
    } catch (error) {
      launch.onLog(String(error))
    }
  }
  return undefined
}

/** Turns file system errors into a sentence that names the folder. */
function inWords(error: unknown, path: string): unknown {
  if (!(error instanceof Error && 'code' in error && typeof error.code === 'string')) return error
  return new StartupError(`The database folder ${path} cannot be written (${error.code}): choose another or allow it.`)
}
