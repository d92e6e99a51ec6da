import { WEEKDAYS, type BusinessHours } from '#contract/support/business-hours.ts'
import type { Database } from '#server/database/database.ts'
import type { Actor } from '#server/platform/actor.ts'
import { audit, changedFields } from '#server/platform/audit.ts'
import { DEFAULT_TIME_ZONE, TIME_ZONE } from '#server/platform/time-zone.ts'
import { openSpans } from './open-spans.ts'
import { firstTicketAt, lastSpan, lockHours, replaceSpans, updateHours } from './queries.ts'

/** Years before and after this one, and all years with tickets. Outside them every hour counts. */
const YEARS = 5

export const setHours = (db: Database, actor: Actor, wanted: BusinessHours): Promise<BusinessHours> =>
  db.transaction(async (tx) => {
    const before = await lockHours(tx)
    const hours = {
      ...wanted,
      days: wanted.days.toSorted((one, other) => one - other),
      closedDays: wanted.closedDays.toSorted(),
    }
    const changes = changedFields(inWords(before), inWords(hours))
    await replaceSpans(tx, await spansAround(tx, hours))
    if (Object.keys(changes).length === 0) return before
    await audit(tx, actor, { action: 'business-hours.updated', organizationId: null, changes })
    return updateHours(tx, hours)
  })

/** Lists as one text each, for the audit log. */
const inWords = ({ days, closedDays, ...hours }: BusinessHours) => ({
  ...hours,
  days: days.map((day) => WEEKDAYS[day - 1]).join(', '),
  closedDays: closedDays.join(', '),
})

/** At start, and again each year. The first time, a new portal's hours get the vendor's time zone. */
export const planHours = (db: Database) =>
  db.transaction(async (tx) => {
    const found = await lockHours(tx)
    const { endsAt } = await lastSpan(tx)
    const isFirst = endsAt === null && found.clock === 'business' && TIME_ZONE !== DEFAULT_TIME_ZONE
    const hours = isFirst ? await updateHours(tx, { ...found, timeZone: TIME_ZONE, skipsHolidays: false }) : found
    const isPlanned = endsAt !== null && Number(endsAt.slice(0, 4)) >= thisYear() + YEARS
    if (hours.clock === 'business' && !isPlanned) await replaceSpans(tx, await spansAround(tx, hours))
  })

const thisYear = () => new Date().getUTCFullYear()

async function spansAround(tx: Database, hours: BusinessHours) {
  const first = await firstTicketAt(tx)
  // The year before it, because a year begins at different instants.
  const from = first === null ? thisYear() : Number(first.slice(0, 4)) - 1
  return openSpans(hours, { from: Math.min(from, thisYear() - YEARS), to: thisYear() + YEARS })
}
