import { and, eq, sql, isNull, lt, not, or } from 'drizzle-orm'
import { later } from '#server/database/columns.ts'
import { first, only, type Database } from '#server/database/database.ts'
import { subscriptions } from '#server/database/schema/billing/subscriptions.ts'
import { organizations } from '#server/database/schema/identity/organizations.ts'
import { enrollmentKeys } from '#server/database/schema/licensing/licenses.ts'
import { overdueSince } from '#server/domain/organizations.ts'
import { ownLive } from '#server/domain/subscriptions.ts'
import type { Scope } from '#server/platform/http/access.ts'
import { after, limitOf, orderBy, type ListQuery } from '#server/platform/http/lists/queries.ts'

export type KeyRow = typeof enrollmentKeys.$inferSelect

/** By the database's clock. */
const isExpired = sql<boolean>`coalesce(${enrollmentKeys.expiresAt} <= now(), false)`

export const isPaused = sql<boolean>`${enrollmentKeys.pausedAt} is not null`

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

export const organizationOf = (tx: Database, scope: Scope, id: string) =>
  tx.select({ id: enrollmentKeys.organizationId }).from(enrollmentKeys).where(oneOf(scope, id))

export const lockKey = (tx: Database, scope: Scope, id: string) =>
  tx.select().from(enrollmentKeys).where(oneOf(scope, id)).for('update').then(first)

export const insertKey = (tx: Database, key: typeof enrollmentKeys.$inferInsert) =>
  tx.insert(enrollmentKeys).values(key).returning().then(only)

/** Writes only the given columns, so that concurrent edits of others survive. */
export const updateKey = (tx: Database, { organizationId, id }: KeyRow, changes: Partial<KeyRow>) =>
  tx
    .update(enrollmentKeys)
    .set({ ...changes, updatedAt: later(enrollmentKeys.updatedAt) })
    .where(oneOf({ organizationId }, id))
    .returning()
    .then(only)

export const deleteKey = (tx: Database, { organizationId, id }: KeyRow) =>
  tx.delete(enrollmentKeys).where(oneOf({ organizationId }, id))

const asDate = (value: string) => new Date(value)

export const findKey = (db: Database, keyHash: Buffer) =>
  db
    .select({
      id: enrollmentKeys.id,
      label: enrollmentKeys.label,
      uses: enrollmentKeys.uses,
      maxUses: enrollmentKeys.maxUses,
      createsLicenses: enrollmentKeys.createsLicenses,
      isPaused,
      isExpired,
      expiresAt: enrollmentKeys.expiresAt,
      organizationId: organizations.id,
      organizationName: organizations.name,
      isSuspended: sql<boolean>`${organizations.suspendedAt} is not null`,
      subscriptionStatus: subscriptions.status,
      overdueSince: sql`${overdueSince}`.mapWith(asDate),
      now: sql`now()`.mapWith(asDate),
    })
    .from(enrollmentKeys)
    .innerJoin(organizations, eq(organizations.id, enrollmentKeys.organizationId))
    .leftJoin(subscriptions, ownLive)
    .where(eq(enrollmentKeys.keyHash, keyHash))
    .then(first)

/** Counts one use unless the key is closed. Of devices competing for the last use, one gets true. */
export const spendUse = (tx: Database, id: string) =>
  tx
    .update(enrollmentKeys)
    .set({ uses: sql`${enrollmentKeys.uses} + 1` })
    .where(
      and(
        eq(enrollmentKeys.id, id),
        not(isPaused),
        not(isExpired),
        or(isNull(enrollmentKeys.maxUses), lt(enrollmentKeys.uses, enrollmentKeys.maxUses)),
      ),
    )
    .returning({ id: enrollmentKeys.id })
    .then((rows) => rows.length > 0)
