import { and, eq, ilike, or, sql } from 'drizzle-orm'
import type { UserStatus } from '#contract/user.ts'
import { shownUser } from '#server/database/shown-user.ts'
import { first, only, type Database } from '#server/database/database.ts'
import { organizations } from '#server/database/schema/organizations.ts'
import { userTokens, users } from '#server/database/schema/users.ts'
import { after, containing, limitOf, orderBy, type ListQuery, type Page } from '#server/platform/lists.ts'

const newestFirst = { by: users.createdAt, id: users.id, descending: true }

const searched = [users.firstName, users.lastName, users.email, users.username, organizations.name]

type UserQuery = ListQuery & { status?: UserStatus | undefined }

const matching = ({ search, status }: UserQuery) =>
  and(
    status && eq(users.status, status),
    search ? or(...searched.map((column) => ilike(column, containing(search)))) : undefined,
  )

const selectUsers = (db: Database) =>
  db
    .select({ ...shownUser, sortKey: users.createdAt })
    .from(users)
    .leftJoin(organizations, eq(organizations.id, users.organizationId))

type UserRow = Awaited<ReturnType<typeof selectUsers>>[number]

export async function findUsers(db: Database, query: UserQuery): Promise<Page<UserRow>> {
  const rows = await selectUsers(db)
    .where(and(matching(query), after(query, newestFirst)))
    .orderBy(...orderBy(newestFirst))
    .limit(limitOf(query))
  return { rows, total: await countUsers(db, query) }
}

const countUsers = (db: Database, query: UserQuery) =>
  db
    .select({ total: sql<number>`count(*)::int` })
    .from(users)
    .leftJoin(organizations, eq(organizations.id, users.organizationId))
    .where(matching(query))
    .then(only)
    .then(({ total }) => total)

export const summarizeUsers = (db: Database) =>
  db
    .select({
      total: sql<number>`count(*)::int`,
      admins: sql<number>`(count(*) filter (where ${users.role} = 'admin'))::int`,
      verified: sql<number>`count(${users.emailVerifiedAt})::int`,
      mfaEnabled: sql<number>`count(${users.mfaEnabledAt})::int`,
    })
    .from(users)
    .then(only)

/** Of several who approve the same account at once, each waits for the one before. */
export const lockUser = (db: Database, id: string) =>
  selectUsers(db).where(eq(users.id, id)).for('update', { of: users }).then(first)

export const setStatus = (db: Database, id: string, status: UserStatus) =>
  db
    .update(users)
    .set({ status, updatedAt: sql`now()` })
    .where(eq(users.id, id))

const sameText = (column: typeof users.email | typeof users.username, value: string) =>
  eq(sql`lower(${column})`, sql`lower(${value})`)

/** Whoever has this address or this username. Addresses in lower case. */
export const findNames = (db: Database, { email, username }: { email: string; username: string }) =>
  db
    .select({ email: sql<string>`lower(${users.email})` })
    .from(users)
    .where(or(sameText(users.email, email), sameText(users.username, username)))

type NewAdmin = Pick<typeof users.$inferInsert, 'email' | 'username' | 'firstName' | 'lastName' | 'passwordHash'>

export const insertAdmin = (db: Database, admin: NewAdmin) =>
  db
    .insert(users)
    .values({ ...admin, role: 'admin', status: 'active' })
    .returning({ id: users.id })
    .then(only)

export const insertPasswordLink = (
  db: Database,
  { hours, ...link }: { userId: string; tokenHash: Buffer; hours: number },
) =>
  db
    .insert(userTokens)
    .values({ ...link, purpose: 'password-reset', expiresAt: sql`now() + make_interval(hours => ${hours})` })
