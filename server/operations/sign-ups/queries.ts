import { and, eq, ne, or, sql } from 'drizzle-orm'
import type { User } from '#contract/identity/session.ts'
import { MOST_SIMILAR } from '#contract/operations/sign-ups.ts'
import { first, type Database } from '#server/database/database.ts'
import { subscriptions } from '#server/database/schema/billing/subscriptions.ts'
import { organizations } from '#server/database/schema/identity/organizations.ts'
import { users } from '#server/database/schema/identity/users.ts'
import { isLive } from '#server/domain/subscriptions.ts'
import { shownUser } from '#server/domain/users.ts'

export const findUserOfOrganization = (db: Database, id: string) =>
  db
    .select(shownUser)
    .from(users)
    .innerJoin(organizations, eq(organizations.id, users.organizationId))
    .where(eq(users.id, id))
    .then(first)

/** Organizations with the same name, or with active users at the domain: most of them first. */
export function findSimilar(db: Database, { organizationId, organization }: User, domain: string) {
  const isThere = sql`split_part(lower(${users.email}), '@', 2) = ${domain}`
  const count = sql<number>`(count(*) filter (where ${users.status} = 'active' and ${isThere}))::int`
  return db
    .select({ id: organizations.id, name: organizations.name, users: count })
    .from(organizations)
    .leftJoin(users, eq(users.organizationId, organizations.id))
    .where(
      and(
        organizationId ? ne(organizations.id, organizationId) : undefined,
        or(sql`lower(${organizations.name}) = lower(${organization})`, and(eq(users.status, 'active'), isThere)),
      ),
    )
    .groupBy(organizations.id)
    .orderBy(sql`${count} desc`, organizations.createdAt)
    .limit(MOST_SIMILAR)
}

export const findPlan = (db: Database, organizationId: string) =>
  db
    .select({
      planName: subscriptions.planName,
      licenseLimit: subscriptions.licenseLimit,
      twelveMonthCents: organizations.twelveMonthCents,
    })
    .from(subscriptions)
    .innerJoin(organizations, eq(organizations.id, subscriptions.organizationId))
    .where(and(eq(subscriptions.organizationId, organizationId), isLive))
    .then(first)
