import { and, eq, notExists, sql } from 'drizzle-orm'
import type { User } from '#contract/identity/session.ts'
import type { UserFilter } from '#contract/identity/users.ts'
import { first, only, type Database } from '#server/database/database.ts'
import { customerNotes, customerProfiles } from '#server/database/schema/customers.ts'
import { organizations } from '#server/database/schema/identity/organizations.ts'
import { sessions, users } from '#server/database/schema/identity/users.ts'
import { usageMonths } from '#server/database/schema/usage.ts'
import { isListed, isPersonLike, shownUser } from '#server/domain/users.ts'
import { isLiveSession } from '#server/identity/session/queries.ts'
import type { Config } from '#server/platform/config.ts'
import { pageFrom, type Page } from '#server/platform/http/lists/pages.ts'
import { after, containing, limitOf, orderBy, type ListQuery } from '#server/platform/http/lists/queries.ts'

const newestFirst = { by: users.createdAt, id: users.id, descending: true }

type UserQuery = ListQuery & UserFilter

const matching = ({ search, status, role }: UserQuery) =>
  and(
    isListed,
    status && eq(users.status, status),
    role && eq(users.role, role),
    search ? isPersonLike(containing(search), users.username, organizations.name) : undefined,
  )

const selectUsers = (db: Database) =>
  db
    .select({ ...shownUser, sortKey: users.createdAt })
    .from(users)
    .leftJoin(organizations, eq(organizations.id, users.organizationId))

type UserRow = Awaited<ReturnType<typeof selectUsers>>[number]

export async function findUsers(db: Database, query: UserQuery): Promise<Page<UserRow>> {
  const rows = selectUsers(db)
    .where(and(matching(query), after(query, newestFirst)))
    .orderBy(...orderBy(newestFirst))
    .limit(limitOf(query))
  return pageFrom(rows, countUsers(db, query))
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
    .where(isListed)
    .then(only)

const isUser = (id: string) => eq(users.id, id)

export const findUser = (db: Database, id: string) => selectUsers(db).where(isUser(id)).then(first)

/** Locks all admins in one transaction at a time. Row locks alone could be taken in two orders, because new admins appear in the list. */
export async function lockActiveAdmins(db: Database) {
  await db.execute(sql`select pg_advisory_xact_lock(hashtext('admins'))`)
  return db
    .select({ id: users.id, email: users.email, firstName: users.firstName })
    .from(users)
    .where(and(eq(users.role, 'admin'), eq(users.status, 'active')))
    .orderBy(users.id)
    .for('no key update')
}

type Changes = Partial<
  Pick<typeof users.$inferInsert, 'role' | 'status' | 'mfaEnabledAt' | 'email' | 'emailVerifiedAt' | 'passwordHash'>
>

export const updateUser = (db: Database, id: string, changes: Changes) =>
  db
    .update(users)
    .set({ ...changes, updatedAt: sql`now()` })
    .where(isUser(id))

export const countLiveSessions = (db: Database, userId: string, limits: Config['sessions']) =>
  db.$count(sessions, and(eq(sessions.userId, userId), isLiveSession(limits)))

export type NewStaff = Pick<
  typeof users.$inferInsert,
  'role' | 'email' | 'username' | 'firstName' | 'lastName' | 'passwordHash'
>

/** Returns nothing if the address or username is taken, also by a concurrent insert. */
export const insertStaff = (db: Database, staff: NewStaff) =>
  db
    .insert(users)
    .values({ ...staff, status: 'active' })
    .onConflictDoNothing()
    .returning({ id: users.id })
    .then(first)

/** With its organization, unless that is active or has other users. */
export async function deleteApplicant(tx: Database, { id, organizationId }: Pick<User, 'id' | 'organizationId'>) {
  await tx.delete(users).where(isUser(id))
  if (organizationId === null) return
  const colleagues = tx.select({ id: users.id }).from(users).where(eq(users.organizationId, organizationId))
  const [ending] = await tx
    .select({ id: organizations.id })
    .from(organizations)
    .where(and(eq(organizations.id, organizationId), eq(organizations.isActive, false), notExists(colleagues)))
  if (!ending) return
  await tx.delete(customerNotes).where(eq(customerNotes.organizationId, ending.id))
  await tx.delete(customerProfiles).where(eq(customerProfiles.organizationId, ending.id))
  await tx.delete(usageMonths).where(eq(usageMonths.organizationId, ending.id))
  await tx.delete(organizations).where(eq(organizations.id, ending.id))
}
