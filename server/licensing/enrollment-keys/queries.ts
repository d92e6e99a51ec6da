import { and, eq, sql } from 'drizzle-orm'
import { first, only, type Database } from '#server/database/database.ts'
import { later } from '#server/database/later.ts'
import { organizations } from '#server/database/schema/identity/organizations.ts'
import { enrollmentKeys } from '#server/database/schema/licensing/licenses.ts'
import type { Scope } from '#server/platform/http/access.ts'
import { after, limitOf, orderBy, type ListQuery } from '#server/platform/http/lists/queries.ts'

export type KeyRow = typeof enrollmentKeys.$inferSelect

/** By the database's clock. */
export const isExpired = sql<boolean>`coalesce(${enrollmentKeys.expiresAt} <= now(), false)`

export const isPaused = sql<boolean>`${enrollmentKeys.pausedAt} is not null`

/** A key as the contract shows it. */
const shown = {
  id: enrollmentKeys.id,
  organizationId: enrollmentKeys.organizationId,
  organizationName: organizations.name,
  label: enrollmentKeys.label,
  hint: enrollmentKeys.hint,
  expiresAt: enrollmentKeys.expiresAt,
  maxUses: enrollmentKeys.maxUses,
  uses: enrollmentKeys.uses,
  createsLicenses: enrollmentKeys.createsLicenses,
  isPaused,
  isExpired,
  createdAt: enrollmentKeys.createdAt,
  updatedAt: enrollmentKeys.updatedAt,
}

const inScope = (scope: Scope) =>
  scope === 'all' ? undefined : sql`${enrollmentKeys.organizationId} = ${scope.organizationId}`

const oneOf = (scope: Scope, id: string) => and(inScope(scope), eq(enrollmentKeys.id, id))

const newestFirst = { by: enrollmentKeys.createdAt, id: enrollmentKeys.id, descending: true }

const selectShown = (db: Database) =>
  db
    .select({ ...shown, sortKey: sql<string>`${enrollmentKeys.createdAt}::text` })
    .from(enrollmentKeys)
    .innerJoin(organizations, eq(organizations.id, enrollmentKeys.organizationId))

export const selectKeys = (db: Database, scope: Scope, query: ListQuery) =>
  selectShown(db)
    .where(and(inScope(scope), after(query, newestFirst)))
    .orderBy(...orderBy(newestFirst))
    .limit(limitOf(query))

export const countKeys = (db: Database, scope: Scope) => db.$count(enrollmentKeys, inScope(scope))

export const findShown = (db: Database, { organizationId, id }: Pick<KeyRow, 'organizationId' | 'id'>) =>
  selectShown(db).where(oneOf({ organizationId }, id)).then(only)

/** For `in (…)`: the organization of a key in scope. */
export const organizationOf = (tx: Database, scope: Scope, id: string) =>
  tx.select({ id: enrollmentKeys.organizationId }).from(enrollmentKeys).where(oneOf(scope, id))

export const lockKey = (tx: Database, scope: Scope, id: string) =>
  tx.select().from(enrollmentKeys).where(oneOf(scope, id)).for('update').then(first)

export const insertKey = (tx: Database, key: typeof enrollmentKeys.$inferInsert) =>
  tx.insert(enrollmentKeys).values(key).returning().then(only)

/** Writes the given columns and no others. */
export const updateKey = (tx: Database, { organizationId, id }: KeyRow, changes: Partial<KeyRow>) =>
  tx
    .update(enrollmentKeys)
    .set({ ...changes, updatedAt: later(enrollmentKeys.updatedAt) })
    .where(oneOf({ organizationId }, id))
    .returning()
    .then(only)

export const deleteKey = (tx: Database, { organizationId, id }: KeyRow) =>
  tx.delete(enrollmentKeys).where(oneOf({ organizationId }, id))
