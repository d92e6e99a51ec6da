import type { Readable, Writable } from 'node:stream'
import type pg from 'pg'
import { readMigrations } from '#server/database/migrate/migration-files.ts'
import { readApplied, readNewer, RELEASE } from '#server/database/migrate/migration-records.ts'
import { isMissing } from '#server/platform/http/errors.ts'
import { writeArchive, type AddEntry } from './archive.ts'
import { CLOSING, FILES, MANIFEST, TABLES, type Closing, type Manifest } from './manifest.ts'
import { SILENT, type Progress } from './progress.ts'
import { listSequences, listTables, readTable } from './tables.ts'

type Job = {
  /** Without limits of time. After a failure it may be in the middle of a COPY, and can only be ended. */
  client: pg.ClientBase
  files: { read: (key: string) => Promise<Readable> }
  secret: string
  sink: Writable
  progress?: Progress
}

/** Writes the database as it is at one moment, and its files. The portal keeps serving. Returns the keys of files that are lost. */
export async function writeBackup({ client, files, secret, sink, progress = SILENT }: Job) {
  const closing: Closing = { entries: {}, rows: {}, sequences: [], lost: [] }
  await client.query('begin isolation level repeatable read read only')
  await writeArchive(secret, sink, async (add) => {
    const manifest = await describe(client)
    const stored = await listFiles(client)
    progress.expect('tables', manifest.tables.length)
    progress.expect('files', stored.length)
    await add(MANIFEST, asJson(manifest))
    for (const table of manifest.tables) {
      const rows = readTable(client, table)
      closing.entries[TABLES + table.name] = await add(TABLES + table.name, progress.watch('tables', rows))
      closing.rows[table.name] = rows.rowCount
    }
    closing.sequences = await listSequences(client)
    // Files never change, and the transaction would keep vacuum from its work.
    await client.query('commit')
    for (const file of stored) await addFile(add, { files, progress }, file, closing)
    await add(CLOSING, asJson(closing))
  })
  return closing
}

async function describe(client: pg.ClientBase): Promise<Manifest> {
  const { rows } = await client.query<{ now: Date }>('select now()')
  const { newest } = await readNewer(client, readMigrations().at(-1)?.when ?? 0)
  return {
    format: 1,
    release: newest?.release ?? RELEASE,
    createdAt: (rows[0]?.now ?? new Date()).toISOString(),
    migrations: [...(await readApplied(client))],
    tables: await listTables(client),
  }
}

async function* asJson(value: unknown) {
  yield Buffer.from(JSON.stringify(value))
}

type StoredFile = { key: string; sha256: string | null }

/** Uploads that no record owns are deleted within a day anyway. */
async function listFiles(client: pg.ClientBase) {
  const { rows } = await client.query<StoredFile>(
    'select key, sha256 from objects where claimed_at is not null order by key',
  )
  return rows
}

type Source = { files: Job['files']; progress: Progress }

/** A lost file does not keep the others from being saved. */
async function addFile(add: AddEntry, { files, progress }: Source, { key, sha256 }: StoredFile, closing: Closing) {
  try {
    const measure = await add(FILES + key, progress.watch('files', await files.read(key)))
    closing.entries[FILES + key] = measure
    if (sha256 !== null && measure.sha256 !== sha256) closing.lost.push(key)
  } catch (error) {
    if (!isMissing(error)) throw error
    closing.lost.push(key)
  }
}
