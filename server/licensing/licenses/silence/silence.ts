import { and, eq, gt, not, sql } from 'drizzle-orm'
import { checkIns, licenses } from '#server/database/schema/licensing/licenses.ts'

/** When its device was last heard of, in terms of a license and its check-in. Activating counts. */
export const lastHeard = sql`greatest(${checkIns.lastCheckIn}, ${licenses.activatedAt})`

/** Has a device that does not check in because it cannot. */
const isOffline = sql`coalesce(${gt(licenses.offlineUntil, sql`now()`)}, false)`

export const isRunning = eq(licenses.status, 'active')

/** Runs on a device that has not been heard of for so many days, although it could. */
export const isSilent = (days: number) =>
  and(isRunning, not(isOffline), sql`${lastHeard} < now() - make_interval(days => ${days}::int)`)
