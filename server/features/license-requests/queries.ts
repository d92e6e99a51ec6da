import { and, eq, ilike, or, sql, type SQL } from 'drizzle-orm'
import type { LicenseRequestStatus } from '#contract/license-requests.ts'
import { first, only, type Database } from '#server/database/database.ts'
import { isLive } from '#server/database/live-subscription.ts'
import { licenseRequests } from '#server/database/schema/license-requests.ts'
import { licenses } from '#server/database/schema/licenses.ts'
import { organizations } from '#server/database/schema/organizations.ts'
import { subscriptions } from '#server/database/schema/subscriptions.ts'
import { users } from '#server/database/schema/users.ts'
import type { SessionUser } from '#server/platform/access.ts'
import { after, containing, limitOf, orderBy, type ListQuery } from '#server/platform/lists.ts'

type RequestRow = typeof licenseRequests.$inferSelect

const shown = {
  id: licenseRequests.id,
  additionalLicenses: licenseRequests.additionalLicenses,
  businessJustification: licenseRequests.businessJustification,
  status: licenseRequests.status,
  reason: licenseRequests.reason,
  requestedBy: sql<string>`concat_ws(' ', ${users.firstName}, ${users.lastName})`,
  createdAt: licenseRequests.createdAt,
  decidedAt: licenseRequests.decidedAt,
  sortKey: sql<string>`${licenseRequests.createdAt}::text`,
}

const shownToAdmins = {
  ...shown,
  organizationId: licenseRequests.organizationId,
  organizationName: organizations.name,
  licensesUsed: sql<number>`(
    select count(*)::int from ${licenses} where ${licenses.organizationId} = ${licenseRequests.organizationId})`,
  licenseLimit: subscriptions.licenseLimit,
}

type RequestQuery = ListQuery & { status?: LicenseRequestStatus | undefined }

const newestFirst = { by: licenseRequests.createdAt, id: licenseRequests.id, descending: true }

const matching = (scope: SQL | undefined, { status, search }: RequestQuery) =>
  and(
    scope,
    status && eq(licenseRequests.status, status),
    search
      ? or(
          ilike(licenseRequests.businessJustification, containing(search)),
          ilike(organizations.name, containing(search)),
        )
      : undefined,
  )

const countRequests = (db: Database, condition: SQL | undefined) =>
  db
    .select({ total: sql<number>`count(*)::int` })
    .from(licenseRequests)
    .innerJoin(organizations, eq(organizations.id, licenseRequests.organizationId))
    .where(condition)
    .then(only)
    .then(({ total }) => total)

const selectRequests = (db: Database) =>
  db
    .select(shown)
    .from(licenseRequests)
    .innerJoin(organizations, eq(organizations.id, licenseRequests.organizationId))
    .innerJoin(users, eq(users.id, licenseRequests.userId))

/** Of the own organization. Who belongs to none has none. */
export async function findRequests(
  db: Database,
  { organizationId }: Pick<SessionUser, 'organizationId'>,
  query: RequestQuery,
) {
  const condition = matching(sql`${licenseRequests.organizationId} = ${organizationId}`, query)
  const rows = await selectRequests(db)
    .where(and(condition, after(query, newestFirst)))
    .orderBy(...orderBy(newestFirst))
    .limit(limitOf(query))
  return { rows, total: await countRequests(db, condition) }
}

const selectForAdmin = (db: Database) =>
  db
    .select(shownToAdmins)
    .from(licenseRequests)
    .innerJoin(organizations, eq(organizations.id, licenseRequests.organizationId))
    .innerJoin(users, eq(users.id, licenseRequests.userId))
    .leftJoin(subscriptions, and(eq(subscriptions.organizationId, organizations.id), isLive))

export async function findRequestsForAdmin(db: Database, query: RequestQuery) {
  const condition = matching(undefined, query)
  const rows = await selectForAdmin(db)
    .where(and(condition, after(query, newestFirst)))
    .orderBy(...orderBy(newestFirst))
    .limit(limitOf(query))
  return { rows, total: await countRequests(db, condition) }
}

export const findRequestForAdmin = (db: Database, id: string) =>
  selectForAdmin(db).where(eq(licenseRequests.id, id)).then(only)

export const findRequest = (db: Database, id: string) => selectRequests(db).where(eq(licenseRequests.id, id)).then(only)

/** Holds off a suspension until the request is stored. */
export const holdOrganization = (tx: Database, id: string) =>
  tx
    .select({ name: organizations.name, suspendedAt: organizations.suspendedAt })
    .from(organizations)
    .where(eq(organizations.id, id))
    .for('share')
    .then(only)

type NewRequest = Pick<RequestRow, 'organizationId' | 'userId' | 'additionalLicenses' | 'businessJustification'>

export const insertRequest = (tx: Database, request: NewRequest) =>
  tx.insert(licenseRequests).values(request).returning({ id: licenseRequests.id }).then(only)

/** Of two who decide at once, the second waits here and finds it decided. */
export const lockRequest = (tx: Database, id: string) =>
  tx.select().from(licenseRequests).where(eq(licenseRequests.id, id)).for('update').then(first)

type Decision = Pick<RequestRow, 'status' | 'decidedBy'> & { reason?: string }

export const decideRequest = (tx: Database, { organizationId, id }: RequestRow, decision: Decision) =>
  tx
    .update(licenseRequests)
    .set({ ...decision, decidedAt: sql`now()` })
    .where(and(eq(licenseRequests.organizationId, organizationId), eq(licenseRequests.id, id)))

export const findRequester = (tx: Database, id: string) =>
  tx.select({ email: users.email, firstName: users.firstName }).from(users).where(eq(users.id, id)).then(only)
