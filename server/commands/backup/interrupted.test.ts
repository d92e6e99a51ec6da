import { execFile } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { readdir } from 'node:fs/promises'
import path from 'node:path'
import { expect, test, vi } from 'vitest'
import { migrate } from '#server/database/migrate/migrate.ts'
import { grantRights } from '#server/database/migrate/rights.ts'
import { schemaOf } from '#server/start/prepare-database.ts'
import {
  BACKUP_SECRET,
  connect,
  emptyDatabase,
  restore,
  save,
  temporaryFolder,
} from '#server/testing/operations/backups.ts'
import { until } from '#server/testing/platform/server-process.ts'
import { newUser, testDatabaseUrl } from '#server/testing/testing.ts'
import { openPlace } from './places.ts'
import { explainFailure } from './verify-backup.ts'

vi.setConfig({ testTimeout: 60_000 })

await newUser({ role: 'admin' })

/** Returns its stderr. */
const runBackup = (folder: string) =>
  new Promise<string>((resolve) => {
    const env = { ...process.env, DATABASE_URL: testDatabaseUrl, BACKUP_SECRET }
    const command = path.join(import.meta.dirname, '../backup.ts')
    execFile(process.execPath, [command, '--to', folder], { env }, (_error, _stdout, stderr) => resolve(stderr))
  })

test('a backup whose connection the database ends says so, and leaves nothing', async () => {
  const folder = await temporaryFolder()
  const [blocker, watcher] = [await connect(testDatabaseUrl), await connect(testDatabaseUrl)]
  await blocker.query('begin; lock table licenses in access exclusive mode')
  const said = runBackup(folder)
  const isEnded = async () =>
    (
      await watcher.query(
        `select pg_terminate_backend(pid) from pg_stat_activity
         where application_name = 'latchkey-backup' and datname = current_database() and wait_event_type = 'Lock'`,
      )
    ).rowCount === 1
  await Promise.race([until(isEnded), said.then((words) => Promise.reject(new Error(words)))])
  expect((await said).split('\n')[0]).toBe('error: terminating connection due to administrator command')
  await blocker.query('rollback')
  expect(await readdir(folder)).toEqual([])
})

test('a full disk is named, with the folder', async () => {
  const folder = await temporaryFolder()
  const full = Object.assign(new Error('ENOSPC: no space left on device, write'), { code: 'ENOSPC' })
  const writing = openPlace(folder, undefined).write('latchkey-20260101T000000Z.backup', () => Promise.reject(full))
  await expect(writing).rejects.toThrow(`The disk of ${folder} is full, so no backup was saved.`)
  expect(await readdir(folder)).toEqual([])
})

test('a backup that is not verified for want of space is not called useless', async () => {
  const folder = await temporaryFolder()
  const failure = new Error('A restored device can’t activate')
  expect(await explainFailure(failure, folder, 0)).toBe(failure)
  const full = new Error('Failed query: create index', { cause: Object.assign(new Error(), { code: '53100' }) })
  expect(await explainFailure(full, folder, 0)).toMatchObject({ cause: full })
  const sentence = `The disk of ${path.dirname(folder)} is full, so the backup was not verified.`
  expect(await explainFailure(failure, folder, Infinity)).toMatchObject({ message: sentence, cause: failure })
})

test('a database that ends transactions soon is saved and restored', async () => {
  const databases = [testDatabaseUrl, await emptyDatabase()]
  const client = await connect(testDatabaseUrl)
  const { rowCount: isKnown } = await client.query(`select from pg_settings where name = 'transaction_timeout'`)
  const names = databases.map((url) => new URL(url).pathname.slice(1))
  for (const name of ['statement_timeout', 'lock_timeout', ...(isKnown ? ['transaction_timeout'] : [])])
    for (const database of names) await client.query(`alter database ${database} set ${name} = '20ms'`)
  const { file } = await save(await temporaryFolder())
  await restore(file, databases[1] ?? '')
  for (const database of names) await client.query(`alter database ${database} reset all`)
  const restored = await connect(databases[1] ?? '')
  expect((await restored.query('select from users')).rowCount).toBeGreaterThan(0)
})

test('a user who does not own the tables cannot restore, and reads which setting names the owner', async () => {
  const { file } = await save(await temporaryFolder())
  const [url, user] = [await emptyDatabase(), `reader_${randomUUID().replaceAll('-', '')}`]
  const owner = await connect(url)
  await owner.query(`create role ${user} login`)
  const asUser = new URL(url)
  asUser.username = user
  const refusal = 'set MIGRATION_DATABASE_URL to the owner of the tables.'
  await expect(restore(file, asUser.href)).rejects.toThrow(refusal)
  await migrate(url, await schemaOf({ databaseUrl: undefined }))
  await expect(restore(file, asUser.href)).rejects.toThrow(refusal)
  await grantRights(owner, user)
  await expect(restore(file, asUser.href)).rejects.toThrow(refusal)
  expect((await owner.query('select from users')).rowCount).toBe(0)
})
