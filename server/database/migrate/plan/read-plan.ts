import type pg from 'pg'
import { connectOwner } from '#server/database/database.ts'
import { requireCompatible } from '#server/database/migrate/compatibility.ts'
import { readMigrations, type Migration } from '#server/database/migrate/migration-files.ts'
import { readApplied, recordTables, stepsDone } from '#server/database/migrate/migration-records.ts'
import { locksOf, type Lock, type StatementLocks, type TableLock } from './statement-locks.ts'

/** PostgreSQL's estimates; no rows if it has not counted them yet. */
type TableSize = { rows: number | undefined; bytes: number }

export type PlannedLock = TableLock & { size: TableSize }

export type PlannedStatement = {
  text: string
  /** Undefined if they are not known. */
  locks: PlannedLock[] | undefined
}

export type PlannedStep = { number: number; isAtomic: boolean; statements: PlannedStatement[] }

export type PlannedMigration = { tag: string; isContract: boolean; done: number; steps: PlannedStep[] }

const PROGRESS = 'migration_progress'

/** Reads which statements a migration would run, with their locks. Changes nothing. */
export async function readPlan(url: string, migrations = readMigrations()): Promise<PlannedMigration[]> {
  const client = await connectOwner(url, 'latchkey-migrate')
  try {
    await client.query('begin transaction read only')
    await requireCompatible(client, migrations)
    const applied = await readApplied(client)
    const context = { sizes: await readSizes(client), hasProgress: (await recordTables(client)).has(PROGRESS) }
    const planned: PlannedMigration[] = []
    for (const migration of migrations.filter(({ when }) => !applied.has(when)))
      planned.push(await planMigration(client, migration, context))
    return planned
  } finally {
    await client.end()
  }
}

type Context = { sizes: Map<string, TableSize>; hasProgress: boolean }

async function planMigration(
  client: pg.Client,
  migration: Migration,
  { sizes, hasProgress }: Context,
): Promise<PlannedMigration> {
  const { tag, isContract, steps } = migration
  const done = hasProgress ? await stepsDone(client, migration) : 0
  const planned: PlannedStep[] = []
  for (const [index, { statements, isAtomic }] of steps.entries()) {
    const lines: PlannedStatement[] = []
    for (const text of statements) lines.push({ text, locks: await planStatement(client, text, sizes) })
    if (index >= done) planned.push({ number: index + 1, isAtomic, statements: lines })
  }
  return { tag, isContract, done, steps: planned }
}

/** A table without a size is created by a pending migration, so no one waits for it. */
async function planStatement(client: pg.Client, text: string, sizes: Map<string, TableSize>) {
  const known = locksOf(text)
  if (!known) return undefined
  const locks = [...known.locks, ...(await readOtherLocks(client, known))]
  return locks.flatMap((lock) => {
    const size = sizes.get(lock.table)
    return size ? [{ ...lock, size }] : []
  })
}

async function readOtherLocks(client: pg.Client, { index, foreignKeys }: StatementLocks): Promise<TableLock[]> {
  const lockAll = (tables: string[], lock: Lock) => tables.map((table): TableLock => ({ table, lock, work: 'catalog' }))
  if (index) return lockAll(await readTables(client, OF_INDEX, [index.name]), index.lock)
  if (!foreignKeys) return []
  const { table, name } = foreignKeys
  return lockAll(await readTables(client, OF_FOREIGN_KEYS, [table, name]), 'ACCESS EXCLUSIVE')
}

const OF_INDEX = `
  select relname as table from pg_index join pg_class on pg_class.oid = indrelid
  where indexrelid = to_regclass(format('public.%I', $1::text))`

const OF_FOREIGN_KEYS = `
  select distinct relname as table from pg_constraint
  join pg_class on pg_class.oid in (conrelid, confrelid) and relname <> $1::text
  where contype = 'f' and conname = coalesce($2, conname) and to_regclass(format('public.%I', $1::text)) in (conrelid, confrelid)`

async function readTables(client: pg.Client, query: string, values: (string | undefined)[]) {
  const { rows } = await client.query<{ table: string }>(query, values)
  return rows.map(({ table }) => table)
}

async function readSizes(client: pg.Client) {
  const { rows } = await client.query<{ name: string; rows: number; bytes: string }>(
    `select relname as name, reltuples as rows, pg_total_relation_size(oid) as bytes from pg_class
     where relnamespace = 'public'::regnamespace and relkind in ('r', 'p')`,
  )
  return new Map<string, TableSize>(
    rows.map(({ name, rows: count, bytes }) => [name, { rows: count < 0 ? undefined : count, bytes: Number(bytes) }]),
  )
}
