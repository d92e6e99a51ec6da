import { sql, type SQL } from 'drizzle-orm'
import { makeActiveLicense, makeCheckIn, type LicenseRow } from '#demo/rows/licenses.ts'
import { db, inDays, insertMany } from '#server/testing/testing.ts'

export type DeviceFacts = Partial<LicenseRow> & { heard?: number }

/** A device activated a year ago and last seen that many days ago. */
export async function makeDevice(organizationId: string, { heard, ...facts }: DeviceFacts) {
  const license = await makeActiveLicense(db, { organizationId, activatedAt: inDays(-365), ...facts })
  if (heard !== undefined)
    await makeCheckIn(db, { organizationId, licenseId: license.id, lastCheckIn: inDays(-heard), appVersion: '1.0.0' })
  return license
}

/** Twenty thousand devices activated a year ago. `lastCheckIn` may use `number`, which counts them from 1. */
export const insertDevices = (organizationId: string, lastCheckIn: SQL) =>
  insertMany(sql`
    with made as (
      insert into licenses (organization_id, label, license_key, key_hash, status, fingerprint_key, activated_at, created_at)
      select ${organizationId}, 'bulk ' || n, n::text, sha256(n::text::bytea), 'active', n::text, now() - interval '1 year',
        now() - n * interval '1 second'
      from generate_series(1, 20000) n
      returning id, organization_id, fingerprint_key::int as number)
    insert into check_ins (license_id, organization_id, last_check_in)
    select id, organization_id, ${lastCheckIn} from made`)

/** Statistics of the columns alone: those of the search index take as long as the insertion. */
export const analyzeDevices = () =>
  db.execute(sql`analyze licenses (id, organization_id, status, heard_after, created_at), check_ins`)
