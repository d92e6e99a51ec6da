import { execFile } from 'node:child_process'
import path from 'node:path'
import { promisify } from 'node:util'
import { expect, test, vi } from 'vitest'
import { BACKUP_SECRET, connect, emptyDatabase, save, temporaryFolder } from '#server/testing/operations/backups.ts'
import { db, newUser, platform } from '#server/testing/testing.ts'

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
