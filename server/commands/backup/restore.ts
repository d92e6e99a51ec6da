import { createHash } from 'node:crypto'
import { Readable } from 'node:stream'
import { text } from 'node:stream/consumers'
import type pg from 'pg'
import { readMigrations } from '#server/database/migrate/migration-files.ts'
import { readApplied } from '#server/database/migrate/migration-records.ts'
import { migrate } from '#server/database/migrate/migrate.ts'
import { connectOwner } from '#server/database/database.ts'
import { StartupError } from '#server/database/startup-error.ts'
import { FORBIDDEN, hasCode } from '#server/database/violations.ts'
import { withoutIndexes } from '#server/database/without-indexes.ts'
import { readArchive, type Entry, type Measure } from './archive.ts'
import { CLOSING, FILES, MANIFEST, TABLES, Closing, Manifest, parseEntry } from './manifest.ts'
import { SILENT, type Progress } from './progress.ts'
import { fillTable, setSequence } from './tables.ts'

type Job = {
  /** Of the owner of the tables. */
  url: string
  secret: string
  source: Readable
  /** Stores a file, in place of one of the same key. */
  store: (key: string, body: Readable) => Promise<void>
  /** For `migrate`. */
  schema?: { steps?: ((url: string) => Promise<void>)[]; serverUser?: string }
  progress?: Progress
}

/**
 * Fills an empty database and its files from a backup, then migrates the schema to this release. A backup that is damaged or incomplete
 * leaves no row. Keys and foreign keys are checked again.
 */
export async function restoreBackup({ url, secret, source, store, schema = {}, progress = SILENT }: Job) {
  const entries = joinParts(readArchive(secret, source))
  const manifest = await readManifest(entries)
  const client = await connectOwner(url, 'latchkey-restore')
  try {
    await requireEmpty(client)
    await migrate(url, { ...schema, migrations: migrationsOf(manifest) })
    await requireSameSchema(client, manifest)
    progress.expect('tables', manifest.tables.length)
    const closing = await fill(client, manifest, { entries, store, progress })
    await migrate(url, schema)
    await client.query('analyze')
    return { manifest, closing }
  } catch (error) {
    throw explainRefusal(error)
  } finally {
    await client.end()
    source.destroy()
  }
}

function explainRefusal(error: unknown) {
  if (!hasCode(error, FORBIDDEN)) return error
  const sentence = 'The database user may not restore a backup: set MIGRATION_DATABASE_URL to the owner of the tables.'
  return new StartupError(sentence, { cause: error })
}

async function requireEmpty(client: pg.Client) {
  const { rows } = await client.query<{ users: string | null }>(`select to_regclass('public.users') as users`)
  if (!rows[0]?.users) return
  if ((await client.query('select from users limit 1')).rows.length > 0) throw new StartupError(NOT_EMPTY)
}

/** A schema that is newer than the rows would miss what its migrations do with rows. */
async function requireSameSchema(client: pg.Client, { migrations }: Manifest) {
  const applied = await readApplied(client)
  const isSame = applied.size === migrations.length && migrations.every((when) => applied.has(when))
  if (!isSame) throw new StartupError(NOT_EMPTY)
}

const NOT_EMPTY = 'The database is not empty: restore into an empty one, and point DATABASE_URL or DATA_DIR to it.'

async function readManifest(entries: AsyncGenerator<Entry>) {
  const { value, done } = await entries.next()
  if (done || value.name !== MANIFEST) throw new StartupError('This is no backup of Latchkey.')
  return parseEntry(Manifest, await text(value.chunks))
}

/** Those of this release that the backup has. */
function migrationsOf({ migrations, release }: Manifest) {
  const ours = readMigrations()
  const [oldest] = ours
  const known = new Set(ours.map(({ when }) => when))
  const unknown = migrations.filter((when) => !known.has(when) && when > (oldest?.when ?? 0))
  if (unknown.length > 0)
    throw new StartupError(
      `The backup has the schema of Latchkey ${release}, which is newer: verify or restore it with that release.`,
    )
  return ours.filter(({ when }) => migrations.includes(when))
}

