import { and, desc, eq } from 'drizzle-orm'
import { SEARCH_GROUP } from '#contract/operations/search.ts'
import { isAdmin } from '#contract/roles.ts'
import { named, type Database } from '#server/database/database.ts'
import { organizations } from '#server/database/schema/identity/organizations.ts'
import { licenses } from '#server/database/schema/licensing/licenses.ts'
import { inScope } from '#server/licensing/licenses/queries.ts'
import { scopeOf, type Reader } from '#server/platform/http/access.ts'
import { mentions } from './queries.ts'

/** Characters of the key that are told: its first group and the beginning of the second. */
const KEY_START = 8

/** The newest licenses within the reader's reach whose label, key or device name contains the text. */
export async function searchLicenses(db: Database, reader: Reader, search: string) {
  const newest = db
    .select({
      id: licenses.id,
      label: licenses.label,
      licenseKey: licenses.licenseKey,
      deviceName: licenses.deviceName,
      organizationName: organizations.name,
    })
    .from(licenses)
    .innerJoin(organizations, eq(organizations.id, licenses.organizationId))
    .where(and(inScope(scopeOf(reader)), mentions(search)))
    .orderBy(desc(licenses.createdAt), desc(licenses.id))
    .limit(SEARCH_GROUP)
  return (await named(newest)).map(({ licenseKey, organizationName, ...license }) => ({
    ...license,
    keyStart: licenseKey.slice(0, KEY_START),
    organizationName: isAdmin(reader.role) ? organizationName : null,
  }))
}
