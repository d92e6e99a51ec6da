import { asc, desc, eq, sql } from 'drizzle-orm'
import { first, type Database } from '#server/database/database.ts'
import { customerProfiles } from '#server/database/schema/customers.ts'
import { users } from '#server/database/schema/identity/users.ts'
import { isStaffRole, nameOf } from '#server/domain/users.ts'

export const findProfile = (tx: Database, organizationId: string) =>
  tx
    .select({
      tags: customerProfiles.tags,
      ownerId: customerProfiles.ownerId,
      snoozedUntil: customerProfiles.snoozedUntil,
    })
    .from(customerProfiles)
    .where(eq(customerProfiles.organizationId, organizationId))
    .then(first)

type Profile = Partial<Pick<typeof customerProfiles.$inferInsert, 'tags' | 'ownerId' | 'snoozedAt' | 'snoozedUntil'>>

export const saveProfile = (tx: Database, organizationId: string, changes: Profile) =>
  tx
    .insert(customerProfiles)
    .values({ organizationId, ...changes })
    .onConflictDoUpdate({ target: customerProfiles.organizationId, set: { ...changes, updatedAt: sql`now()` } })

export const countTags = (db: Database) =>
  db
    .select({ tag: sql<string>`tag`, count: sql<number>`count(*)::int` })
    .from(sql`${customerProfiles}, unnest(${customerProfiles.tags}) tag`)
    .groupBy(sql`tag`)
    .orderBy(desc(sql`count(*)`), asc(sql`tag`))

/** Active staff alone can own a customer. */
export const findOwner = (tx: Database, id: string) =>
  tx
    .select({ name: nameOf(users) })
    .from(users)
    .where(sql`${users.id} = ${id} and ${isStaffRole(users.role)} and ${users.status} = 'active'`)
    .then(first)

export const findName = (tx: Database, id: string) =>
  tx
    .select({ name: nameOf(users) })
    .from(users)
    .where(eq(users.id, id))
    .then(first)
