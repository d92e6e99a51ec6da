import { ACTIVITY_DAYS } from '#contract/licensing/device-activity.ts'
import { daysLater } from '#demo/calendar.ts'
import type { Random } from '#demo/random.ts'
import type { checkIns } from '#server/database/schema/licensing/licenses.ts'

type CheckIn = typeof checkIns.$inferInsert

/** Releases with the days that a device has had them when it checked in last. */
const released = [
  { version: '4.3.0', days: 9 },
  { version: '4.2.1', days: 48 },
  { version: '4.1.3', days: 160 },
]

/** Adds the days on which a device checked in, most of them weekdays, and the versions it has had since its activation. */
export function withActivity(checkIn: CheckIn, activatedAt: string | null | undefined, random: Random): CheckIn {
  const { lastCheckIn, appVersion } = checkIn
  const since = activatedAt ?? lastCheckIn
  const dayAgo = (ago: number) => daysLater(lastCheckIn, -ago)
  const isOn = (ago: number) => {
    const isWeekend = [0, 6].includes(new Date(dayAgo(ago)).getUTCDay())
    return ago === 0 || (random.chance(isWeekend ? 0.1 : 0.94) && dayAgo(ago) >= since)
  }
  const days = Array.from({ length: ACTIVITY_DAYS }, (_, ago) => (isOn(ago) ? 1n << BigInt(ago) : 0n))
  const earlier = released.filter(({ version, days: had }) => version < (appVersion ?? '') && dayAgo(had + 30) > since)
  const own = { version: appVersion ?? '', days: released.find(({ version }) => version === appVersion)?.days ?? 12 }
  const versions = [own, ...earlier].map(({ version, days: had }) => ({ version, at: dayAgo(had) }))
  return {
    ...checkIn,
    days: days.reduce((all, day) => all | day, 0n),
    versions: versions.map(({ version, at }) => `${version}\n${at > since ? at : since}`),
  }
}
