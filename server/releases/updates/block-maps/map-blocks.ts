import { createHash, randomUUID } from 'node:crypto'
import type { Readable } from 'node:stream'
import type { Database } from '#server/database/database.ts'
import { sha256 } from '#server/platform/hashing.ts'
import { isMissing } from '#server/platform/http/errors.ts'
import { attemptEach } from '#server/platform/jobs/attempt-each.ts'
import type { Platform } from '#server/platform/platform.ts'
import { insertMap, linkMap, selectUnmapped } from './queries.ts'

const JOB = 'map-blocks'

/** In the transaction that claims the file. */
export const mapBlocksLater = ({ jobs }: Pick<Platform, 'jobs'>, tx: Database, objectId: string) =>
  jobs.enqueue(tx, JOB, { objectId }, { key: objectId })

/** Job: makes the block map of this installer, or of each that has none. */
export async function mapBlocks({ db, objects }: Pick<Platform, 'db' | 'objects'>, objectId?: string) {
  const unmapped = await selectUnmapped(db, objectId)
  await attemptEach(unmapped, async ({ id: fileId, key, userId }) => {
    const bytes = await mapOf(objects, key)
    if (!bytes) return
    const map = { userId, key: `application-${randomUUID()}.gz`, ...measuresOf(bytes) }
    const { id: mapId } = await insertMap(db, map)
    await objects.provide(map.key, () => bytes)
    await db.transaction((tx) => linkMap(tx, { fileId, mapId }))
  })
}

/** Undefined if the file is lost. */
async function mapOf(objects: Platform['objects'], key: string) {
  const { makeBlockMap } = await import('./block-map.ts')
  try {
    const file: Readable = await objects.read(key)
    return await makeBlockMap(file)
  } catch (error) {
    if (isMissing(error)) return undefined
    throw error
  }
}

const measuresOf = (bytes: Buffer) => ({
  size: bytes.length,
  sha256: sha256(bytes).toString('hex'),
  sha512: createHash('sha512').update(bytes).digest('base64'),
})
