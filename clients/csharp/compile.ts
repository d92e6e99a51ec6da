import { execFile, spawnSync } from 'node:child_process'
import { readdirSync } from 'node:fs'
import path from 'node:path'
import { promisify } from 'node:util'

export const run = promisify(execFile)

const isInstalled = (program: string, flag = '--version') => spawnSync(program, [flag]).status === 0
const hasMono = isInstalled('mcs') && isInstalled('mono')

/** Why C# tests can't run here; '' if they can. */
export const reasonToSkip = hasMono ? '' : ' (skipped: mcs and mono are not installed)'

/** Why projects can't be built here; '' if they can. */
export const reasonNotToBuild =
  hasMono && !isInstalled('xbuild', '/version') ? ' (skipped: xbuild is not installed)' : reasonToSkip

export const sources = (...folders: string[]) =>
  folders.flatMap((name) => {
    const directory = path.join(import.meta.dirname, name)
    return readdirSync(directory).map((file) => path.join(directory, file))
  })

const LIBRARIES = ['-r:System.Numerics', '-r:System.Security']

/** Uses the oldest language version that integrators use. Fails on warnings. */
export const compile = (program: string, files: string[]) =>
  run('mcs', ['-langversion:7', '-warnaserror', `-out:${program}`, ...LIBRARIES, ...files])

export const keyArguments = (keys: Record<string, string>) => Object.entries(keys).map(([kid, key]) => `${kid}=${key}`)
