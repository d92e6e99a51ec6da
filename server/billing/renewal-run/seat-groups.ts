import type { BilledSubscription } from '#server/billing/lock.ts'
import type { Database } from '#server/database/database.ts'
import type { Period } from '#server/domain/calendar.ts'
import { findSeatChanges } from './queries.ts'

/** Seats added on the same day: at the start of the period, or at `from` within it. */
export type SeatGroup = { seats: number; from: string }

/**
 * Returns the seats to bill for a period: all seats before it begins; later, the initial ones and those added since, each
 * from its day. Removed seats are not refunded: a period that is billed now leaves out the newest ones.
 */
export async function findSeatGroups(
  db: Database,
  subscription: BilledSubscription,
  period: Period,
): Promise<SeatGroup[]> {
  const { licenseLimit, now } = subscription
  if (now <= period.start) return [{ seats: licenseLimit, from: period.start }]
  const changes = await findSeatChanges(db, subscription, period.start)
  const within = changes.filter(({ at }) => at < period.end)
  const atEnd = licenseLimit - sum(changes.filter(({ at }) => at >= period.end))
  return trim(peaks(atEnd - sum(within), { from: period.start, changes: within }), Math.min(atEnd, licenseLimit))
}

type Change = { seats: number; at: string }

const sum = (changes: Change[]) => changes.reduce((total, { seats }) => total + seats, 0)

/** Seats that return within a period are free: a group counts only above the earlier maximum. */
function peaks(seatsAtStart: number, { from, changes }: { from: string; changes: Change[] }) {
  const groups: SeatGroup[] = [{ seats: seatsAtStart, from }]
  let [seats, most] = [seatsAtStart, seatsAtStart]
  for (const change of changes) {
    seats += change.seats
    if (seats > most) groups.push({ seats: seats - most, from: change.at })
    most = Math.max(most, seats)
  }
  return groups
}

export const trim = (groups: SeatGroup[], most: number) =>
  take(groups, (before, seats) => Math.min(seats, most - before))

export const skip = (groups: SeatGroup[], count: number) =>
  take(groups, (before, seats) => Math.min(seats, before + seats - count))

function take(groups: SeatGroup[], partOf: (before: number, seats: number) => number): SeatGroup[] {
  let before = 0
  return groups.flatMap(({ seats, from }) => {
    const part = partOf(before, seats)
    before += seats
    return part > 0 ? [{ seats: part, from }] : []
  })
}
