import { createHash } from 'node:crypto'
import type { Database } from '#server/database/database.ts'
import { isMissing } from '#server/platform/http/errors.ts'
import { attemptEach } from '#server/platform/jobs/attempt-each.ts'
import { selectUnhashed, setSha512 } from './queries.ts'
import type { Storage } from './storage.ts'

export async function fillMissingHashes(db: Database, storage: Storage) {
  const unhashed = await selectUnhashed(db, 'application')
  await attemptEach(unhashed, async ({ id, key }) => {
    const sha512 = await hash(storage, key)
    if (sha512) await setSha512(db, id, sha512)
  })
}

/** Undefined if the file is lost. */
async function hash(storage: Storage, key: string) {
  const sha512 = createHash('sha512')
  try {
    for await (const chunk of await storage.read(key)) sha512.update(chunk as Buffer)
  } catch (error) {
    if (isMissing(error)) return undefined
    throw error
  }
  return sha512.digest('base64')
}
