import { eq, sql } from 'drizzle-orm'
import type { Database } from '#server/database/database.ts'
import { licenses } from '#server/database/schema/licensing/licenses.ts'

/** A minute's budget of 60 calls for each of them is more than any machine here asks for. */
const MOST_DEVICES = 20_000

/** Devices of the seeded world in no order, so that neighbors in time are no neighbors on disk. */
export async function someDevices(db: Database) {
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
