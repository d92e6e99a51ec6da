import { randomUUID } from 'node:crypto'
import { copyFile, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { drizzle } from 'drizzle-orm/node-postgres'
import { migrate as migrateByDrizzle } from 'drizzle-orm/node-postgres/migrator'
import pg from 'pg'
import { expect, inject, onTestFinished, test, vi } from 'vitest'
import { databaseUrl } from '#server/testing/database-server.ts'
import { migrateJobs } from '#server/platform/jobs/jobs.ts'
import { until } from '#server/testing/platform/server-process.ts'
import { applyMigrations } from './apply-migrations.ts'
import { findMismatch } from './compatibility.ts'
import { migrate } from './migrate.ts'
import { parseMigration, readMigrations } from './migration-files.ts'
import { RELEASE, ensureRecords } from './migration-records.ts'

vi.setConfig({ testTimeout: 60_000 })

const BREAK = '--> statement-breakpoint\n'
const MIGRATIONS = path.join(import.meta.dirname, '../migrations')
const firstMigration = readMigrations()[0]!
const FAR = Date.parse('2100-01-01')

/** A migration after all existing ones. */
const later = (number: number, ...statements: string[]) =>
  parseMigration({ tag: `${9000 + number}_later`, when: FAR + number }, statements.join(`;${BREAK}`))

async function emptyDatabase() {
  const server = inject('databaseServer')
  const name = `schema_${randomUUID().replaceAll('-', '')}`
  const client = await connect(server)
  await client.query(`create database ${name}`)
  return databaseUrl(server, name)
}

test('migrates a database that is set to another schema and to short statements', async () => {
  const url = await emptyDatabase()
  const client = await connect(url)
  await client.query('create schema elsewhere')
  const { rows: limits } = await client.query<{ name: string }>(
    `select name from pg_settings where name in ('statement_timeout', 'transaction_timeout')`,
  )
  for (const setting of ['search_path = elsewhere, public', ...limits.map(({ name }) => `${name} = '50ms'`)])
    await client.query(`alter database ${new URL(url).pathname.slice(1)} set ${setting}`)
  await migrate(url, {
    migrations: [later(1, 'create table rows ()'), later(2, 'select pg_sleep(0.1)')],
    steps: [migrateJobs({})],
  })
  const { rows } = await client.query(`select to_regclass('public.rows') is not null as "isThere"`)
  expect(rows).toEqual([{ isThere: true }])
})

test.each([
  ['a locale in which I is not', `encoding 'UTF8' locale_provider icu icu_locale 'tr-TR' locale 'C'`],
  ['the encoding LATIN1, which', `encoding 'LATIN1' locale 'C'`],
])('refuses a new database that has %s', async (problem, options) => {
  const name = `garbling_${randomUUID().replaceAll('-', '')}`
  await (await connect(inject('databaseServer'))).query(`create database ${name} template template0 ${options}`)
  const refused = migrate(databaseUrl(inject('databaseServer'), name), {
    migrations: [later(1, 'create table rows ()')],
  })
  await expect(refused).rejects.toThrow(`The database "${name}" has ${problem}`)
})

/** With the limits of the server's connections. */
async function connect(url: string) {
  const client = new pg.Client({ connectionString: url, lock_timeout: 3000, statement_timeout: 5000 })
  await client.connect()
  onTestFinished(() => client.end())
  return client
}

async function openEmpty() {
  const url = await emptyDatabase()
  const client = await connect(url)
  await ensureRecords(client)
  return { url, client }
}

const isWaiting = async (client: pg.Client) =>
  (
    await client.query(
      'select from pg_locks where not granted and database = (select oid from pg_database where datname = current_database())',
    )
  ).rowCount !== 0

const recordsOf = async (client: pg.Client) =>
  (await client.query('select hash, created_at from drizzle.__drizzle_migrations order by created_at')).rows as {
    hash: string
    created_at: string
  }[]

/** Only the first migration: Drizzle runs migrations in a transaction, where no index is created concurrently. */
async function folderOfFirst() {
  const folder = await mkdtemp(path.join(tmpdir(), 'latchkey-first-'))
  onTestFinished(() => rm(folder, { recursive: true }))
  const journal = JSON.parse(await readFile(path.join(MIGRATIONS, 'meta/_journal.json'), 'utf8')) as {
    entries: object[]
  }
  await mkdir(path.join(folder, 'meta'))
  const first = JSON.stringify({ ...journal, entries: journal.entries.slice(0, 1) })
  await writeFile(path.join(folder, 'meta/_journal.json'), first)
  await copyFile(path.join(MIGRATIONS, `${firstMigration.tag}.sql`), path.join(folder, `${firstMigration.tag}.sql`))
  return folder
}

test('continues from a database that drizzle migrated, and drizzle from ours', async () => {
  const url = await emptyDatabase()
  const client = await connect(url)
  await migrateByDrizzle(drizzle(client), { migrationsFolder: await folderOfFirst() })
  const [byDrizzle] = await recordsOf(client)
  await migrate(url)
  const before = await recordsOf(client)
  expect(before).toContainEqual(byDrizzle)
  expect(await findMismatch(client, readMigrations())).toBeUndefined()
  await migrateByDrizzle(drizzle(client), { migrationsFolder: MIGRATIONS })
  expect(await recordsOf(client)).toEqual(before)
})

/** Records the first migrations of Latchkey 0.1.0. */
async function withMigrationsOfFirstRelease(count: number) {
  const fresh = await openEmpty()
  await migrate(fresh.url, { migrations: [firstMigration] })
  const records = await recordsOf(fresh.client)
  const { url, client } = await openEmpty()
  for (const { hash, created_at: when } of records.slice(0, count))
    await client.query('insert into drizzle.__drizzle_migrations (hash, created_at) values ($1, $2)', [hash, when])
  return { url, client }
}

const hasTables = async (client: pg.Client) =>
  (await client.query<{ found: boolean }>(`select to_regclass('licenses') is not null as found`)).rows[0]?.found

test('a database that has all 24 migrations of the first release skips the one that they became', async () => {
  const { url, client } = await withMigrationsOfFirstRelease(24)
  await migrate(url, { migrations: [firstMigration] })
  expect([(await recordsOf(client)).length, await hasTables(client)]).toEqual([24, false])
})

test('names the release to install first when a database has only some migrations', async () => {
  const { url, client } = await withMigrationsOfFirstRelease(23)
  const refusal =
    'This database is older than the schema of Latchkey 0.1.0 (0023_check_in_callers), the oldest that this release can upgrade: ' +
    'run "npm run migrate" of Latchkey 0.1.0 first.'
  await expect(migrate(url, { migrations: [firstMigration] })).rejects.toThrow(refusal)
  expect(await findMismatch(client, [firstMigration])).toBe(refusal)
  expect([(await recordsOf(client)).length, await hasTables(client)]).toEqual([23, false])
})

test('what waits for a lock lets others pass, and is done once the lock is free', async () => {
  const { url, client } = await openEmpty()
  await client.query('create table rows (id integer)')
  const [holder, reader, watcher] = [await connect(url), await connect(url), await connect(url)]
  await holder.query('begin; lock table rows in access share mode')
  const applied = applyMigrations(client, [later(1, 'alter table rows add column more text')])
  await until(() => isWaiting(watcher))
  for (let turn = 0; turn < 5; turn += 1) await reader.query('select count(*) from rows')
  await holder.query('commit')
  await applied
  await reader.query('select more from rows')
})

test('a lock that is never free ends the run with a sentence, and nothing is half done', async () => {
  const { url, client } = await openEmpty()
  await client.query('create table rows (id integer)')
  const holder = await connect(url)
  await holder.query('begin; lock table rows in access share mode')
  const migration = later(1, 'create table other (id integer)', 'alter table rows add column more text')
  const said: string[] = []
  const applying = applyMigrations(client, [migration], { patience: 0, say: (sentence) => said.push(sentence) })
  await expect(applying).rejects.toThrow('The migration 9001_later couldn’t get a lock')
  await holder.query('rollback')
  expect((await client.query(`select to_regclass('other') as other`)).rows).toEqual([{ other: null }])
  await applyMigrations(client, [migration])
  await client.query('select more from rows, other')
})

test('an index that was interrupted is built again, and the steps before it are not run again', async () => {
  const { client } = await openEmpty()
  const migration = later(
    1,
    'create table rows (id integer)',
    'insert into rows values (1), (1)',
    'create unique index concurrently if not exists rows_id on rows (id)',
    'alter table rows add column more text',
  )
  await expect(applyMigrations(client, [migration])).rejects.toThrow('could not create unique index')
  const indexes = async () =>
    (await client.query(`select indisvalid as valid from pg_index where indexrelid = 'rows_id'::regclass`)).rows
  expect(await indexes()).toEqual([{ valid: false }])
  await client.query('delete from rows where ctid = (select min(ctid) from rows)')
  await applyMigrations(client, [migration])
  expect(await indexes()).toEqual([{ valid: true }])
  expect((await client.query('select id, more from rows')).rows).toEqual([{ id: 1, more: null }])
  expect((await recordsOf(client)).map(({ hash }) => hash)).toEqual([migration.hash])
})

test('two that start at once build an index beside the traffic once', async () => {
  const url = await emptyDatabase()
  const migrations = [
    later(1, 'create table rows (id integer)', 'insert into rows select generate_series(1, 200000)'),
    later(2, 'create index concurrently if not exists rows_id on rows (id)'),
  ]
  await Promise.all([migrate(url, { migrations }), migrate(url, { migrations })])
  expect(await recordsOf(await connect(url))).toHaveLength(2)
})

test('a release runs on a newer schema until something that it uses was taken away', async () => {
  const { url, client } = await openEmpty()
  const own = [later(1, 'create table rows (id integer, name text)')]
  const expanded = [...own, later(2, 'alter table rows add column full_name text')]
  const contracted = [
    ...expanded,
    later(3, '-- contract: 0.0.9 was the last to read it\nalter table rows drop column name'),
  ]

  expect(await findMismatch(client, own)).toBe(
    `The database has no 9001_later, which Latchkey ${RELEASE} with the schema 9001_later needs: run "npm run migrate".`,
  )
  await migrate(url, { migrations: expanded })
  await migrate(url, { migrations: own })
  expect(await findMismatch(client, own)).toBeUndefined()

  await migrate(url, { migrations: contracted })
  const refusal =
    `Latchkey ${RELEASE} with the schema 9001_later cannot run on this database: it has the schema 9003_later of Latchkey ${RELEASE}, ` +
    `and 9003_later took away what this release uses. Start Latchkey ${RELEASE} or newer.`
  await expect(migrate(url, { migrations: own })).rejects.toThrow(refusal)
  expect(await findMismatch(client, own)).toBe(refusal)
  expect(await findMismatch(client, contracted)).toBeUndefined()
})
