import { spawn } from 'node:child_process'
import { createHash, randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { createReadStream } from 'node:fs'
import { mkdir, readdir, readFile, truncate, utimes, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { Writable } from 'node:stream'
import { expect, test, vi } from 'vitest'
import { makeInvoice } from '#demo/rows/invoices.ts'
import { makeActiveLicense } from '#demo/rows/licenses.ts'
import { organizations } from '#server/database/schema/identity/organizations.ts'
import { licenses } from '#server/database/schema/licensing/licenses.ts'
import { objects } from '#server/database/schema/objects.ts'
import { backups } from '#server/database/schema/platform.ts'
import { cannedReplies } from '#server/database/schema/support/support-desk.ts'
import { openStorage } from '#server/platform/storage/open-storage.ts'
import {
  BACKUP_SECRET as SECRET,
  connect,
  emptyDatabase,
  restore,
  save,
  temporaryFolder,
} from '#server/testing/operations/backups.ts'
import { until } from '#server/testing/platform/server-process.ts'
import { config, db, signIn, testDatabaseUrl } from '#server/testing/testing.ts'
import { openPlace } from './places.ts'
import { verifyBackup } from './verify-backup.ts'
import { writeBackup } from './write-backup.ts'

// Each restores a whole database.
vi.setConfig({ testTimeout: 90_000 })

const { organizationId, user } = await signIn({ role: 'org_admin' })
await makeActiveLicense(db, { organizationId, label: 'Reception “Süd”\t1' })
await makeInvoice(db, { organizationId })
const storage = await openStorage(config)
const key = 'application-of-the-backup.exe'
/** Cannot be compressed. */
const content = randomBytes(12_000_000)
await storage.write(key, content)
const sha256 = createHash('sha256').update(content).digest('hex')
const [object] = await db
  .insert(objects)
  .values({
    userId: user.id,
    purpose: 'application',
    key,
    size: content.length,
    sha256,
    claimedAt: new Date().toISOString(),
  })
  .returning()

/** A hash of all rows of each table, and what the schema consists of. */
async function fingerprintOf(url: string) {
  const client = await connect(url)
  const { rows: tables } = await client.query<{ name: string }>(
    `select relname as name from pg_class where relnamespace = 'public'::regnamespace and relkind = 'r' order by 1`,
  )
  const hashes = []
  for (const { name } of tables) {
    const { rows } = await client.query(
      `select count(*), md5(string_agg(md5(t::text), '' order by t::text)) from ${name} t`,
    )
    hashes.push([name, rows[0]])
  }
  const { rows: schema } = await client.query(
    `select conrelid::regclass::text as table, conname as name, pg_get_constraintdef(oid) as definition, convalidated from pg_constraint
     where connamespace = 'public'::regnamespace
     union all select tablename, indexname, indexdef, true from pg_indexes where schemaname = 'public' order by 1, 2, 3`,
  )
  return { hashes, schema }
}

test('a restored database has the same rows, keys and indexes, and the same files', async () => {
  const { file, lost } = await save(await temporaryFolder())
  const url = await emptyDatabase()
  const files = await restore(file, url)
  expect(await fingerprintOf(url)).toEqual(await fingerprintOf(testDatabaseUrl))
  expect([lost, files.get(key)?.equals(content)]).toEqual([[], true])
  // Identity columns continue after the restored rows.
  const client = await connect(url)
  const number = `insert into tickets (organization_id, user_id, title, description)
    values ('${organizationId}', '${user.id}', 'Next', 'Next') returning number`
  await expect(client.query(number)).resolves.toMatchObject({ rowCount: 1 })
})

test('dates are restored as they were, whatever the databases are set to', async () => {
  const writing = async (url: string, style: string) => {
    const client = await connect(url)
    await client.query(`alter database ${new URL(url).pathname.slice(1)} set datestyle = '${style}'`)
  }
  const url = await emptyDatabase()
  await writing(testDatabaseUrl, 'SQL, DMY')
  await writing(url, 'SQL, MDY')
  const { file } = await save(await temporaryFolder())
  await restore(file, url)
  for (const one of [url, testDatabaseUrl]) await writing(one, 'ISO, MDY')
  expect((await fingerprintOf(url)).hashes).toEqual((await fingerprintOf(testDatabaseUrl)).hashes)
})

test('a backup contains the rows of one moment', async () => {
  const [blocker, watcher] = [await connect(testDatabaseUrl), await connect(testDatabaseUrl)]
  await blocker.query('begin; lock table licenses in access exclusive mode')
  const saving = save(await temporaryFolder())
  await until(async () => {
    const { rowCount } = await watcher.query(
      `select from pg_locks join pg_stat_activity using (pid) where not granted and application_name = 'latchkey-backup'`,
    )
    return rowCount === 1
  })
  await blocker.query(`insert into ticket_categories (name) values ('Too late')`)
  await blocker.query('commit')
  const { file } = await saving
  const url = await emptyDatabase()
  await restore(file, url)
  const client = await connect(url)
  const late = `select from ticket_categories where name = 'Too late'`
  expect([(await client.query(late)).rowCount, (await watcher.query(late)).rowCount]).toEqual([0, 1])
})

test('a killed backup leaves nothing that looks like one', async () => {
  const folder = await temporaryFolder()
  const blocker = await connect(testDatabaseUrl)
  await blocker.query('begin; lock table licenses in access exclusive mode')
  const command = path.join(import.meta.dirname, '../backup.ts')
  const child = spawn(process.execPath, [command, '--to', folder], {
    env: { ...process.env, DATABASE_URL: testDatabaseUrl, BACKUP_SECRET: SECRET },
    stdio: 'ignore',
  })
  const exited = once(child, 'exit')
  await until(async () => (await readdir(folder)).length > 0)
  child.kill('SIGKILL')
  await exited
  await blocker.query('rollback')
  expect(await openPlace(folder, undefined).list()).toEqual([])
})

test('a damaged or cut backup restores no row, and a whole one can follow', async () => {
  const folder = await temporaryFolder()
  const { file } = await save(folder)
  const whole = await readFile(file)
  const url = await emptyDatabase()
  const client = await connect(url)
  const cut = path.join(folder, 'cut')
  await writeFile(cut, whole)
  await truncate(cut, whole.length - 100)
  await expect(restore(cut, url)).rejects.toThrow('The backup is incomplete or was changed')
  expect((await client.query('select from users')).rowCount).toBe(0)
  await restore(file, url)
  expect((await client.query('select from users')).rowCount).toBeGreaterThan(0)
  await expect(restore(file, url)).rejects.toThrow('The database is not empty')
})

test('of two restorations of one database at once, the second is refused', async () => {
  const { file } = await save(await temporaryFolder())
  const url = await emptyDatabase()
  const outcomes = await Promise.allSettled([restore(file, url), restore(file, url)])
  expect(outcomes.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected'])
  const [refused] = outcomes.filter(({ status }) => status === 'rejected') as PromiseRejectedResult[]
  expect(String(refused?.reason)).toContain('The database is not empty')
})

test('a disk that gets full in the middle of a table ends the backup', async () => {
  const text = randomBytes(8_000_000).toString('base64')
  await db.insert(cannedReplies).values({ title: 'Long', text })
  const client = await connect(testDatabaseUrl)
  let left = 1_000_000
  const sink = new Writable({
    write: (chunk: Buffer, _encoding, done) => done((left -= chunk.length) < 0 ? new Error('No space left') : null),
  })
  await expect(writeBackup({ client, files: storage, secret: SECRET, sink })).rejects.toThrow('No space left')
  await db.delete(cannedReplies)
})

test('only the newest backups are kept', async () => {
  const folder = await temporaryFolder()
  for (const name of ['latchkey-20200101T000000Z.backup', 'latchkey-20200102T000000Z.backup', 'notes.txt'])
    await writeFile(path.join(folder, name), '')
  const { name } = await save(folder, 2)
  expect((await readdir(folder)).toSorted()).toEqual(['latchkey-20200102T000000Z.backup', name, 'notes.txt'])
})

test('the last backup that was verified is kept, however many follow', async () => {
  const folder = await temporaryFolder()
  const [first, verified, unverified] = [1, 2, 3].map((day) => `latchkey-2020010${day}T000000Z.backup`)
  for (const name of [first, verified, unverified]) await writeFile(path.join(folder, String(name)), '')
  await db.insert(backups).values([
    { name: String(first), place: folder, createdAt: '2020-01-01T00:00:00Z', verifiedAt: '2020-01-01T01:00:00Z' },
    { name: String(verified), place: folder, createdAt: '2020-01-02T00:00:00Z', verifiedAt: '2020-01-02T01:00:00Z' },
    { name: String(unverified), place: folder, createdAt: '2020-01-03T00:00:00Z' },
  ])
  const { name } = await save(folder, 1)
  expect((await readdir(folder)).toSorted()).toEqual([verified, name])
  await db.delete(backups)
})

test('a backup is verified in a scratch database, with devices', async () => {
  const { file } = await save(await temporaryFolder())
  const { devices } = await verifyBackup(config, { secret: SECRET, source: createReadStream(file) })
  expect(devices).toBe('1 device activated and checked in')
})

test('verifying deletes the scratch database that a killed one left a day ago', async () => {
  const { file } = await save(await temporaryFolder())
  const folder = await temporaryFolder()
  const [old, recent] = [path.join(folder, 'latchkey-verify-old'), path.join(folder, 'latchkey-verify-new')]
  for (const one of [old, recent]) await mkdir(path.join(one, 'database'), { recursive: true })
  await utimes(old, new Date(), new Date(Date.now() - 90_000_000))
  const before = process.env.TMPDIR
  vi.stubEnv('TMPDIR', folder)
  await verifyBackup(config, { secret: SECRET, source: createReadStream(file) })
  vi.stubEnv('TMPDIR', before)
  expect(await readdir(folder)).toEqual(['latchkey-verify-new'])
})

test('a backup is verified although none of the last devices may run', async () => {
  await db.update(organizations).set({ suspendedAt: new Date().toISOString() })
  const { file } = await save(await temporaryFolder())
  const { devices } = await verifyBackup(config, { secret: SECRET, source: createReadStream(file) })
  expect(devices).toBe('0 devices activated and checked in')
  await db.update(organizations).set({ suspendedAt: null })
})

test('a backup without the keys by which devices find their licenses is not verified', async () => {
  await db.update(licenses).set({ keyHash: randomBytes(32) })
  const { file } = await save(await temporaryFolder())
  await expect(verifyBackup(config, { secret: SECRET, source: createReadStream(file) })).rejects.toThrow(
    'None of the restored devices can activate.',
  )
})

test('a lost or damaged file is named, and the rest saved', async () => {
  await storage.remove(key)
  expect((await save(await temporaryFolder())).lost).toEqual([object?.key])
  await storage.write(key, Buffer.from('other bytes'))
  const { lost, file } = await save(await temporaryFolder())
  expect(lost).toEqual([object?.key])
  await restore(file, await emptyDatabase())
})
