import { execFile } from 'node:child_process'
import { chmod, readdir } from 'node:fs/promises'
import path from 'node:path'
import { promisify } from 'node:util'
import { StartupError } from '#server/database/startup-error.ts'
import type { Stage } from './stage.ts'

const VERSIONS = '/usr/lib/postgresql'

/** The programs of the newest PostgreSQL that Debian has installed. */
export async function findPrograms() {
  const versions = await readdir(VERSIONS).catch(() => [])
  const newest = versions
    .filter((name) => /^\d+$/.test(name))
    .toSorted((one, other) => Number(one) - Number(other))
    .at(-1)
  if (newest === undefined)
    throw new StartupError('This drill needs PostgreSQL of Debian: apt-get install postgresql-15')
  return path.join(VERSIONS, newest, 'bin')
}

/** PostgreSQL and its tools refuse to run as root: root runs them as the user that Debian's package creates. */
export const asPostgres = (command: string[]) =>
  process.getuid?.() === 0 ? ['setpriv', '--reuid=postgres', '--regid=postgres', '--clear-groups', ...command] : command

export async function runAsPostgres(folder: string, words: string[]) {
  const [command = '', ...args] = asPostgres(words)
  const { PATH = '' } = process.env
  return promisify(execFile)(command, args, { cwd: folder, env: { PATH, LC_ALL: 'C' } })
}

/** A folder that PostgreSQL owns, in the stage's. */
export async function makeFolder(stage: Stage, name: string) {
  await chmod(stage.folder, 0o711)
  const folder = path.join(stage.folder, name)
  const owner = process.getuid?.() === 0 ? ['--owner=postgres', '--group=postgres'] : []
  await promisify(execFile)('install', ['--directory', '--mode=700', ...owner, folder])
  return folder
}
