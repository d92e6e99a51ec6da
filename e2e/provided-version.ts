import { randomUUID } from 'node:crypto'
import { applicationFileRow, makeVersion, type VersionRow } from '#demo/rows/releases.ts'
import { only, type Database } from '#server/database/database.ts'
import { objects } from '#server/database/schema/objects.ts'
import { users } from '#server/database/schema/identity/users.ts'

/** A version with a stored file record, but without bytes. */
export async function provideVersion(db: Database, facts: Partial<VersionRow>) {
  const { id: userId } = await db.select({ id: users.id }).from(users).limit(1).then(only)
  const row = applicationFileRow(
    { key: `application-${randomUUID()}.exe`, userId, fileName: 'Setup.exe' },
    Buffer.from('MZ'),
  )
  const { id: objectId } = await db.insert(objects).values(row).returning({ id: objects.id }).then(only)
  return makeVersion(db, { objectId, ...facts })
}
