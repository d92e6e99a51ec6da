import { eq } from 'drizzle-orm'
import { first, type Database } from '#server/database/database.ts'
import { releasePackages } from '#server/database/schema/releases.ts'

type StoredPackage = typeof releasePackages.$inferSelect

export const findPackageOf = (db: Database, versionId: string): Promise<StoredPackage | undefined> =>
  db.select().from(releasePackages).where(eq(releasePackages.versionId, versionId)).then(first)

export const upsertPackage = (tx: Database, { versionId, ...facts }: Omit<StoredPackage, 'createdAt'>) =>
  tx
    .insert(releasePackages)
    .values({ versionId, ...facts })
    .onConflictDoUpdate({ target: releasePackages.versionId, set: facts })
