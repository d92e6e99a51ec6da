import { and, count, desc, eq, ne, sql } from 'drizzle-orm'
import type { LicenseUsage } from '#contract/licensing/usage.ts'
import { first, type Database } from '#server/database/database.ts'
import { subscriptions } from '#server/database/schema/billing/subscriptions.ts'
import { checkIns, licenses } from '#server/database/schema/licensing/licenses.ts'
import { ofLicense } from '#server/domain/licenses.ts'
import { isLive } from '#server/domain/subscriptions.ts'
import { inScope } from '#server/licensing/licenses/queries.ts'
import type { Scope } from '#server/platform/http/access.ts'
import { countByStatus } from './count-queries.ts'

export async function readUsage(db: Database, scope: Scope): Promise<LicenseUsage> {
  const counts = await countByStatus(db, scope)
  const [limit, versions] = scope === 'all' ? [null, []] : [await findLimit(db, scope), await countVersions(db, scope)]
  return { ...counts, limit, versions }
}

const countVersions = (db: Database, scope: Scope) =>
  db
    .select({ version: sql<string>`${checkIns.appVersion}`, devices: count() })
    .from(licenses)
    .innerJoin(checkIns, ofLicense)
    .where(and(inScope(scope), eq(licenses.status, 'active'), ne(checkIns.appVersion, '')))
    .groupBy(checkIns.appVersion)
    .orderBy(desc(count()), checkIns.appVersion)

async function findLimit(db: Database, { organizationId }: { organizationId: string | null }) {
  if (!organizationId) return null
  const subscription = await db
    .select({ limit: subscriptions.licenseLimit })
    .from(subscriptions)
    .where(and(eq(subscriptions.organizationId, organizationId), isLive))
    .then(first)
  return subscription?.limit ?? null
}
