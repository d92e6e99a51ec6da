import { expect, test, vi } from 'vitest'
import { objects } from '#server/database/schema/objects.ts'
import { openStorage } from '#server/platform/storage/open-storage.ts'
import { emptyDatabase, restore, save, temporaryFolder } from '#server/testing/operations/backups.ts'
import { config, db, signIn } from '#server/testing/testing.ts'
import { createProgress } from './progress.ts'

// Restores a whole database.
vi.setConfig({ testTimeout: 90_000 })

const { user } = await signIn()
const storage = await openStorage(config)
await storage.write('large.exe', Buffer.alloc(9_000_000))
const claimedAt = new Date().toISOString()
await db
  .insert(objects)
  .values({ userId: user.id, purpose: 'application', key: 'large.exe', size: 9_000_000, claimedAt })

function listen(verb: 'Saved' | 'Restored', pace: number) {
  const lines: string[] = []
  return { lines, progress: createProgress(verb, { pace, say: (line) => lines.push(line) }) }
}

test('a backup and its restoration say how much is done', async () => {
  const [saving, restoring] = [listen('Saved', 0), listen('Restored', 0)]
  const { file, rows } = await save(await temporaryFolder(), 1, saving.progress)
  const tables = Object.keys(rows).length
  expect(saving.lines[0]).toMatch(new RegExp(`^Saved \\d+ of ${tables} tables, 0 of 1 file, .+ so far\\.$`))
  expect(saving.lines.at(-1)).toMatch(`Saved ${tables} of ${tables} tables, 0 of 1 file, `)
  await restore(file, await emptyDatabase(), restoring.progress)
  expect(restoring.lines.at(-2)).toMatch(`Restored ${tables} of ${tables} tables, 0 files, `)
  expect(restoring.lines.at(-1)).toBe('All tables and files are restored. Building the indexes and checking the keys …')
})

test('what is done soon says nothing', async () => {
  const { lines, progress } = listen('Restored', 10_000)
  const { file } = await save(await temporaryFolder(), 1, progress)
  await restore(file, await emptyDatabase(), progress)
  expect(lines).toEqual([])
})
