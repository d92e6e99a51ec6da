import { and, eq, ilike, ne, or, sql, type SQL } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import type * as z from 'zod/mini'
import type { LicenseRequestFilter } from '#contract/licensing/license-requests.ts'
import { toAmount } from '#contract/money.ts'
import { first, only, type Database } from '#server/database/database.ts'
import { adjustments, subscriptions } from '#server/database/schema/billing/subscriptions.ts'
import { organizations } from '#server/database/schema/identity/organizations.ts'
import { users } from '#server/database/schema/identity/users.ts'
import { licenseRequests } from '#server/database/schema/licensing/license-requests.ts'
import { countedLicenses, licensesUsed } from '#server/domain/licenses.ts'
import { isLive, isPendingAdjustment, isTrial, ownLive } from '#server/domain/subscriptions.ts'
import { nameOf } from '#server/domain/users.ts'
import type { SessionUser } from '#server/platform/http/access.ts'
import { pageFrom } from '#server/platform/http/lists/pages.ts'
import { after, containing, limitOf, orderBy, type ListQuery } from '#server/platform/http/lists/queries.ts'

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

type RequestQuery = ListQuery & { status?: z.infer<typeof LicenseRequestFilter> | undefined }

const newestFirst = { by: licenseRequests.createdAt, id: licenseRequests.id, descending: true }

const hasStatus = (status: NonNullable<RequestQuery['status']>) =>
  status === 'decided' ? ne(licenseRequests.status, 'pending') : eq(licenseRequests.status, status)

const matching = (scope: SQL | undefined, { status, search }: RequestQuery) =>
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

/** Of the reader's organization; none without one. */
export async function findRequests(
  db: Database,
  { organizationId }: Pick<SessionUser, 'organizationId'>,
  query: RequestQuery,
) {
  const condition = matching(sql`${licenseRequests.organizationId} = ${organizationId}`, query)
  const rows = selectRequests(db)
    .where(and(condition, after(query, newestFirst)))
    .orderBy(...orderBy(newestFirst))
    .limit(limitOf(query))
  return pageFrom(rows, countRequests(db, condition))
}

export const findRequest = (db: Database, id: string) => selectRequests(db).where(eq(licenseRequests.id, id)).then(only)

type NewRequest = Pick<RequestRow, 'organizationId' | 'userId' | 'additionalLicenses' | 'businessJustification'>

export const insertRequest = (tx: Database, request: NewRequest) =>
  tx.insert(licenseRequests).values(request).returning({ id: licenseRequests.id }).then(only)

/** The second of two concurrent deciders waits here and finds it decided. */
export const lockRequest = (tx: Database, id: string) =>
  tx.select().from(licenseRequests).where(eq(licenseRequests.id, id)).for('update').then(first)

type Decision = Pick<RequestRow, 'status' | 'decidedBy'> & { reason?: string }

export const decideRequest = (tx: Database, { organizationId, id }: RequestRow, decision: Decision) =>
  tx
    .update(licenseRequests)
    .set({ ...decision, decidedAt: sql`now()` })
    .where(and(eq(licenseRequests.organizationId, organizationId), eq(licenseRequests.id, id)))

/** Seats of the live subscription, with the licenses that exist. */
export const findSeats = (tx: Database, organizationId: string) =>
  tx
    .select({
      status: subscriptions.status,
      isTrial,
      licenseLimit: subscriptions.licenseLimit,
      licensesUsed,
    })
    .from(subscriptions)
    .innerJoin(organizations, eq(organizations.id, subscriptions.organizationId))
    .where(and(eq(subscriptions.organizationId, organizationId), isLive))
    .then(first)

const deciders = alias(users, 'deciders')

const shownToAdmins = {
  ...shown,
  organizationId: licenseRequests.organizationId,
  organizationName: organizations.name,
  licensesUsed: countedLicenses(licenseRequests.organizationId),
  licenseLimit: subscriptions.licenseLimit,
  subscriptionStatus: subscriptions.status,
  isTrial: sql<boolean>`coalesce(${isTrial}, false)`,
  currentPeriodEnd: subscriptions.currentPeriodEnd,
  plannedSeats: sql<number>`coalesce(${adjustments.deltaQuantity}, 0)`,
  twelveMonthCents: organizations.twelveMonthCents,
  decidedBy: sql<string | null>`${nameOf(deciders)}`,
}

const selectForAdmin = (db: Database) =>
  db
    .select(shownToAdmins)
    .from(licenseRequests)
    .innerJoin(organizations, eq(organizations.id, licenseRequests.organizationId))
    .innerJoin(users, eq(users.id, licenseRequests.userId))
    .leftJoin(deciders, eq(deciders.id, licenseRequests.decidedBy))
    .leftJoin(subscriptions, ownLive)
    .leftJoin(adjustments, isPendingAdjustment)

type Row = Awaited<ReturnType<typeof selectForAdmin>>[number]

const toRequest = ({ twelveMonthCents, ...row }: Row) => ({ ...row, twelveMonthValue: toAmount(twelveMonthCents) })

export async function findRequestsForAdmin(
  db: Database,
  query: RequestQuery & { organizationId?: string | undefined },
) {
  const { organizationId } = query
  const condition = matching(organizationId ? eq(licenseRequests.organizationId, organizationId) : undefined, query)
  const reading = selectForAdmin(db)
    .where(and(condition, after(query, newestFirst)))
    .orderBy(...orderBy(newestFirst))
    .limit(limitOf(query))
  const { rows, total } = await pageFrom(reading, countRequests(db, condition))
  return { rows: rows.map(toRequest), total }
}

export const findRequestForAdmin = async (db: Database, id: string) => {
  const row = await selectForAdmin(db).where(eq(licenseRequests.id, id)).then(first)
  return row && toRequest(row)
}
