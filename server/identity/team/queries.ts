import { and, desc, eq, isNull, ne, sql } from 'drizzle-orm'
import type { UserStatus } from '#contract/identity/session.ts'
import type { Member, TeamRole } from '#contract/identity/team.ts'
import { first, only, type Database } from '#server/database/database.ts'
import { auditLog } from '#server/database/schema/audit.ts'
import { organizations } from '#server/database/schema/identity/organizations.ts'
import { sessions, users } from '#server/database/schema/identity/users.ts'
import { isActiveAdministratorOf, isListed, isPersonLike, lastSignIn, lastSignOut } from '#server/domain/users.ts'
import { after, containing, limitOf, orderBy, type ListQuery } from '#server/platform/http/lists/queries.ts'

const newestFirst = { by: users.createdAt, id: users.id, descending: true }

/** The last audit entry that changed the status says who removed access. Written under the user's lock, so ids are in order. */
const isRemoved = (db: Database) =>
  sql<boolean>`${users.status} = 'suspended' and coalesce((${db
    .select({ isRemoval: sql`${auditLog.action} = 'member.removed'` })
    .from(auditLog)
    .where(and(eq(auditLog.subjectId, users.id), sql`${auditLog.changes} ? 'status'`))
    .orderBy(desc(auditLog.id))
    .limit(1)}), false)`

/** A session that ended counts from when it was opened or closed. */
const lastSeen = (db: Database) =>
  sql<string | null>`greatest(${lastSignIn(db)}, ${lastSignOut(db)}, (${db
    .select({ at: sql`max(${sessions.lastUsedAt})` })
    .from(sessions)
    .where(eq(sessions.userId, users.id))}))`.mapWith(sessions.lastUsedAt)

const selectShown = (db: Database) =>
  db
    .select({
      id: users.id,
      firstName: users.firstName,
      lastName: users.lastName,
      username: users.username,
      email: users.email,
      role: sql<TeamRole>`${users.role}`,
      status: users.status,
      isEmailVerified: sql<boolean>`${users.emailVerifiedAt} is not null`,
      isMfaEnabled: sql<boolean>`${users.mfaEnabledAt} is not null`,
      lastSeen: lastSeen(db),
      isRemoved: isRemoved(db),
      createdAt: users.createdAt,
      sortKey: sql<string>`${users.createdAt}::text`,
    })
    .from(users)

/** Excludes staff, even with an organization. */
const inTeam = (organizationId: string) =>
  and(isListed, eq(users.organizationId, organizationId), sql`${users.role} in ('org_admin', 'customer')`)

type MemberQuery = ListQuery & { status?: UserStatus | undefined }

const matching = (organizationId: string, { status, search = '' }: MemberQuery) =>
  and(
    inTeam(organizationId),
    status && eq(users.status, status),
    search ? isPersonLike(containing(search), users.username) : undefined,
  )

export const selectMembers = (db: Database, organizationId: string, query: MemberQuery) =>
  selectShown(db)
    .where(and(matching(organizationId, query), after(query, newestFirst)))
    .orderBy(...orderBy(newestFirst))
    .limit(limitOf(query))

export const countMembers = (db: Database, organizationId: string, query: MemberQuery) =>
  db.$count(users, matching(organizationId, query))

export const countMembersWithoutMfa = (db: Database, organizationId: string) =>
  db.$count(users, and(inTeam(organizationId), eq(users.status, 'active'), isNull(users.mfaEnabledAt)))

export const findMfaRule = (db: Database, organizationId: string) =>
  db
    .select({ isRequired: organizations.isMfaRequired })
    .from(organizations)
    .where(eq(organizations.id, organizationId))
    .then(only)
    .then(({ isRequired }) => isRequired)

const oneOf = (organizationId: string, id: string) => and(inTeam(organizationId), eq(users.id, id))

export const findMember = (db: Database, organizationId: string, id: string): Promise<Member | undefined> =>
  selectShown(db).where(oneOf(organizationId, id)).then(first)

export const lockMember = (db: Database, organizationId: string, id: string) =>
  db.select({ id: users.id }).from(users).where(oneOf(organizationId, id)).for('update').then(first)

export const isAdministrator = (db: Database, organizationId: string, id: string) =>
  db.$count(users, and(isActiveAdministratorOf(organizationId), eq(users.id, id))).then((count) => count > 0)

export const countOtherAdministrators = (db: Database, organizationId: string, id: string) =>
  db.$count(users, and(isActiveAdministratorOf(organizationId), ne(users.id, id)))

export const updateMember = (db: Database, id: string, changes: { role?: TeamRole; status?: UserStatus }) =>
  db
    .update(users)
    .set({ ...changes, updatedAt: sql`now()` })
    .where(eq(users.id, id))

type NewMember = Pick<
  typeof users.$inferInsert,
  'organizationId' | 'role' | 'email' | 'username' | 'firstName' | 'lastName' | 'passwordHash'
>

/** The link proves the address. */
export const insertMember = (db: Database, member: NewMember) =>
  db
    .insert(users)
    .values({ ...member, status: 'active', emailVerifiedAt: sql`now()` })
    .returning()
    .then(only)
