import { execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, chownSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { promisify } from 'node:util'
import pg from 'pg'
import { afterAll, afterEach, expect, onTestFinished, test, vi } from 'vitest'
import { StartupError } from '#server/database/startup-error.ts'
import { many } from '#server/testing/platform/long-form.ts'
import { locatePostgres } from './binaries.ts'
import { type EmbeddedDatabase, startEmbeddedDatabase } from './embedded-database.ts'

// A first start creates a database cluster synchronously.
vi.setConfig({ testTimeout: 30_000 })

const running: EmbeddedDatabase[] = []
const folders: string[] = []

afterEach(async () => {
  await Promise.all(running.splice(0).map((database) => database.stop()))
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true })
})

function temporaryFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'embedded-'))
  folders.push(folder)
  return folder
}

async function start(directory: string): Promise<EmbeddedDatabase> {
  const database = await startEmbeddedDatabase({ directory })
  running.push(database)
  return database
}

async function query<Row extends pg.QueryResultRow>(url: string, statement: string): Promise<Row[]> {
  const client = new pg.Client({ connectionString: url })
  client.on('error', () => {})
  try {
    await client.connect()
    return (await client.query<Row>(statement)).rows
  } finally {
    await client.end()
  }
}

const postmaster = (directory: string) => Number.parseInt(readFileSync(join(directory, 'postmaster.pid'), 'utf8'), 10)
const inUse = (directory: string) =>
  new StartupError(`The database folder ${directory} is in use by another running server.`)

test('the database keeps its rows from one start to the next', async () => {
  const directory = join(temporaryFolder(), 'database')
  const first = await start(directory)
  await query(first.url, 'create table kept as select 42 as answer')
  await first.stop()
  const second = await start(directory)
  expect(await query(second.url, 'select answer from kept')).toEqual([{ answer: 42 }])
})

test('the database confirms only what is on disk, and does not listen on the network', async () => {
  const { url } = await start(join(temporaryFolder(), 'database'))
  const names = ['fsync', 'full_page_writes', 'synchronous_commit', 'listen_addresses', 'max_connections']
  const settings = await query(url, `select name, setting from pg_settings where name in ('${names.join("','")}')`)
  expect(Object.fromEntries(settings.map(({ name, setting }) => [name, setting]))).toEqual({
    fsync: 'on',
    full_page_writes: 'on',
    synchronous_commit: 'on',
    listen_addresses: '',
    max_connections: '100',
  })
})

test('a killed PostgreSQL restarts automatically', async () => {
  const directory = join(temporaryFolder(), 'database')
  const { url } = await start(directory)
  await query(url, 'create table kept as select 42 as answer')
  const killed = postmaster(directory)
  process.kill(killed, 'SIGKILL')
  await expect
    .poll(() => query(url, 'select answer from kept').catch(String), { timeout: 15_000 })
    .toEqual([{ answer: 42 }])
  expect(postmaster(directory)).not.toBe(killed)
})

test('a PostgreSQL killed during the stop is not started again', async () => {
  const directory = join(temporaryFolder(), 'database')
  const database = await start(directory)
  process.kill(postmaster(directory), 'SIGKILL')
  await database.stop()
  // Reset: a connection to the process that is just ending.
  await expect(query(database.url, 'select 1')).rejects.toThrow(/ENOENT|ECONNREFUSED|ECONNRESET/)
  const next = await start(directory)
  expect(await query(next.url, 'select 1 as answer')).toEqual([{ answer: 1 }])
})

const KILLS = many(4)

test(
  `${KILLS} kills of a writing server lose no confirmed row and double none`,
  { timeout: many(120_000) },
  async () => {
    const directory = join(temporaryFolder(), 'database')
    const confirmed: string[] = []
    for (let round = 1; round <= KILLS; round++) confirmed.push(...(await insertUntilKilled(directory, round)))
    const { url } = await start(directory)
    const rows = await query<{ number: string }>(url, 'select number from confirmed')
    const stored = rows.map(({ number }) => number)
    expect(confirmed.length).toBeGreaterThanOrEqual(200 * KILLS)
    expect(new Set(stored).size).toBe(stored.length)
    expect(confirmed.filter((number) => !new Set(stored).has(number))).toEqual([])
  },
)

/** In every second round PostgreSQL is killed too. */
async function insertUntilKilled(directory: string, round: number): Promise<string[]> {
  const program = join(import.meta.dirname, '../../testing/platform/insert-until-killed.ts')
  const child = spawn(process.execPath, [program, directory, String(round)], { stdio: ['ignore', 'pipe', 'inherit'] })
  const numbers: string[] = []
  const lines = createInterface({ input: child.stdout })
  lines.on('line', (line) => {
    if (numbers.push(line) !== 200) return
    if (round % 2 === 0) process.kill(postmaster(directory), 'SIGKILL')
    child.kill('SIGKILL')
  })
  await once(lines, 'close')
  return numbers
}

