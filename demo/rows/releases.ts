import { createHash, randomUUID } from 'node:crypto'
import { only, type Database } from '#server/database/database.ts'
import { objects } from '#server/database/schema/objects.ts'
import { releaseNotes, versions } from '#server/database/schema/releases.ts'

export type VersionRow = typeof versions.$inferInsert
export type ObjectRow = typeof objects.$inferInsert
export type NotesRow = typeof releaseNotes.$inferInsert

/** Defaults: published when it was created, not the latest, without a file. */
export const makeVersion = (db: Database, facts: Partial<VersionRow> = {}) => {
  const { version = `1.0.0-${randomUUID().slice(0, 8)}`, architecture, platform = 'Windows' } = facts
  return db
    .insert(versions)
    .values({
      version,
      fileName: `Setup-${version}.exe`,
      ...(facts.createdAt && { publishedAt: facts.createdAt }),
      ...facts,
      platform: architecture === 'arm64' ? `${platform} arm64` : platform,
    })
    .returning()
    .then(only)
}

type ObjectFacts = Pick<ObjectRow, 'key' | 'userId' | 'fileName'>

export function storedRow(
  facts: ObjectFacts & Pick<ObjectRow, 'purpose'>,
  bytes: Buffer,
  at = new Date().toISOString(),
): ObjectRow {
  const sha256 = createHash('sha256').update(bytes).digest('hex')
  return { ...facts, size: bytes.length, sha256, createdAt: at, uploadedAt: at, claimedAt: at }
}

export const applicationFileRow = (facts: ObjectFacts, bytes: Buffer, at?: string): ObjectRow => ({
  ...storedRow({ ...facts, purpose: 'application' }, bytes, at),
  sha512: createHash('sha512').update(bytes).digest('base64'),
})
