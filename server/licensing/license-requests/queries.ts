import { and, eq, ilike, ne, or, sql, type SQL } from 'drizzle-orm'
import type * as z from 'zod/mini'
import type { LicenseRequestFilter } from '#contract/licensing/license-requests.ts'
import { first, only, type Database } from '#server/database/database.ts'
import { organizations } from '#server/database/schema/identity/organizations.ts'
import { users } from '#server/database/schema/identity/users.ts'
import { licenseRequests } from '#server/database/schema/licensing/license-requests.ts'
import type { SessionUser } from '#server/platform/http/access.ts'
import { after, containing, limitOf, orderBy, type ListQuery } from '#server/platform/http/lists/queries.ts'

type RequestRow = typeof licenseRequests.$inferSelect

/** What everybody sees of a request. */
export const shown = {
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

export type RequestQuery = ListQuery & { status?: z.infer<typeof LicenseRequestFilter> | undefined }

export const newestFirst = { by: licenseRequests.createdAt, id: licenseRequests.id, descending: true }

const hasStatus = (status: NonNullable<RequestQuery['status']>) =>
  status === 'decided' ? ne(licenseRequests.status, 'pending') : eq(licenseRequests.status, status)

export const matching = (scope: SQL | undefined, { status, search }: RequestQuery) =>
  and(
    scope,
    status && hasStatus(status),
    search
      ? or(
          ilike(licenseRequests.businessJustification, containing(search)),
          ilike(organizations.name, containing(search)),
        )
      : undefined,
  )

export const countRequests = (db: Database, condition: SQL | undefined) =>
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

export const findRequest = (db: Database, id: string) => selectRequests(db).where(eq(licenseRequests.id, id)).then(only)

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
  tx
    .select({ id: users.id, email: users.email, firstName: users.firstName })
    .from(users)
    .where(eq(users.id, id))
    .then(only)
