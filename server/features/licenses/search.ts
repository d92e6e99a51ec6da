import { isAdmin } from '#contract/roles.ts'
import { SEARCH_GROUP } from '#contract/search.ts'
import { named, type Database } from '#server/database/database.ts'
import { scopeOf, selectLicenses, type Reader } from './queries.ts'

/** Characters of the key that are told: its first group and the beginning of the second. */
const KEY_START = 8

/** The newest licenses within the reader's reach whose label, key or device name contains the text. */
export async function searchLicenses(db: Database, reader: Reader, search: string) {
  const rows = await named(selectLicenses(db, scopeOf(reader), { search, limit: SEARCH_GROUP }))
  return rows.map(({ id, label, licenseKey, deviceName, organizationName }) => ({
    id,
    label,
    keyStart: licenseKey.slice(0, KEY_START),
    deviceName,
    organizationName: isAdmin(reader.role) ? organizationName : null,
  }))
}
