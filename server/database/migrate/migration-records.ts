import { readFileSync } from 'node:fs'
import path from 'node:path'
import type pg from 'pg'
import type { Migration } from './migration-files.ts'

const packageFile = path.join(import.meta.dirname, '../../../package.json')

export const RELEASE = (JSON.parse(readFileSync(packageFile, 'utf8')) as { version: string }).version

/** The first table is drizzle's own; the second records progress and release. */
const TABLES: Record<string, string> = {
  __drizzle_migrations: `(id serial primary key, hash text not null, created_at bigint)`,
  migration_progress: `(created_at bigint primary key, tag text not null, release text not null, steps_done integer not null,
    is_contract boolean not null)`,
}

/** Creates missing tables. Needs no rights if they exist. */
export async function ensureRecords(client: pg.Client) {
  const tables = await recordTables(client)
  if (tables.size === 0) await client.query('create schema if not exists drizzle')
  for (const [name, columns] of Object.entries(TABLES)) {
    if (!tables.has(name)) await client.query(`create table drizzle.${name} ${columns}`)
  }
}

/** Queries the catalog, because to_regclass() requires a right to the schema. */
export async function recordTables(client: pg.ClientBase | pg.Pool) {
  const { rows } = await client.query<{ name: string }>(
    `select relname as name from pg_class where relnamespace = (select oid from pg_namespace where nspname = 'drizzle') and relkind = 'r'`,
  )
  return new Set(rows.map(({ name }) => name))
}

/** By `when`. Empty if nothing was migrated. */
export async function readApplied(client: pg.ClientBase | pg.Pool) {
  if (!(await recordTables(client)).has('__drizzle_migrations')) return new Set<number>()
  const { rows } = await client.query<{ when: string }>('select created_at as "when" from drizzle.__drizzle_migrations')
  return new Set(rows.map(({ when }) => Number(when)))
}

export async function stepsDone(client: pg.Client, { when }: Migration) {
  const { rows } = await client.query<{ done: number }>(
    'select steps_done as done from drizzle.migration_progress where created_at = $1',
    [when],
  )
  return rows[0]?.done ?? 0
}

/** The last step marks the migration as applied. */
export async function recordStep(client: pg.Client, { when, tag, hash, steps, isContract }: Migration, done: number) {
  await client.query(
    `insert into drizzle.migration_progress (created_at, tag, release, steps_done, is_contract) values ($1, $2, $3, $4, $5)
     on conflict (created_at) do update set steps_done = excluded.steps_done, release = excluded.release`,
    [when, tag, RELEASE, done, isContract],
  )
  if (done < steps.length) return
  await client.query('insert into drizzle.__drizzle_migrations (hash, created_at) values ($1, $2)', [hash, when])
}

/** The newest migrations unknown to this release (its last is `known`): of any kind, and of those that it cannot run on. */
export async function readNewer(client: pg.ClientBase | pg.Pool, known: number) {
  if (!(await recordTables(client)).has('migration_progress')) return { newest: undefined, contract: undefined }
  const { rows } = await client.query<{ tag: string; release: string; is_contract: boolean }>(
    'select tag, release, is_contract from drizzle.migration_progress where created_at > $1 order by created_at desc',
    [known],
  )
  return { newest: rows[0], contract: rows.find(({ is_contract: isContract }) => isContract) }
}
