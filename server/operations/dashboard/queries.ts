import { eq, inArray } from 'drizzle-orm'
import { only, type Database } from '#server/database/database.ts'
import { prepared } from '#server/database/statements/prepared.ts'
import { subscriptions } from '#server/database/schema/billing/subscriptions.ts'
import { organizations } from '#server/database/schema/identity/organizations.ts'
import { licenseCounts } from '#server/database/schema/licensing/license-counts.ts'
import { countedLicenses, licensesUsed } from '#server/domain/licenses.ts'
import { ownLive, shownSubscription } from '#server/domain/subscriptions.ts'
import type { SessionUser } from '#server/platform/http/access.ts'
import { openTicketsOf } from '#server/support/public.ts'

const facts = prepared(['id', 'organizationId'], (db, role: SessionUser['role'], { id, organizationId }) =>
  db
    .select({
      subscription: shownSubscription,
      twelveMonthCents: organizations.twelveMonthCents,
      createdLicenses: licensesUsed,
      assignedLicenses: countedLicenses(organizations.id, inArray(licenseCounts.status, ['assigned', 'active'])),
      openTickets: openTicketsOf({ id, role, organizationId }),
    })
    .from(organizations)
    .leftJoin(subscriptions, ownLive)
    .where(eq(organizations.id, organizationId)),
)

export const findFacts = (db: Database, { role, id, organizationId }: SessionUser & { organizationId: string }) =>
  facts(db, role, { id, organizationId }).then(only)
