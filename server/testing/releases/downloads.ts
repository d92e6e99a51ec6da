import { randomUUID } from 'node:crypto'
import { applicationFileRow, makeVersion, type VersionRow } from '#demo/rows/releases.ts'
import { only } from '#server/database/database.ts'
import { objects } from '#server/database/schema/objects.ts'
import { db, newUser, platform } from '#server/testing/testing.ts'

const publisher = await newUser({ role: 'admin', organizationId: null })

/** Not much of a program, but it starts like one. */
export const PROGRAM = Buffer.concat([Buffer.from('MZ'), Buffer.alloc(5000, 'program')])

/** A version with a file of these bytes in the platform's own storage, or in another. */
export async function publish(facts: Partial<VersionRow> = {}, bytes = PROGRAM, storage = platform.objects) {
  const key = `application-${randomUUID()}.exe`
  await storage.provide(key, () => bytes)
  const row = applicationFileRow({ key, userId: publisher.id, fileName: 'setup.exe' }, bytes)
  const object = await db.insert(objects).values(row).returning().then(only)
  return { ...(await makeVersion(db, { objectId: object.id, ...facts })), key }
}
