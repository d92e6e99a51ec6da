import { and, desc, eq, ilike, isNull, ne, or, sql, type Column, type SQL, type SQLWrapper } from 'drizzle-orm'
import type { NotificationKind } from '#contract/identity/account.ts'
import { isStaff, Role } from '#contract/roles.ts'
import { literals } from '#server/database/columns.ts'
import { first, type Database } from '#server/database/database.ts'
import { auditLog } from '#server/database/schema/audit.ts'
import { organizations } from '#server/database/schema/identity/organizations.ts'
import { notificationSettings, users } from '#server/database/schema/identity/users.ts'
import { notFound } from '#server/platform/http/errors.ts'

/** Columns of the contract, over users and their organization. */
export const shownUser = {
  id: users.id,
  firstName: users.firstName,
  lastName: users.lastName,
  username: users.username,
  email: users.email,
  role: users.role,
  status: users.status,
  organizationId: users.organizationId,
  organization: organizations.name,
  isEmailVerified: sql<boolean>`${users.emailVerifiedAt} is not null`,
  isMfaEnabled: sql<boolean>`${users.mfaEnabledAt} is not null`,
  isMfaRequired: sql<boolean>`coalesce(${organizations.isMfaRequired}, false)`,
  isErased: sql<boolean>`${users.erasedAt} is not null`,
  createdAt: users.createdAt,
}

/** Erased users are in no list of people, unless the previous release has reactivated one. */
export const isListed = or(isNull(users.erasedAt), ne(users.status, 'suspended'))

/** `isStaff` as SQL. */
export const isStaffRole = (role: SQLWrapper) => sql<boolean>`${role} in (${literals(Role.options.filter(isStaff))})`

type Names = Record<'firstName' | 'lastName', SQLWrapper>

export const nameOf = ({ firstName, lastName }: Names) => sql<string>`(${firstName} || ' ' || ${lastName})`

/** The name in an audit entry, unless the user who did it was erased since. */
export const actorNameIn = (actor: Names & { erasedAt: SQLWrapper }) =>
  sql<string | null>`case when ${actor.erasedAt} is null then ${auditLog.actorName} else ${nameOf(actor)} end`

/** The IP address in an audit entry, likewise. */
export const actorIpIn = (actor: { erasedAt: SQLWrapper }) =>
  sql<string | null>`case when ${actor.erasedAt} is null then ${auditLog.ip} end`

/** Finds people by a part of their address or full name, or of another column. */
export const isPersonLike = (pattern: string, ...others: Column[]) =>
  or(...[users.email, nameOf(users), ...others].map((text) => ilike(text, pattern)))

/** Of the audit log, because sessions are deleted when they end. Literals, so that every plan may use the index `audit_log_presence`. */
const lastOwn = (db: Database, action: SQL) =>
  sql<string | null>`(${db
    .select({ at: auditLog.createdAt })
    .from(auditLog)
    .where(and(eq(auditLog.actorId, users.id), eq(auditLog.action, action), sql`${auditLog.outcome} = 'success'`))
    .orderBy(desc(auditLog.createdAt))
    .limit(1)})`.mapWith(auditLog.createdAt)

export const lastSignIn = (db: Database) => lastOwn(db, sql`'session.opened'`)
export const lastSignOut = (db: Database) => lastOwn(db, sql`'session.closed'`)

/** For the audit entry of a change to a user. */
export const aboutUser = ({ id, organizationId }: { id: string; organizationId: string | null }) => ({
  organizationId,
  subject: { kind: 'user' as const, id },
})

/** Concurrent changes of an account wait. 404 if missing. */
export async function lockUser(tx: Database, id: string) {
  const user = await tx
    .select(shownUser)
    .from(users)
    .leftJoin(organizations, eq(organizations.id, users.organizationId))
    .where(eq(users.id, id))
    .for('no key update', { of: users })
    .then(first)
  if (!user) throw notFound('User')
  return user
}

/** The recipient of an email. Undefined if the user was removed or suspended since. */
export const findActiveUser = (tx: Database, id: string) =>
  tx
    .select({ id: users.id, email: users.email, firstName: users.firstName })
    .from(users)
    .where(and(eq(users.id, id), eq(users.status, 'active')))
    .then(first)

export const isActiveAdministratorOf = (organizationId: string) =>
  and(eq(users.organizationId, organizationId), eq(users.role, 'org_admin'), eq(users.status, 'active'))

/** The recipients of what every administrator of an organization must learn. */
export const findAdministrators = (tx: Database, organizationId: string) =>
  tx
    .select({ email: users.email, firstName: users.firstName })
    .from(users)
    .where(isActiveAdministratorOf(organizationId))
    .orderBy(users.createdAt, users.id)

/** Active administrators of an organization who want this kind of email. */
export const orgAdminsWanting = (tx: Database, organizationId: string, kind: NotificationKind) =>
  tx
    .select({ id: users.id, email: users.email, firstName: users.firstName })
    .from(users)
    .leftJoin(notificationSettings, and(eq(notificationSettings.userId, users.id), eq(notificationSettings.kind, kind)))
    .where(and(isActiveAdministratorOf(organizationId), sql`coalesce(${notificationSettings.isEnabled}, true)`))
    .orderBy(users.createdAt, users.id)
