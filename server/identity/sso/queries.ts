import { and, asc, eq, getTableColumns, gt, inArray, isNotNull, ne, sql } from 'drizzle-orm'
import { SSO_MINUTES } from '#contract/identity/sso.ts'
import { first, type Database } from '#server/database/database.ts'
import { organizations } from '#server/database/schema/identity/organizations.ts'
import { ssoConnections, ssoDomains, ssoIdentities, ssoRequests } from '#server/database/schema/identity/sso.ts'
import { sessions, users } from '#server/database/schema/identity/users.ts'

export type Connection = typeof ssoConnections.$inferSelect
export type StoredDomain = typeof ssoDomains.$inferSelect

export const findConnection = (db: Database, organizationId: string) =>
  db.select().from(ssoConnections).where(eq(ssoConnections.organizationId, organizationId)).then(first)

type NewConnection = Pick<Connection, 'organizationId' | 'issuer' | 'clientId' | 'clientSecret' | 'isRequired'>

/** Replaces that of the organization, which the caller has locked. */
export const putConnection = (tx: Database, { organizationId, ...connection }: NewConnection) =>
  tx
    .insert(ssoConnections)
    .values({ organizationId, ...connection })
    .onConflictDoUpdate({ target: ssoConnections.organizationId, set: { ...connection, updatedAt: sql`now()` } })

export const setRequired = (tx: Database, id: string, isRequired: boolean) =>
  tx
    .update(ssoConnections)
    .set({ isRequired, updatedAt: sql`now()` })
    .where(eq(ssoConnections.id, id))

export const deleteConnection = (tx: Database, id: string) => tx.delete(ssoConnections).where(eq(ssoConnections.id, id))

/** Requests on their way, too: their answers would come from another provider. */
export async function unlinkMembers(tx: Database, organizationId: string) {
  await tx.delete(ssoIdentities).where(eq(ssoIdentities.organizationId, organizationId))
  await tx.delete(ssoRequests).where(eq(ssoRequests.organizationId, organizationId))
}

/** All that the identity provider opened, except the session `kept`. */
export const endSsoSessions = (tx: Database, organizationId: string, kept: string) =>
  tx
    .delete(sessions)
    .where(
      and(
        inArray(
          sessions.userId,
          tx.select({ id: users.id }).from(users).where(eq(users.organizationId, organizationId)),
        ),
        eq(sessions.isSso, true),
        ne(sessions.id, kept),
      ),
    )

export const selectDomains = (db: Database, organizationId: string) =>
  db
    .select()
    .from(ssoDomains)
    .where(eq(ssoDomains.organizationId, organizationId))
    .orderBy(asc(ssoDomains.createdAt), asc(ssoDomains.id))

const ownDomain = (organizationId: string, id: string) =>
  and(eq(ssoDomains.organizationId, organizationId), eq(ssoDomains.id, id))

export const findDomain = (db: Database, organizationId: string, id: string) =>
  db.select().from(ssoDomains).where(ownDomain(organizationId, id)).then(first)

/** Nothing if the organization has it already. */
export const insertDomain = (tx: Database, domain: Pick<StoredDomain, 'organizationId' | 'domain' | 'recordValue'>) =>
  tx.insert(ssoDomains).values(domain).onConflictDoNothing().returning().then(first)

export const setVerified = (tx: Database, organizationId: string, id: string) =>
  tx
    .update(ssoDomains)
    .set({ verifiedAt: sql`coalesce(${ssoDomains.verifiedAt}, now())` })
    .where(ownDomain(organizationId, id))
    .returning()
    .then(first)

/** From another organization, whose record stops counting: records are seldom removed. */
export const takeDomain = (
  tx: Database,
  { organizationId, domain, newValue }: { organizationId: string; domain: string; newValue: string },
) =>
  tx
    .update(ssoDomains)
    .set({ verifiedAt: null, recordValue: newValue })
    .where(
      and(
        eq(ssoDomains.domain, domain),
        isNotNull(ssoDomains.verifiedAt),
        ne(ssoDomains.organizationId, organizationId),
      ),
    )
    .returning({ organizationId: ssoDomains.organizationId })
    .then(first)

