import { and, desc, eq, gt, isNull, or, sql } from 'drizzle-orm'
import { first, only, type Database } from '#server/database/database.ts'
import { apiTokens } from '#server/database/schema/identity/api-tokens.ts'
import { organizations } from '#server/database/schema/identity/organizations.ts'
import { users } from '#server/database/schema/identity/users.ts'
import { isStaffRole, nameOf, shownUser } from '#server/domain/users.ts'

/** Staff have their own tokens, administrators those of their organization. */
export type Owner = { userId: string; organizationId: string | null }

const ownedBy = ({ userId, organizationId }: Owner) =>
  organizationId === null
    ? and(isNull(apiTokens.organizationId), eq(apiTokens.userId, userId))
    : eq(apiTokens.organizationId, organizationId)

const isKept = isNull(apiTokens.revokedAt)

export const selectTokens = (db: Database, owner: Owner) =>
  db
    .select({
      id: apiTokens.id,
      name: apiTokens.name,
      hint: apiTokens.hint,
      scopes: apiTokens.scopes,
      allowedAddresses: apiTokens.allowedAddresses,
      owner: { id: users.id, name: nameOf(users) },
      createdAt: apiTokens.createdAt,
      lastUsedAt: apiTokens.lastUsedAt,
      expiresAt: apiTokens.expiresAt,
      isExpired: sql<boolean>`${apiTokens.expiresAt} <= now()`,
    })
    .from(apiTokens)
    .innerJoin(users, eq(users.id, apiTokens.userId))
    .where(and(ownedBy(owner), isKept))
    .orderBy(desc(apiTokens.createdAt), desc(apiTokens.id))

export const countTokens = (db: Database, owner: Owner) => db.$count(apiTokens, and(ownedBy(owner), isKept))

type NewToken = Omit<typeof apiTokens.$inferInsert, 'expiresAt'> & { days: number }

export const insertToken = (tx: Database, { days, ...token }: NewToken) =>
  tx
    .insert(apiTokens)
    .values({ ...token, expiresAt: sql`now() + make_interval(days => ${days})` })
    .returning()
    .then(only)

const ended = { id: apiTokens.id, organizationId: apiTokens.organizationId, name: apiTokens.name }

export const revokeOne = (tx: Database, owner: Owner, id: string) =>
  tx
    .update(apiTokens)
    .set({ revokedAt: sql`now()` })
    .where(and(ownedBy(owner), eq(apiTokens.id, id), isKept))
    .returning(ended)
    .then(first)

export const revokeAllBy = (tx: Database, userId: string) =>
  tx
    .update(apiTokens)
    .set({ revokedAt: sql`now()` })
    .where(and(eq(apiTokens.userId, userId), isKept))
    .returning(ended)

const isUsable = and(isKept, gt(apiTokens.expiresAt, sql`now()`))

/** A token that still counts, locked against revocation. */
export const lockToken = (tx: Database, userId: string, id: string) =>
  tx
    .select({ id: apiTokens.id })
    .from(apiTokens)
    .where(and(eq(apiTokens.id, id), eq(apiTokens.userId, userId), isUsable))
    .for('share')
    .then(first)

/** The owner still has the place for which the token was created. Agents who became admins have. */
const isStillOwner = or(
  and(isNull(apiTokens.organizationId), isStaffRole(users.role)),
  and(eq(apiTokens.organizationId, users.organizationId), eq(users.role, 'org_admin')),
)

const wasNotUsedLately = sql<boolean>`coalesce(${apiTokens.lastUsedAt} < now() - interval '1 minute', true)`

export const prepareFindCallers = (db: Database) =>
  db
    .select({
      ...shownUser,
      apiToken: { id: apiTokens.id, name: apiTokens.name, scopes: apiTokens.scopes },
      tokenHash: apiTokens.tokenHash,
      allowedAddresses: apiTokens.allowedAddresses,
      needsTouch: wasNotUsedLately,
    })
    .from(apiTokens)
    .innerJoin(users, eq(users.id, apiTokens.userId))
    .leftJoin(organizations, eq(organizations.id, users.organizationId))
    .where(
      and(
        sql`${apiTokens.tokenHash} = any(${sql.placeholder('tokenHashes')}::bytea[])`,
        isUsable,
        eq(users.status, 'active'),
        isStillOwner,
      ),
    )
    .prepare('find_callers')

export const touchToken = (db: Database, id: string) =>
  db
    .update(apiTokens)
    .set({ lastUsedAt: sql`now()` })
    .where(and(eq(apiTokens.id, id), wasNotUsedLately))
