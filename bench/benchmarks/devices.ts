import { eq, sql } from 'drizzle-orm'
import type { Database } from '#server/database/database.ts'
import { licenses } from '#server/database/schema/licensing/licenses.ts'

/** Enough not to reach the rate limit of 60 calls a minute per device. */
const MOST_DEVICES = 20_000

/** Returns devices in random order, so that consecutive requests read different pages. */
export async function readDevices(db: Database) {
  const rows = await db
    .select({
      id: licenses.id,
      licenseKey: licenses.licenseKey,
      deviceFingerprint: sql<string>`${licenses.deviceFingerprint}`,
      deviceName: sql<string>`${licenses.deviceName}`,
      deviceOs: sql<string>`${licenses.deviceOs}`,
    })
    .from(licenses)
    .where(eq(licenses.status, 'active'))
    .orderBy(sql`random()`)
    .limit(MOST_DEVICES)
  return rows.map((row, number) => ({ ...row, number }))
}
