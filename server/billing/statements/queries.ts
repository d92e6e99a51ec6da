import { eq } from 'drizzle-orm'
import { first, type Database } from '#server/database/database.ts'
import { organizations } from '#server/database/schema/identity/organizations.ts'

/** Whose account it is, as it is called today. */
export const findHolder = (db: Database, id: string) =>
  db
    .select({ name: organizations.name, address: organizations.address, vatNumber: organizations.vatNumber })
    .from(organizations)
    .where(eq(organizations.id, id))
    .then(first)
