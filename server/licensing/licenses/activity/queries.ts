import { eq } from 'drizzle-orm'
import { plusDays } from '#contract/dates.ts'
import { ACTIVITY_DAYS, type DeviceActivity } from '#contract/licensing/device-activity.ts'
import { only, type Database } from '#server/database/database.ts'
import { checkIns, licenses } from '#server/database/schema/licensing/licenses.ts'
import { dayOf } from '#server/domain/calendar.ts'
import { ofLicense } from '#server/domain/licenses.ts'

export async function readActivity(db: Database, { id }: { id: string }): Promise<DeviceActivity> {
  const { days, versions, lastCheckIn, ...device } = await db
    .select({
      activatedAt: licenses.activatedAt,
      appVersion: checkIns.appVersion,
      lastCheckIn: checkIns.lastCheckIn,
      days: checkIns.days,
      versions: checkIns.versions,
    })
    .from(licenses)
    .leftJoin(checkIns, ofLicense)
    .where(eq(licenses.id, id))
    .then(only)
  return {
    ...device,
    days: lastCheckIn === null ? [] : daysOf(dayOf(lastCheckIn), days ?? 0n),
    versions: (versions ?? []).map(readVersion),
  }
}

/** The last day counts, also for a device whose check-ins were recorded before days were. */
const daysOf = (lastDay: string, bits: bigint) =>
  Array.from({ length: ACTIVITY_DAYS }, (_, ago) => ago)
    .filter((ago) => ago === 0 || (bits >> BigInt(ago)) & 1n)
    .map((ago) => plusDays(lastDay, -ago))

function readVersion(text: string) {
  const [version = '', since = ''] = text.split('\n')
  return { version, since }
}