type Source = { entries: AsyncGenerator<Entry>; store: Job['store']; progress: Progress }

async function fill(client: pg.Client, { tables }: Manifest, source: Source) {
  // After a failure the connection ends without a commit.
  await client.query('begin')
  // Another restoration may have filled the database since the first look.
  await client.query('lock table public.users')
  await requireEmpty(client)
  const own = tables.map(({ name }) => name)
  await client.query(`truncate ${own.join(', ')} cascade`)
  const ofThePortal = own.filter((name) => name.startsWith('public.'))
  // The backup also has the rows that triggers wrote.
  for (const name of ofThePortal) await client.query(`alter table ${name} disable trigger user`)
  const closing = await withoutIndexes(
    (statement) => client.query(statement),
    ofThePortal,
    () => storeEntries(client, tables, source),
  )
  for (const name of ofThePortal) await client.query(`alter table ${name} enable trigger user`)
  for (const sequence of closing.sequences) await setSequence(client, sequence)
  await client.query('commit')
  return closing
}

async function storeEntries(client: pg.Client, tables: Manifest['tables'], { entries, store, progress }: Source) {
  const [measures, rows] = [new Map<string, Measure>(), new Map<string, number>()]
  let closing: Closing | undefined
  for await (const { name, chunks } of entries) {
    const table = tables.find((one) => TABLES + one.name === name)
    const measure: Measure = { bytes: 0, sha256: '' }
    const measured = measuring(chunks, measure)
    if (table) rows.set(table.name, await fillTable(client, table, progress.watch('tables', measured)))
    else if (name.startsWith(FILES)) await store(keyOf(name), Readable.from(progress.watch('files', measured)))
    else if (name === CLOSING) closing = parseEntry(Closing, await text(measured))
    measures.set(name, measure)
  }
  if (!closing) throw new StartupError('The backup is incomplete: its end is missing.')
  requireWhole(closing, measures, rows)
  progress.announce('All tables and files are restored. Building the indexes and checking the keys …')
  return closing
}

/** Keys are flat names. Any other could lead out of the folder. */
function keyOf(name: string) {
  const key = name.slice(FILES.length)
  if (!/^[\w-][\w.-]*$/.test(key)) throw new StartupError(`The backup has a file with a name that is no key: ${key}.`)
  return key
}

function requireWhole(closing: Closing, measures: Map<string, Measure>, rows: Map<string, number>) {
  for (const [name, { bytes, sha256 }] of Object.entries(closing.entries)) {
    const found = measures.get(name)
    if (found?.bytes !== bytes || found.sha256 !== sha256)
      throw new StartupError(`The backup is damaged: ${name} is not what was saved.`)
  }
  for (const [name, count] of Object.entries(closing.rows))
    if (rows.get(name) !== count)
      throw new StartupError(`The backup has ${count} rows of ${name}, but ${rows.get(name) ?? 0} were restored.`)
}

async function* measuring(chunks: AsyncIterable<Buffer>, measure: Measure) {
  const hash = createHash('sha256')
  for await (const chunk of chunks) {
    hash.update(chunk)
    measure.bytes += chunk.length
    yield chunk
  }
  measure.sha256 = hash.digest('hex')
}

/** Joins the parts of an entry. What the reader leaves of an entry is skipped. */
async function* joinParts(parts: AsyncGenerator<Entry>): AsyncGenerator<Entry> {
  let part = await parts.next()
  async function* chunksOf(name: string) {
    while (!part.done && part.value.name === name) {
      yield* part.value.chunks
      part = await parts.next()
    }
  }
  while (!part.done) {
    const { name } = part.value
    const chunks = chunksOf(name)
    yield { name, chunks }
    for await (const _unread of chunks);
  }
}
