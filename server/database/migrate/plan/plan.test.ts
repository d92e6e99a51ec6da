import { randomUUID } from 'node:crypto'
import pg from 'pg'
import { expect, inject, onTestFinished, test, vi } from 'vitest'
import { databaseUrl } from '#server/testing/database-server.ts'
import { until } from '#server/testing/platform/server-process.ts'
import { migrate } from '#server/database/migrate/migrate.ts'
import { parseMigration, readMigrations } from '#server/database/migrate/migration-files.ts'
import { ensureRecords } from '#server/database/migrate/migration-records.ts'
import { readPlan } from './read-plan.ts'
import { locksOf, type Lock, type TableLock } from './statement-locks.ts'

vi.setConfig({ testTimeout: 60_000 })

const ROWS = 5000

/** Weakest first, as in pg_locks. Weaker ones keep only schema changes waiting. */
const MODES: Record<string, Lock> = {
  RowExclusiveLock: 'ROW EXCLUSIVE',
  ShareUpdateExclusiveLock: 'SHARE UPDATE EXCLUSIVE',
  ShareLock: 'SHARE',
  ShareRowExclusiveLock: 'SHARE ROW EXCLUSIVE',
  AccessExclusiveLock: 'ACCESS EXCLUSIVE',
}

async function openDatabase() {
  const server = await connect(inject('databaseServer'))
  const name = `plan_${randomUUID().replaceAll('-', '')}`
  await server.query(`create database ${name}`)
  const url = databaseUrl(inject('databaseServer'), name)
  return { url, client: await connect(url), watcher: await connect(url) }
}

async function connect(url: string) {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  onTestFinished(() => client.end())
  return client
}

type Connections = { client: pg.Client; watcher: pg.Client }

async function pidOf(client: pg.Client) {
  const { rows } = await client.query<{ pid: number }>('select pg_backend_pid() as pid')
  return rows[0]?.pid
}

type LockPair = [table: string, lock: Lock]

const byTable = ([one]: LockPair, [other]: LockPair) => one.localeCompare(other)

/** The strongest lock of the process on each table that others see. */
async function readLocks(watcher: pg.Client, pid: number | undefined) {
  const { rows } = await watcher.query<{ table: string; mode: string }>(
    `select relname as table, mode from pg_locks join pg_class on pg_class.oid = relation
     where pid = $1 and granted and relkind = 'r' and relnamespace::regnamespace::text in ('public', 'drizzle')`,
    [pid],
  )
  const strongest = new Map<string, Lock>()
  for (const [mode, lock] of Object.entries(MODES))
    for (const { table } of rows.filter((row) => row.mode === mode)) strongest.set(table, lock)
  return [...strongest].toSorted(byTable)
}

const named = (locks: TableLock[]) => locks.map(({ table, lock }): LockPair => [table, lock]).toSorted(byTable)

async function takeInTransaction({ client, watcher }: Connections, statement: string) {
  await client.query('begin')
  await client.query(statement)
  const taken = await readLocks(watcher, await pidOf(client))
  await client.query('commit')
  return taken
}

/** An index is dropped by its own name; its table is in the catalog. */
async function plannedLocks(watcher: pg.Client, statement: string): Promise<LockPair[] | undefined> {
  const planned = locksOf(statement)
  const index = planned?.index
  if (!index) return planned && named(planned.locks)
  const { rows } = await watcher.query<{ table: string }>(
    'select indrelid::regclass::text as "table" from pg_index where indexrelid = $1::regclass',
    [index.name],
  )
  return rows.map(({ table }): LockPair => [table, index.lock])
}

/** A writer keeps the build waiting, so that its locks can be read. */
async function takeConcurrently({ client, watcher }: Connections, statement: string, table: string) {
  const pid = await pidOf(client)
  await watcher.query(`begin; lock table ${table} in row exclusive mode`)
  const built = client.query(statement)
  await until(async () => (await readLocks(watcher, pid)).length > 0)
  const taken = await readLocks(watcher, pid)
  await watcher.query('commit')
  await built
  return taken
}

test('plans the locks that PostgreSQL takes for each statement of each migration', async () => {
  const connections = await openDatabase()
  await ensureRecords(connections.client)
  const steps = readMigrations().flatMap((migration) => migration.steps)
  for (const { statements, isAtomic } of steps)
    for (const statement of statements) {
      const planned = await plannedLocks(connections.watcher, statement)
      const taken = isAtomic
        ? await takeInTransaction(connections, statement)
        : await takeConcurrently(connections, statement, planned?.[0]?.[0] ?? '')
      expect([statement, planned]).toEqual([statement, taken])
    }
  expect(steps.flatMap(({ statements }) => statements).length).toBeGreaterThan(300)
})

const EXAMPLES: [string, TableLock['work']][] = [
  ['alter table items add column plain text', 'catalog'],
  ['alter table items add column settled timestamp(3) with time zone not null default now()', 'catalog'],
  ['alter table items add column own uuid not null default gen_random_uuid()', 'rewrites'],
  ['alter table items add column width integer generated always as (length(label)) stored', 'rewrites'],
  ['alter table items add column number bigserial', 'rewrites'],
  ['alter table items alter column id type bigint', 'rewrites'],
  ['alter table items alter column label set not null', 'reads'],
  ['alter table items alter column label drop not null', 'catalog'],
  ["alter table items alter column label set default 'none'", 'catalog'],
  ['alter table items alter column label set statistics 500', 'catalog'],
  ['alter table items add constraint short check (length(label) < 100)', 'reads'],
  ['alter table items add constraint shorter check (length(label) < 90) not valid', 'catalog'],
  ['alter table items validate constraint shorter', 'reads'],
  ['alter table items add constraint one unique (id)', 'builds'],
  ['alter table items rename column label to name', 'catalog'],
  ['alter table items set (autovacuum_vacuum_scale_factor = 0.05)', 'catalog'],
  ['alter table items disable trigger user', 'catalog'],
  ['alter table items drop constraint short', 'catalog'],
  ['alter table items drop column plain', 'catalog'],
  ['create index by_name on items (name)', 'builds'],
  ["update items set name = 'other'", 'rows'],
  ['delete from items where id = 1', 'rows'],
  ['drop table items', 'catalog'],
]

