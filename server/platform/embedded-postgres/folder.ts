import { execFile } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import {
  closeSync,
  existsSync,
  fsyncSync,
  mkdirSync,
  openSync,
  readdirSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { dirname, join } from 'node:path'
import { promisify } from 'node:util'
import { StartupError } from '#server/database/startup-error.ts'
import { giveTo, type PostgresAccount, postgresEnvironment } from './account.ts'
import type { PostgresBinaries } from './binaries.ts'

export type DatabaseFolder = { path: string; binaries: PostgresBinaries; account: PostgresAccount }

/** Password of TCP connections on Windows. Elsewhere the folder's permissions protect the socket. */
export const passwordFile = (path: string) => join(path, 'portal.password')

/**
 * Creates a complete database folder owned by PostgreSQL. It is created beside and renamed, so that a killed start leaves no partial one.
 */
export async function prepareFolder(folder: DatabaseFolder): Promise<void> {
  if (!existsSync(join(folder.path, 'PG_VERSION'))) await createFolder(folder)
  giveTo(folder.account, folder.path)
}

async function createFolder(folder: DatabaseFolder): Promise<void> {
  if (existsSync(folder.path) && readdirSync(folder.path).length > 0) {
    throw new StartupError(
      `The database folder ${folder.path} contains other files and no database: choose an empty one.`,
    )
  }
  const draft = makeDraft(folder)
  await initialize(folder, draft)
  rmSync(folder.path, { recursive: true, force: true })
  renameSync(draft, folder.path)
  syncToDisk(dirname(folder.path))
}

function makeDraft(folder: DatabaseFolder): string {
  const draft = `${folder.path}.init`
  // With the folder locked, a draft is left over from a killed start. Without locks it may belong to a concurrent one.
  if (process.platform === 'linux') rmSync(draft, { recursive: true, force: true })
  if (existsSync(draft)) {
    throw new StartupError(
      `Another process is creating the database: wait for it, or delete ${draft} when none is running.`,
    )
  }
  mkdirSync(draft, { mode: 0o700 })
  giveTo(folder.account, draft)
  return draft
}

async function initialize({ binaries, account }: DatabaseFolder, draft: string): Promise<void> {
  const locale = ['--encoding=UTF8', '--locale=C', '--locale-provider=builtin', '--builtin-locale=C.UTF-8']
  const password = process.platform === 'win32' ? writePassword(draft) : undefined
  const access = password ? ['--auth=scram-sha-256', `--pwfile=${password}`] : ['--auth=trust']
  const initdb = [...account.prefix, binaries.initdb, '--pgdata', draft, '--username=portal', ...locale, ...access]
  const [command = '', ...args] = initdb
  try {
    await promisify(execFile)(command, args, { cwd: dirname(draft), env: postgresEnvironment() })
    if (password) renameSync(password, passwordFile(draft))
  } catch (error) {
    throw new StartupError(sentenceOf(String(error)))
  }
}

function sentenceOf(failure: string): string {
  const [, user] = /could not look up effective user ID (\d+)/.exec(failure) ?? []
  if (user !== undefined)
    return `PostgreSQL needs a name for the user ${user}, and /etc/passwd has none: add it there, or start as a user that has one.`
  return `Couldn’t create the embedded database: ${/^initdb: error: (.*)$/m.exec(failure)?.[1] ?? failure}`
}

function writePassword(draft: string): string {
  const file = `${draft}.password`
  writeFileSync(file, randomBytes(24).toString('base64url'), { mode: 0o600 })
  return file
}

/** A power failure could otherwise undo the rename, and all later transactions. */
function syncToDisk(path: string): void {
  if (process.platform === 'win32') return
  const descriptor = openSync(path, 'r')
  fsyncSync(descriptor)
  closeSync(descriptor)
}
