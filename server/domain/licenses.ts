import { eq, sql } from 'drizzle-orm'
import type { Database } from '#server/database/database.ts'
import { organizations } from '#server/database/schema/identity/organizations.ts'
import { checkIns, licenses } from '#server/database/schema/licensing/licenses.ts'

/** Joins the last check-in of a license, within its organization. */
export const ofLicense = sql`${checkIns.licenseId} = ${licenses.id} and ${checkIns.organizationId} = ${licenses.organizationId}`

/** Every license uses a seat, revoked ones too. */
export const countLicenses = (db: Database, organizationId: string) =>
  db.$count(licenses, eq(licenses.organizationId, organizationId))

/** For queries over `organizations`. */
export const licensesUsed = sql<number>`(select count(*)::int from ${licenses} where ${licenses.organizationId} = ${organizations.id})`
