import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { access, constants, mkdtemp, readdir, rm } from 'node:fs/promises'
import { createWriteStream } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { StartupError } from '#server/database/startup-error.ts'
import { bareEnvironment } from '../bench/environment.ts'

export type Stage = Awaited<ReturnType<typeof openStage>>

type Start = { cwd?: string; env?: Record<string, string> }

const STOP_MS = 40_000

/**
 * A temporary folder, and the processes that a drill starts. `close` stops them, newest first, and deletes the folder, except for the logs of a
 * failed drill.
 */
export async function openStage() {
  const folder = await mkdtemp(path.join(tmpdir(), 'latchkey-drill-'))
  const undo: (() => Promise<unknown>)[] = [() => removeFolder(folder)]
  let closing: Promise<void> | undefined
  const close = async () => {
    for (const step of undo.toReversed()) await step().catch((error: unknown) => console.error(String(error)))
  }
  return {
    folder,
    onClose: (step: () => Promise<unknown>) => undo.push(step),
    close: () => (closing ??= close()),
    /** Its output is in the folder, in NAME.log. */
    start: (name: string, [command = '', ...args]: string[], { cwd = folder, env = {} }: Start = {}) => {
      const child = spawn(command, args, {
        cwd,
        env: { ...bareEnvironment(), ...env },
        stdio: ['ignore', 'pipe', 'pipe'],
      })
      const log = createWriteStream(path.join(folder, `${name}.log`), { flags: 'a' })
      child.stdout.pipe(log, { end: false })
      child.stderr.pipe(log, { end: false })
      const stopped = once(child, 'exit')
      const stop = () => stopProcess(child, stopped)
      undo.push(stop)
      return { pid: child.pid, stopped, stop, signal: (signal: NodeJS.Signals) => child.kill(signal) }
    },
  }
}

async function removeFolder(folder: string) {
  if (!process.exitCode) return rm(folder, { recursive: true, force: true })
  for (const name of await readdir(folder))
    if (!name.endsWith('.log')) await rm(path.join(folder, name), { recursive: true, force: true })
  return console.error(`The logs are in ${folder}`)
}

async function stopProcess(child: ChildProcess, stopped: Promise<unknown>) {
  if (child.exitCode !== null || child.signalCode !== null) return
  child.kill('SIGCONT')
  child.kill('SIGTERM')
  const timer = setTimeout(() => child.kill('SIGKILL'), STOP_MS)
  await stopped
  clearTimeout(timer)
}

/** Finds programs that Debian installs, also those outside of the PATH. Throws a sentence with what to install. */
export async function requirePrograms(programs: Record<string, string>) {
  const missing: string[] = []
  for (const [file, debianPackage] of Object.entries(programs)) {
    const isThere = await access(file, constants.X_OK).then(
      () => true,
      () => false,
    )
    if (!isThere) missing.push(debianPackage)
  }
  if (missing.length > 0)
    throw new StartupError(`This drill needs programs that are not installed: apt-get install ${missing.join(' ')}`)
}
