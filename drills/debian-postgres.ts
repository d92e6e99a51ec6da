import { execFile } from 'node:child_process'
import { chmod, readdir } from 'node:fs/promises'
import path from 'node:path'
import { promisify } from 'node:util'
import pg from 'pg'
import { StartupError } from '#server/database/startup-error.ts'
import { freePort, until } from '#server/testing/platform/server-process.ts'
import type { Stage } from './stage.ts'

const START_SECONDS = 120
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

export type DebianCluster = Awaited<ReturnType<typeof createCluster>>

/** A new database, reached by TCP, with the user `latchkey`. */
export async function createCluster(stage: Stage) {
  const bin = await findPrograms()
  const folder = await makeFolder(stage, 'cluster')
  const data = await makeFolder(stage, 'cluster/data')
  const flags = ['--username=latchkey', '--auth=trust', '--encoding=UTF8']
  await runAsPostgres(folder, [`${bin}/initdb`, '--pgdata', data, ...flags])
  const port = await freePort()
  return { stage, bin, folder, data, port, url: `postgres://latchkey@127.0.0.1:${port}/postgres` }
}

export async function startCluster({ stage, bin, data, port, folder, url }: DebianCluster, name: string) {
  const flags = ['-p', String(port), '-c', 'listen_addresses=127.0.0.1', '-c', `unix_socket_directories=${folder}`]
  const server = stage.start(name, asPostgres([`${bin}/postgres`, '-D', data, ...flags]), { cwd: folder })
  const takesWrites = async () => {
    const [state] = await query<{ waits: boolean }>({ url }, 'select pg_is_in_recovery() as waits')
    return state?.waits === false
  }
  await until(takesWrites, { what: 'PostgreSQL takes writes', seconds: START_SECONDS })
  return server
}

export async function query<Row extends pg.QueryResultRow>({ url }: { url: string }, text: string) {
  const client = new pg.Client({ connectionString: url })
  client.on('error', () => {})
  await client.connect()
  try {
    return (await client.query<Row>(text)).rows
  } finally {
    await client.end()
  }
}
