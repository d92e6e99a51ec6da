import { sql } from 'drizzle-orm'
import type { Database } from '#server/database/database.ts'
import { secrets } from '#server/database/schema/platform.ts'

/** Later versions are named with the secret's name, @ and a unique suffix. */
const nameOf = sql<string>`split_part(${secrets.name}, '@', 1)`

const versionsOf = (name: string) => sql`${nameOf} = ${name}`

/** Oldest first. */
export const selectVersions = (db: Database, name: string) =>
  db
    .select({
      value: secrets.value,
      validFrom: secrets.validFrom,
      isValid: sql<boolean>`coalesce(${secrets.validFrom} <= now(), true)`,
    })
    .from(secrets)
    .where(versionsOf(name))
    .orderBy(sql`${secrets.validFrom} nulls first`)

export const countVersions = (db: Database, name: string) => db.$count(secrets, versionsOf(name))

/** Of concurrent processes, one inserts it. */
export const insertFirst = (db: Database, name: string, value: string) =>
  db.insert(secrets).values({ name, value }).onConflictDoNothing()

type NewVersion = { name: string; value: string; afterSeconds: number }

export function insertVersion(tx: Database, { name, value, afterSeconds }: NewVersion) {
  const validFrom = sql`date_trunc('milliseconds', now()) + make_interval(secs => ${afterSeconds})`
  return tx.insert(secrets).values({ name: sql`${name} || '@' || gen_random_uuid()`, value, validFrom })
}

export const deleteVersions = (tx: Database, name: string) => tx.delete(secrets).where(versionsOf(name))