test('of two simultaneous first starts one wins and the other says why it stops', async () => {
  const directory = join(temporaryFolder(), 'database')
  const starts = await Promise.allSettled([start(directory), start(directory)])
  expect(starts.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
  expect(starts.find(({ status }) => status === 'rejected')).toMatchObject({ reason: inUse(directory) })
})

test('refuses a second server on the same folder, and the first continues', async () => {
  const directory = join(temporaryFolder(), 'database')
  const { url } = await start(directory)
  await expect(start(directory)).rejects.toThrow(inUse(directory))
  expect(await query(url, 'select 1 as answer')).toEqual([{ answer: 1 }])
})

test('refuses a read-only folder with a sentence', async () => {
  const directory = '/sys/portal/database'
  await expect(start(directory)).rejects.toThrow(
    /^The database folder \/sys\/portal\/database cannot be written \(E\w+\): /,
  )
  await expect(start(directory)).rejects.toBeInstanceOf(StartupError)
})

test('a folder with other files is refused and left alone', async () => {
  const directory = join(temporaryFolder(), 'database')
  mkdirSync(directory)
  writeFileSync(join(directory, 'letter.txt'), 'Dear customer')
  await expect(start(directory)).rejects.toThrow(
    `The database folder ${directory} contains other files and no database`,
  )
  expect(readFileSync(join(directory, 'letter.txt'), 'utf8')).toBe('Dear customer')
})

test('a first start that was killed half-way does not hinder the next', async () => {
  const directory = join(temporaryFolder(), 'database')
  mkdirSync(`${directory}.init/base`, { recursive: true })
  const { url } = await start(directory)
  expect(await query(url, 'select 1 as answer')).toEqual([{ answer: 1 }])
})

test('a process file whose number belongs to some other process by now does not hinder', async () => {
  const directory = join(temporaryFolder(), 'database')
  await (await start(directory)).stop()
  const bystander = spawn(process.execPath, ['--eval', 'setInterval(() => {}, 1000)'])
  onTestFinished(() => void bystander.kill())
  for (const file of ['postmaster.pid', '.s.PGSQL.5432.lock']) {
    writeFileSync(join(directory, file), `${bystander.pid}\n${directory}\n`)
  }
  const { url } = await start(directory)
  expect(await query(url, 'select 1 as answer')).toEqual([{ answer: 1 }])
})

test('a folder whose path is too long for a socket works all the same', async () => {
  const directory = join(temporaryFolder(), 'a'.repeat(100), 'database')
  const { url } = await start(directory)
  expect(await query(url, 'select 1 as answer')).toEqual([{ answer: 1 }])
})

const NAMELESS = ['--reuid=4242', '--regid=4242', '--clear-groups']
const run = promisify(execFile)
const canRun = (...command: string[]) =>
  run('setpriv', [...NAMELESS, ...command]).then(
    () => true,
    () => false,
  )

/** Needs root, and a checkout that others may read. */
const canBeNameless =
  process.platform === 'linux' &&
  process.getuid?.() === 0 &&
  (await canRun(process.execPath, '-e', `require('fs').readFileSync('${import.meta.filename}')`))

/** Most containers have none. */
const hasNamespaces = canBeNameless && (await canRun('unshare', '--user', 'true'))

async function startNameless(searched = process.env.PATH) {
  const folder = temporaryFolder()
  chownSync(folder, 4242, 4242)
  const program = `const { startEmbeddedDatabase } = await import('#server/platform/embedded-postgres/embedded-database.ts')
    await startEmbeddedDatabase({ directory: '${folder}/database' }).then(
      ({ stop }) => stop().then(() => console.log('answered')),
      (error) => console.log(error.message))`
  const node = [process.execPath, '--input-type=module-typescript', '-e', program]
  const { stdout } = await run('setpriv', [...NAMELESS, ...node], {
    env: { ...process.env, PATH: searched },
  })
  return stdout
}

test.runIf(hasNamespaces)('a database of a user without a name runs in a namespace of users', async () => {
  expect(await startNameless()).toBe('answered\n')
})

test.runIf(canBeNameless)(
  'a database of a user without a name is refused in a sentence where there are none',
  async () => {
    expect(await startNameless(`${withoutNamespaces()}:${process.env.PATH}`)).toBe(
      'PostgreSQL needs a name for the user 4242, and /etc/passwd has none: add it there, or start as a user that has one.\n',
    )
  },
)

/** Returns a folder for PATH, with an `unshare` as it is in most containers. */
function withoutNamespaces(): string {
  const folder = mkdtempSync(join(tmpdir(), 'embedded-'))
  afterAll(() => rmSync(folder, { recursive: true }))
  chmodSync(folder, 0o755)
  writeFileSync(join(folder, 'unshare'), '#!/bin/sh\nexit 1\n', { mode: 0o755 })
  return folder
}

test('asks for a server on a platform without PostgreSQL programs', () => {
  const sentence = 'There is no embedded database for sunos-sparc: set DATABASE_URL to a PostgreSQL server.'
  expect(() => locatePostgres('sunos', 'sparc')).toThrow(new StartupError(sentence))
})