test('plans the locks of statements that no migration has yet, and which of them rewrite the table', async () => {
  const connections = await openDatabase()
  const { client } = connections
  await client.query(`create table items (id integer not null, label text)`)
  await client.query(`insert into items select number, 'label' from generate_series(1, ${ROWS}) number`)
  const readFile = async () =>
    (await client.query<{ node: string }>(`select pg_relation_filenode(to_regclass('items')) as node`)).rows[0]?.node
  for (const [statement, work] of EXAMPLES) {
    const before = await readFile()
    const taken = await takeInTransaction(connections, statement)
    const isRewritten = before !== (await readFile()) && !statement.startsWith('drop table')
    const locks = locksOf(statement)?.locks ?? []
    // A dropped table is no longer in the catalog that others read.
    const expected = statement.startsWith('drop table') ? taken : named(locks)
    expect([statement, taken, isRewritten]).toEqual([statement, expected, work === 'rewrites'])
    expect([statement, locks.map((lock) => lock.work)]).toEqual([statement, [work]])
  }
})

const later = (number: number, ...statements: string[]) =>
  parseMigration(
    { tag: `${9000 + number}_later`, when: Date.parse('2100-01-01') + number },
    statements.join(';--> statement-breakpoint\n'),
  )

test('plans the locks on tables at the other end of foreign keys', async () => {
  const connections = await openDatabase()
  const { client, url } = connections
  await client.query('create table items (id integer primary key); create table orders (id integer primary key)')
  const key = (name: string, table: string) =>
    client.query(`alter table orders add column ${name} integer constraint ${name}_key references ${table} (id)`)
  for (const statement of ['alter table orders drop constraint item_key', 'drop table orders']) {
    await key('item', 'items')
    const migration = later(1, statement)
    await ensureRecords(client)
    const [planned] = await readPlan(url, [migration])
    await client.query('begin')
    await client.query(statement)
    const taken = await readLocks(client, await pidOf(client))
    await client.query('rollback')
    await client.query('alter table orders drop column item')
    const locks = named(planned?.steps[0]?.statements[0]?.locks ?? [])
    expect([statement, locks]).toEqual([statement, ['items', 'orders'].map((table) => [table, 'ACCESS EXCLUSIVE'])])
    expect(taken).toContainEqual(['items', 'ACCESS EXCLUSIVE'])
  }
})

test.each([
  'do $$ begin perform 1; end $$',
  'truncate items',
  'alter table items add column one text, alter column id type bigint',
  'cluster items using by_name',
])('says that it does not know the locks of: %s', (statement) => {
  expect(locksOf(statement)).toBeUndefined()
})

test('reads pending steps with the sizes of their tables, and changes nothing', async () => {
  const { url, client } = await openDatabase()
  const done = later(1, 'create table items (id integer)', 'create index by_id on items (id)')
  await migrate(url, { migrations: [done] })
  await client.query(`insert into items select generate_series(1, ${ROWS})`)
  await client.query('analyze items')
  const pending = later(
    2,
    'create table more (id integer)',
    'alter table more add column other text',
    'alter table items add column name text',
    'create index concurrently if not exists by_name on items (name)',
    'drop index by_id',
  )
  const [planned, ...others] = await readPlan(url, [done, pending])
  expect(others).toEqual([])
  const locksByStep = planned?.steps.map(({ statements }) => statements.map(({ locks }) => locks))
  const size = { rows: ROWS, bytes: expect.any(Number) }
  expect(locksByStep).toEqual([
    [[], [], [{ table: 'items', lock: 'ACCESS EXCLUSIVE', work: 'catalog', size }]],
    [[{ table: 'items', lock: 'SHARE UPDATE EXCLUSIVE', work: 'builds', size }]],
    [[{ table: 'items', lock: 'ACCESS EXCLUSIVE', work: 'catalog', size }]],
  ])
  expect((await client.query(`select to_regclass('more') as more`)).rows).toEqual([{ more: null }])
  await migrate(url, { migrations: [done, pending] })
  expect(await readPlan(url, [done, pending])).toEqual([])
})

test('plans only the steps that an interrupted migration has left', async () => {
  const { url } = await openDatabase()
  const statements = ['create table items (id integer)', 'create index concurrently if not exists by_id on items (id)']
  const broken = later(1, ...statements, 'alter table missing add column more text')
  await expect(migrate(url, { migrations: [broken] })).rejects.toThrow('missing')
  const [planned] = await readPlan(url, [broken])
  expect([planned?.done, planned?.steps.map(({ number }) => number)]).toEqual([2, [3]])
})

test('plans everything for an empty database, and leaves it empty', async () => {
  const { url, client } = await openDatabase()
  expect((await readPlan(url)).map(({ tag }) => tag)).toEqual(readMigrations().map(({ tag }) => tag))
  expect((await client.query(`select from pg_class where relnamespace = 'public'::regnamespace`)).rowCount).toBe(0)
})
