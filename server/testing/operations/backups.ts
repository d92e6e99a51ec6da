import { randomUUID } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import pg from 'pg'
import { inject, onTestFinished } from 'vitest'
import { openPlace } from '#server/commands/backup/places.ts'
import { SILENT } from '#server/commands/backup/progress.ts'
import { restoreBackup } from '#server/commands/backup/restore.ts'
import { saveBackup } from '#server/commands/backup/save.ts'
import { schemaOf } from '#server/start/prepare-database.ts'
import { databaseUrl } from '#server/testing/database-server.ts'
import { config, testDatabaseUrl } from '#server/testing/testing.ts'

export const BACKUP_SECRET = 'a secret of more than thirty-two characters'

export async function temporaryFolder() {
  const folder = await mkdtemp(path.join(tmpdir(), 'latchkey-backup-'))
  onTestFinished(() => rm(folder, { recursive: true }))
  return folder
}

/** Saves a backup of the test's database. */
export async function save(folder: string, kept = 14, progress = SILENT) {
  const place = openPlace(folder, undefined)
  const saved = await saveBackup({ url: testDatabaseUrl, config, secret: BACKUP_SECRET, place, kept, progress })
  return { ...saved, file: path.join(folder, saved.name) }
}

export async function emptyDatabase() {
  const server = inject('databaseServer')
  const name = `restored_${randomUUID().replaceAll('-', '')}`
  const client = await connect(server)
  await client.query(`create database ${name}`)
  return databaseUrl(server, name)
}

export async function connect(url: string) {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  onTestFinished(() => client.end())
  return client
}

/** Returns the restored files. */
export async function restore(file: string, url: string, progress = SILENT) {
  const files = new Map<string, Buffer>()
  const schema = await schemaOf({ databaseUrl: undefined })
  const store: Parameters<typeof restoreBackup>[0]['store'] = async (name, body) => {
    const chunks: Buffer[] = []
    for await (const chunk of body) chunks.push(chunk as Buffer)
    files.set(name, Buffer.concat(chunks))
  }
  await restoreBackup({ url, secret: BACKUP_SECRET, source: createReadStream(file), store, schema, progress })
  return files
}
