import { execFile } from 'node:child_process'
import { createReadStream } from 'node:fs'
import path from 'node:path'
import { promisify } from 'node:util'
import { expect, test, vi } from 'vitest'
import { BACKUP_SECRET, connect, emptyDatabase, save, temporaryFolder } from '#server/testing/operations/backups.ts'
import { config, db, newUser, platform, pool } from '#server/testing/testing.ts'
import { verifyBackup } from './verify-backup.ts'

// Restores a whole database.
vi.setConfig({ testTimeout: 90_000 })

test('what waited waits in a restored database, and the command says that a start sends it unless WORKER is off', async () => {
  const { email } = await newUser({ role: 'admin' })
  await platform.mailer.queue(db, { kind: 'release-changed', to: email, subject: 'News', text: 'News', html: 'News' })
  const { file } = await save(await temporaryFolder())
  const url = await emptyDatabase()
  const env = { ...process.env, DATABASE_URL: url, DATA_DIR: await temporaryFolder(), BACKUP_SECRET }
  const command = path.join(import.meta.dirname, '../restore.ts')
  const { stdout } = await promisify(execFile)(process.execPath, [command, '--from', file], { env })
  expect(stdout).toMatch(
    /^Restored .*\nIts start sends the emails and events that waited then, .* WORKER=off: it does neither/,
  )
  const restored = await connect(url)
  const ofIt = `data ->> 'emailId' = (select id::text from emails where "to" = $1)`
  const { rows } = await restored.query(`select state from pgboss.job where ${ofIt}`, [email])
  expect(rows).toEqual([{ state: 'created' }])
})

test('after a return to an earlier release, its backups name the release that can restore them', async () => {
  await pool.query(`insert into drizzle.__drizzle_migrations (hash, created_at) values ('', 4102444800000)`)
  await pool.query(`insert into drizzle.migration_progress values (4102444800000, '9000_more', '9.0.0', 1, false)`)
  const { file } = await save(await temporaryFolder())
  await expect(verifyBackup(config, { secret: BACKUP_SECRET, source: createReadStream(file) })).rejects.toThrow(
    'The backup has the schema of Latchkey 9.0.0, which is newer: verify or restore it with that release.',
  )
})
