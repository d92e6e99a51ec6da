import { and, eq, sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import { toAmount } from '#contract/money.ts'
import { first, type Database } from '#server/database/database.ts'
import { adjustments, subscriptions } from '#server/database/schema/billing/subscriptions.ts'
import { organizations } from '#server/database/schema/identity/organizations.ts'
import { users } from '#server/database/schema/identity/users.ts'
import { licenseRequests } from '#server/database/schema/licensing/license-requests.ts'
import { licenses } from '#server/database/schema/licensing/licenses.ts'
import { isLive, isPendingAdjustment } from '#server/domain/subscriptions.ts'
import { after, limitOf, orderBy } from '#server/platform/http/lists/queries.ts'
import { countRequests, matching, newestFirst, shown, type RequestQuery } from './queries.ts'

const deciders = alias(users, 'deciders')

const shownToAdmins = {
  ...shown,
  organizationId: licenseRequests.organizationId,
  organizationName: organizations.name,
  licensesUsed: sql<number>`(
    select count(*)::int from ${licenses} where ${licenses.organizationId} = ${licenseRequests.organizationId})`,
  licenseLimit: subscriptions.licenseLimit,
  subscriptionStatus: subscriptions.status,
  currentPeriodEnd: subscriptions.currentPeriodEnd,
  plannedSeats: sql<number>`coalesce(${adjustments.deltaQuantity}, 0)`,
  twelveMonthCents: organizations.twelveMonthCents,
  decidedBy: sql<string | null>`${deciders.firstName} || ' ' || ${deciders.lastName}`,
}

/** A request beside the subscription it would change and the one change that waits for it. */
const selectForAdmin = (db: Database) =>
  db
    .select(shownToAdmins)
    .from(licenseRequests)
    .innerJoin(organizations, eq(organizations.id, licenseRequests.organizationId))
    .innerJoin(users, eq(users.id, licenseRequests.userId))
    .leftJoin(deciders, eq(deciders.id, licenseRequests.decidedBy))
    .leftJoin(subscriptions, and(eq(subscriptions.organizationId, organizations.id), isLive))
    .leftJoin(adjustments, isPendingAdjustment)

type Row = Awaited<ReturnType<typeof selectForAdmin>>[number]

const toRequest = ({ twelveMonthCents, ...row }: Row) => ({ ...row, twelveMonthValue: toAmount(twelveMonthCents) })

/** Everybody's, or one organization's. */
export async function findRequestsForAdmin(
  db: Database,
  query: RequestQuery & { organizationId?: string | undefined },
) {
  const { organizationId } = query
  const condition = matching(organizationId ? eq(licenseRequests.organizationId, organizationId) : undefined, query)
  const [rows, total] = await Promise.all([
    selectForAdmin(db)
      .where(and(condition, after(query, newestFirst)))
      .orderBy(...orderBy(newestFirst))
      .limit(limitOf(query)),
    countRequests(db, condition),
  ])
  return { rows: rows.map(toRequest), total }
}

export const findRequestForAdmin = async (db: Database, id: string) => {
  const row = await selectForAdmin(db).where(eq(licenseRequests.id, id)).then(first)
  return row && toRequest(row)
}
