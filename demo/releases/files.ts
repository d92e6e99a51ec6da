import { inArray } from 'drizzle-orm'
import { attachmentFiles } from '#demo/support/files/attachment-files.ts'
import { objects as table } from '#server/database/schema/objects.ts'
import type { Platform } from '#server/platform/platform.ts'
import { releaseFiles } from './release-files.ts'

/**
 * Puts the files of the demo where its rows say they are: after the first start, after one that was cut short, and when
 * the folder was lost. What is there stays.
 */
export async function storeDemoFiles({ db, objects }: Pick<Platform, 'db' | 'objects'>) {
  const files = [...releaseFiles, ...attachmentFiles]
  const keys = files.map(({ key }) => key)
  const known = await db.select({ key: table.key }).from(table).where(inArray(table.key, keys))
  for (const { key, make } of files) {
    if (known.some((row) => row.key === key)) await objects.provide(key, make)
  }
}
