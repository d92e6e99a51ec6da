import { eq, sql, type SQLWrapper } from 'drizzle-orm'
import type { Database } from '#server/database/database.ts'
import { organizations } from '#server/database/schema/identity/organizations.ts'
import { licenseCounts } from '#server/database/schema/licensing/license-counts.ts'
import { checkIns, licenses } from '#server/database/schema/licensing/licenses.ts'

/** Joins the last check-in of a license, within its organization. */
export const ofLicense = sql`${checkIns.licenseId} = ${licenses.id} and ${checkIns.organizationId} = ${licenses.organizationId}`

/** For a lateral join of pages: in a plain one, a prepared plan may compare each license with all check-ins of a large customer. */
export const lastCheckInOf = (db: Database) => db.select().from(checkIns).where(ofLicense).limit(1).as('check_ins')

/** Every license uses a seat, revoked ones too. */
export const countLicenses = (db: Database, organizationId: string) =>
  db.$count(licenses, eq(licenses.organizationId, organizationId))

/** Within another query. By organization, and by status if given. */
export const countedLicenses = (organizationId: SQLWrapper, condition = sql`true`) => sql<number>`(
  select coalesce(sum(${licenseCounts.licenses}), 0)::int from ${licenseCounts}
  where ${licenseCounts.organizationId} = ${organizationId} and ${condition})`

/** For queries over `organizations`. */
export const licensesUsed = countedLicenses(organizations.id)
