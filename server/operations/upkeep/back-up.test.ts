import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, expect, test, vi } from 'vitest'
import { backups } from '#server/database/schema/platform.ts'
import { db, platform, testDatabaseUrl } from '#server/testing/testing.ts'
import { backUp } from './back-up.ts'

// Two commands, and a scratch database.
vi.setConfig({ testTimeout: 90_000 })

const folder = await mkdtemp(path.join(tmpdir(), 'latchkey-nightly-'))
vi.stubEnv('DATABASE_URL', testDatabaseUrl)
vi.stubEnv('BACKUP_TO', folder)
afterAll(() => rm(folder, { recursive: true }))

const withPlace = (to: string | undefined) => ({
  ...platform,
  config: { ...platform.config, backup: { ...platform.config.backup, to } },
})

test('the nightly job saves a backup and records that it was verified', async () => {
  vi.stubEnv('BACKUP_SECRET', 'a secret of more than thirty-two characters')
  await backUp(withPlace(folder))
  const [name] = await readdir(folder)
  expect(await db.select().from(backups)).toEqual([
    { name, place: folder, createdAt: expect.any(String), verifiedAt: expect.any(String) },
  ])
})

test('the job fails with the sentence of the command, and without a place it does nothing', async () => {
  vi.stubEnv('BACKUP_SECRET', '')
  await expect(backUp(withPlace(folder))).rejects.toThrow('BACKUP_TO needs BACKUP_SECRET beside it.')
  await backUp(withPlace(undefined))
  expect(await db.$count(backups)).toBe(1)
})
