import { and, eq, gt, isNull, lt, or, sql } from 'drizzle-orm'
import { first, type Database } from '#server/database/database.ts'
import { subscriptions } from '#server/database/schema/billing/subscriptions.ts'
import { organizations } from '#server/database/schema/identity/organizations.ts'
import { enrollmentKeys } from '#server/database/schema/licensing/licenses.ts'
import { overdueSince } from '#server/domain/organizations.ts'
import { isLive } from '#server/domain/subscriptions.ts'
import { isExpired, isPaused } from './queries.ts'

const asDate = (value: string) => new Date(value)

/** A key by its hash, and what decides about its organization, at one moment of the database's clock. */
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
    .leftJoin(subscriptions, and(eq(subscriptions.organizationId, organizations.id), isLive))
    .where(eq(enrollmentKeys.keyHash, keyHash))
    .then(first)

/** Counts one use, unless the key is closed: of many devices that race for the last use, one gets true. */
export const spendUse = (tx: Database, id: string) =>
  tx
    .update(enrollmentKeys)
    .set({ uses: sql`${enrollmentKeys.uses} + 1` })
    .where(
      and(
        eq(enrollmentKeys.id, id),
        isNull(enrollmentKeys.pausedAt),
        or(isNull(enrollmentKeys.expiresAt), gt(enrollmentKeys.expiresAt, sql`now()`)),
        or(isNull(enrollmentKeys.maxUses), lt(enrollmentKeys.uses, enrollmentKeys.maxUses)),
      ),
    )
    .returning({ id: enrollmentKeys.id })
    .then((rows) => rows.length > 0)
