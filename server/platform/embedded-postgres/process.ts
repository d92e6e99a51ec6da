import { type ChildProcess, execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { closeSync } from 'node:fs'
import { createInterface } from 'node:readline'
import { promisify } from 'node:util'
import { StartupError } from '#server/database/startup-error.ts'
import { postgresEnvironment } from './account.ts'
import type { PostgresAddress } from './address.ts'
import type { DatabaseFolder } from './folder.ts'
import { awaitPredecessor } from './lock.ts'

export type PostgresProcess = { exited: Promise<unknown>; stop: () => Promise<void> }
export type PostgresLaunch = {
  folder: DatabaseFolder
  address: PostgresAddress
  settings: Record<string, string>
  onLog: (line: string) => void
}

export async function launchPostgres(launch: PostgresLaunch): Promise<PostgresProcess> {
  const { folder, address, settings } = launch
  const descriptor = await awaitPredecessor(folder.path)
  const flags = Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`])
  const postgres = [
    ...folder.account.prefix,
    folder.binaries.postgres,
    '-D',
    folder.path,
    ...address.arguments,
    ...flags,
  ]
  const [command = '', ...args] = postgres
  const child = spawn(command, args, {
    cwd: folder.path,
    env: postgresEnvironment(),
    stdio: ['ignore', 'ignore', 'pipe', descriptor ?? 'ignore'],
    // Ctrl-C reaches only the server, which finishes requests before it stops its database.
    detached: process.platform !== 'win32',
  })
  if (descriptor !== undefined) closeSync(descriptor)
  const exited = once(child, 'exit')
  await ready(child, exited, launch.onLog)
  return { exited, stop: () => stopPostgres(child, exited, folder) }
}

async function ready(child: ChildProcess, exited: Promise<unknown>, onLog: (line: string) => void): Promise<void> {
  let lastWords = 'it ended without an error message'
  const accepting = new Promise<'accepting'>((resolve) => {
    if (!child.stderr) return
    createInterface({ input: child.stderr }).on('line', (line) => {
      onLog(line)
      if (line.includes('database system is ready to accept connections')) resolve('accepting')
      const fatal = /(?:FATAL|PANIC): +(.*)/.exec(line)?.[1]
      if (fatal) lastWords = fatal
    })
  })
  if ((await Promise.race([accepting, exited])) !== 'accepting') {
    throw new StartupError(`The embedded database did not start: ${lastWords}.`)
  }
}

async function stopPostgres(
  child: ChildProcess,
  exited: Promise<unknown>,
  { binaries, path }: DatabaseFolder,
): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return
  // Signals on Windows kill, so pg_ctl stops the server.
  if (process.platform === 'win32') await promisify(execFile)(binaries.pgCtl, ['stop', '--mode=fast', '-D', path])
  else child.kill('SIGINT')
  await exited
}
