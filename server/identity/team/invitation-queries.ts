import { and, eq, gt, isNotNull, lte, sql } from 'drizzle-orm'
import { INVITATION_DAYS, type Invitation, type TeamRole } from '#contract/identity/team.ts'
import { first, only, type Database } from '#server/database/database.ts'
import { invitations } from '#server/database/schema/identity/invitations.ts'
import { organizations } from '#server/database/schema/identity/organizations.ts'
import { users } from '#server/database/schema/identity/users.ts'
import { hasSso, isSsoRequired } from '#server/domain/sso.ts'
import { nameOf } from '#server/domain/users.ts'
import { isWaiting } from '#server/identity/session/registration/invitation-queries.ts'
import { after, containing, limitOf, orderBy, type ListQuery } from '#server/platform/http/lists/queries.ts'

const newestFirst = { by: invitations.createdAt, id: invitations.id, descending: true }

const isOpen = and(isWaiting, gt(invitations.expiresAt, sql`now()`))
const isExpired = and(isWaiting, lte(invitations.expiresAt, sql`now()`))

const selectShown = (db: Database) =>
  db
    .select({
      id: invitations.id,
      email: invitations.email,
      role: sql<TeamRole>`${invitations.role}`,
      status: sql<Invitation['status']>`case when ${invitations.expiresAt} > now() then 'open' else 'expired' end`,
      invitedBy: nameOf(users),
      createdAt: invitations.createdAt,
      expiresAt: invitations.expiresAt,
      sortKey: sql<string>`${invitations.createdAt}::text`,
    })
    .from(invitations)
    .innerJoin(users, eq(users.id, invitations.invitedBy))

type InvitationQuery = ListQuery & { status?: Invitation['status'] | undefined }

const matching = (organizationId: string, { status, search }: InvitationQuery) =>
  and(
    eq(invitations.organizationId, organizationId),
    isWaiting,
    status && (status === 'open' ? isOpen : isExpired),
    search ? sql`${invitations.email} ilike ${containing(search)}` : undefined,
  )

export const selectInvitations = (db: Database, organizationId: string, query: InvitationQuery) =>
  selectShown(db)
    .where(and(matching(organizationId, query), after(query, newestFirst)))
    .orderBy(...orderBy(newestFirst))
    .limit(limitOf(query))

export const countInvitations = (db: Database, organizationId: string, query: InvitationQuery) =>
  db.$count(invitations, matching(organizationId, query))

export const findInvitation = (db: Database, id: string) => selectShown(db).where(eq(invitations.id, id)).then(only)

const lifetime = {
  createdAt: sql`now()`,
  expiresAt: sql`now() + make_interval(days => ${INVITATION_DAYS})`,
}

type NewInvitation = { organizationId: string; email: string; role: TeamRole; tokenHash: Buffer; invitedBy: string }

export const insertInvitation = (db: Database, invitation: NewInvitation) =>
  db
    .insert(invitations)
    .values({ ...invitation, ...lifetime })
    .returning()
    .then(only)

const waitingOne = (organizationId: string, id: string) =>
  and(eq(invitations.organizationId, organizationId), eq(invitations.id, id), isWaiting)

type Renewal = { tokenHash: Buffer; invitedBy: string }

/** The previous link stops working. The invitation now belongs to the administrator who resends it. */
export const renewInvitation = (db: Database, organizationId: string, id: string, renewal: Renewal) =>
  db
    .update(invitations)
    .set({ ...renewal, ...lifetime })
    .where(waitingOne(organizationId, id))
    .returning()
    .then(first)

export const setRevoked = (db: Database, organizationId: string, id: string) =>
  db
    .update(invitations)
    .set({ revokedAt: sql`now()` })
    .where(waitingOne(organizationId, id))
    .returning()
    .then(first)

export const revokeOpenTo = (db: Database, organizationId: string, email: string) =>
  db
    .update(invitations)
    .set({ revokedAt: sql`now()` })
    .where(and(isTo(organizationId, email), isWaiting))

/** Suspended organizations and former administrators cannot invite. */
const isValid = and(
  isOpen,
  sql`exists (select from ${organizations} where ${organizations.id} = ${invitations.organizationId}
    and ${organizations.isActive} and ${organizations.suspendedAt} is null)`,
  sql`exists (select from ${users} where ${users.id} = ${invitations.invitedBy} and ${users.status} = 'active'
    and ${users.role} = 'org_admin' and ${users.organizationId} = ${invitations.organizationId})`,
)

const isInvited = (tokenHash: Buffer) => and(eq(invitations.tokenHash, tokenHash), isValid)

const isTo = (organizationId: string, email: string) =>
  and(eq(invitations.organizationId, organizationId), eq(sql`lower(${invitations.email})`, sql`lower(${email})`))

/** The hash of the link with which this address may join. */
export const findInvitationTo = (db: Database, organizationId: string, email: string) =>
  db
    .select({ tokenHash: invitations.tokenHash })
    .from(invitations)
    .where(and(isTo(organizationId, email), isValid))
    .then(first)
    .then((found) => found?.tokenHash)

export const findByToken = (db: Database, tokenHash: Buffer) =>
  db
    .select({
      organizationId: invitations.organizationId,
      organization: organizations.name,
      isMfaRequired: organizations.isMfaRequired,
      isSsoRequired: isSsoRequired(invitations),
      hasSso: hasSso(invitations),
      email: invitations.email,
      role: sql<TeamRole>`${invitations.role}`,
      expiresAt: invitations.expiresAt,
    })
    .from(invitations)
    .innerJoin(organizations, eq(organizations.id, invitations.organizationId))
    .where(isInvited(tokenHash))
    .then(first)

export const wasAccepted = (db: Database, tokenHash: Buffer) =>
  db
    .$count(invitations, and(eq(invitations.tokenHash, tokenHash), isNotNull(invitations.acceptedAt)))
    .then((found) => found > 0)

/** Locks the inviter, so that the role lasts until the invitation is accepted. */
export const lockInviter = (db: Database, tokenHash: Buffer) =>
  db
    .select({ id: users.id })
    .from(users)
    .innerJoin(invitations, eq(invitations.invitedBy, users.id))
    .where(eq(invitations.tokenHash, tokenHash))
    .for('share', { of: users })

/** Of concurrent uses of a token, the first takes it. */
export const takeInvitation = (db: Database, tokenHash: Buffer) =>
  db
    .update(invitations)
    .set({ acceptedAt: sql`now()` })
    .where(isInvited(tokenHash))
    .returning()
    .then(first)