export const deleteDomain = (tx: Database, organizationId: string, id: string) =>
  tx.delete(ssoDomains).where(ownDomain(organizationId, id)).returning().then(first)

/** Of an organization that verified the domain. */
export const findConnectionFor = (db: Database, domain: string) =>
  db
    .select(getTableColumns(ssoConnections))
    .from(ssoConnections)
    .innerJoin(ssoDomains, eq(ssoDomains.organizationId, ssoConnections.organizationId))
    .innerJoin(organizations, eq(organizations.id, ssoConnections.organizationId))
    .where(and(eq(ssoDomains.domain, domain), isNotNull(ssoDomains.verifiedAt), eq(organizations.isActive, true)))
    .then(first)

type NewRequest = { organizationId: string; tokenHash: Buffer; next: string | null }

export const insertRequest = (db: Database, request: NewRequest) =>
  db.insert(ssoRequests).values({ ...request, expiresAt: sql`now() + make_interval(mins => ${SSO_MINUTES})` })

/** Of concurrent answers, the first takes it. Nothing if the identity provider of another organization answered. */
export const takeRequest = (db: Database, { organizationId, tokenHash }: Omit<NewRequest, 'next'>) =>
  db
    .delete(ssoRequests)
    .where(
      and(
        eq(ssoRequests.tokenHash, tokenHash),
        eq(ssoRequests.organizationId, organizationId),
        gt(ssoRequests.expiresAt, sql`now()`),
      ),
    )
    .returning()
    .then(first)

/** Of the user whom the identity provider knows by this subject. */
export const findLinkedId = (db: Database, organizationId: string, subject: string) =>
  db
    .select({ userId: ssoIdentities.userId })
    .from(ssoIdentities)
    .where(and(eq(ssoIdentities.organizationId, organizationId), eq(ssoIdentities.subject, subject)))
    .then(first)
    .then((found) => found?.userId)

const inTeam = (organizationId: string) =>
  and(eq(users.organizationId, organizationId), sql`${users.role} in ('org_admin', 'customer')`)

/** Administrators and members, also suspended ones. */
export const isMember = (db: Database, organizationId: string, id: string) =>
  db.$count(users, and(inTeam(organizationId), eq(users.id, id))).then((found) => found > 0)

const identityOf = ({ organizationId, userId }: Omit<Identity, 'subject'>) =>
  and(eq(ssoIdentities.organizationId, organizationId), eq(ssoIdentities.userId, userId))

export const isLinked = (db: Database, owner: Omit<Identity, 'subject'>) =>
  db.$count(ssoIdentities, identityOf(owner)).then((found) => found > 0)

/** Active members. */
export const countLinked = (db: Database, organizationId: string) =>
  db.$count(
    users,
    and(
      inTeam(organizationId),
      eq(users.status, 'active'),
      sql`exists (select from ${ssoIdentities} where ${ssoIdentities.userId} = ${users.id}
        and ${ssoIdentities.organizationId} = ${users.organizationId})`,
    ),
  )

type Identity = { organizationId: string; userId: string; subject: string }

/** Remembers the subject of a user whom the caller has locked. Nothing if either is linked to another one. */
export async function linkIdentity(tx: Database, { organizationId, userId, subject }: Identity) {
  const before = await tx.select().from(ssoIdentities).where(identityOf({ organizationId, userId })).then(first)
  if (before && before.subject !== subject) return undefined
  const used = { subject, lastUsedAt: sql`now()` }
  const [linked] = before
    ? await tx.update(ssoIdentities).set(used).where(eq(ssoIdentities.id, before.id)).returning()
    : await tx
        .insert(ssoIdentities)
        .values({ organizationId, userId, ...used })
        .onConflictDoNothing()
        .returning()
  return linked && { isFirst: before === undefined }
}

export const isFreeUsername = (db: Database, username: string) =>
  db.$count(users, eq(sql`lower(${users.username})`, sql`lower(${username})`)).then((found) => found === 0)
