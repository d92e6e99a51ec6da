import { randomBytes } from 'node:crypto'
import { eq } from 'drizzle-orm'
import { only, type Database } from '#server/database/database.ts'
import { secrets } from '#server/database/schema/platform.ts'

/** A random value that all processes of this database share, made by whichever asks first. */
export async function readSecret(db: Database, name: string) {
  await db
    .insert(secrets)
    .values({ name, value: randomBytes(32).toString('base64url') })
    .onConflictDoNothing()
  const { value } = await db.select().from(secrets).where(eq(secrets.name, name)).then(only)
  return value
}
