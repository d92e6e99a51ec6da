import { and, eq, gt, inArray, or, sql, type SQL } from 'drizzle-orm'
import { CONFIRMED_MINUTES } from '#contract/step-up.ts'
import { first, only, type Database } from '#server/database/database.ts'
import { shownUser } from '#server/database/shown-user.ts'
import { organizations } from '#server/database/schema/organizations.ts'
import { sessions, userTokens, users } from '#server/database/schema/users.ts'

export type TokenPurpose = (typeof userTokens.$inferSelect)['purpose']

/** One prepared join answers who is asking: the live sessions of active users. Made once per process. */
export const prepareFindSessions = (db: Database, idleMinutes: number) =>
  db
    .select({
      ...shownUser,
      sessionId: sessions.id,
      tokenHash: sessions.tokenHash,
      isConfirmed: sql<boolean>`${sessions.confirmedAt} > now() - make_interval(mins => ${CONFIRMED_MINUTES})`,
      needsTouch: sql<boolean>`${sessions.lastUsedAt} < now() - interval '1 minute'`,
    })
    .from(sessions)
    .innerJoin(users, eq(users.id, sessions.userId))
    .leftJoin(organizations, eq(organizations.id, users.organizationId))
    .where(
      and(
        sql`${sessions.tokenHash} = any(${sql.placeholder('tokenHashes')}::bytea[])`,
        gt(sessions.expiresAt, sql`now()`),
        gt(sessions.lastUsedAt, sql`now() - make_interval(mins => ${idleMinutes})`),
        eq(users.status, 'active'),
      ),
    )
    .prepare('find_sessions')

export const touchSession = (db: Database, id: string) =>
  db
    .update(sessions)
    .set({ lastUsedAt: sql`now()` })
    .where(eq(sessions.id, id))

export const confirmSession = (db: Database, id: string) =>
  db
    .update(sessions)
    .set({ confirmedAt: sql`now()` })
    .where(eq(sessions.id, id))

type NewSession = { userId: string; tokenHash: Buffer; hours: number; ip: string | null; userAgent: string | null }

export const insertSession = (db: Database, { hours, ...session }: NewSession) =>
  db.insert(sessions).values({ ...session, expiresAt: sql`now() + make_interval(hours => ${hours})` })

export const deleteSession = (db: Database, tokenHash: Buffer) =>
  db.delete(sessions).where(eq(sessions.tokenHash, tokenHash)).returning({ userId: sessions.userId }).then(first)

export const deleteSessionsOf = (db: Database, userId: string) => db.delete(sessions).where(eq(sessions.userId, userId))

const selectAccount = (db: Database, condition: SQL | undefined) =>
  db
    .select({ ...shownUser, passwordHash: users.passwordHash })
    .from(users)
    .leftJoin(organizations, eq(organizations.id, users.organizationId))
    .where(condition)
    .then(first)

const sameText = (column: typeof users.email | typeof users.username, value: string) =>
  eq(sql`lower(${column})`, sql`lower(${value})`)

type Identifier = { email?: string | undefined; username?: string | undefined }

/** The account that signs in by this address or, without one, by this username. */
export const findAccount = (db: Database, { email, username = '' }: Identifier) =>
  selectAccount(db, email === undefined ? sameText(users.username, username) : sameText(users.email, email))

export const findAccountById = (db: Database, userId: string) => selectAccount(db, eq(users.id, userId))

export const findPasswordHash = (db: Database, userId: string) =>
  db.select({ passwordHash: users.passwordHash }).from(users).where(eq(users.id, userId)).then(only)

/** Which of the two is taken. Registration asks before it hashes; the unique indexes have the last word. */
export const findTaken = (db: Database, { email, username }: { email: string; username: string }) =>
  db
    .select({ email: sql<boolean>`lower(${users.email}) = lower(${email})` })
    .from(users)
    .where(or(sameText(users.email, email), sameText(users.username, username)))

export const setPassword = (db: Database, userId: string, passwordHash: string) =>
  db
    .update(users)
    .set({ passwordHash, updatedAt: sql`now()` })
    .where(eq(users.id, userId))

export const verifyAddress = (db: Database, userId: string) =>
  db
    .update(users)
    .set({ emailVerifiedAt: sql`coalesce(${users.emailVerifiedAt}, now())`, updatedAt: sql`now()` })
    .where(eq(users.id, userId))

export const insertOrganization = (db: Database, organization: typeof organizations.$inferInsert) =>
  db.insert(organizations).values(organization).returning().then(only)

export const insertUser = (db: Database, user: typeof users.$inferInsert) =>
  db.insert(users).values(user).returning().then(only)

/** Makes a confirmed address the account's own. The unique index refuses one that somebody else has. */
export const setAddress = (db: Database, userId: string, email: string) =>
  db
    .update(users)
    .set({ email, emailVerifiedAt: sql`now()`, updatedAt: sql`now()` })
    .where(eq(users.id, userId))

type NewToken = { userId: string; purpose: TokenPurpose; tokenHash: Buffer; minutes: number; email?: string }

/** One live token per user and purpose: a newer one replaces it. */
export function insertToken(db: Database, { minutes, ...token }: NewToken) {
  const fresh = {
    tokenHash: token.tokenHash,
    email: token.email ?? null,
    createdAt: sql`now()`,
    expiresAt: sql`now() + make_interval(mins => ${minutes})`,
  }
  return db
    .insert(userTokens)
    .values({ ...token, ...fresh })
    .onConflictDoUpdate({ target: [userTokens.userId, userTokens.purpose], set: fresh })
}

/** Of several that race with one token, the first takes it and the others find nothing. */
export const takeToken = (db: Database, purposes: TokenPurpose[], tokenHash: Buffer) =>
  db
    .delete(userTokens)
    .where(
      and(
        eq(userTokens.tokenHash, tokenHash),
        inArray(userTokens.purpose, purposes),
        gt(userTokens.expiresAt, sql`now()`),
      ),
    )
    .returning({ userId: userTokens.userId, email: userTokens.email })
    .then(first)

export const deleteTokens = (db: Database, userId: string, purposes: TokenPurpose[]) =>
  db.delete(userTokens).where(and(eq(userTokens.userId, userId), inArray(userTokens.purpose, purposes)))
