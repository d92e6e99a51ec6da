import { DAY } from '#contract/dates.ts'
import type { Database } from '#server/database/database.ts'
import { readClocks } from './clock-queries.ts'

export const DEFAULT_TIME_ZONE = 'Africa/Johannesburg'

/**
 * An IANA name that both PostgreSQL and Intl know. Offsets such as +02:00 mean opposite things to them, and abbreviations differ: CET has a
 * summer time only in Intl, and IST is India to one and Israel to the other.
 */
export function isTimeZone(name: string) {
  if (name !== 'UTC' && !/^[A-Za-z]\w*(\/[\w+-]+)+$/.test(name)) return false
  try {
    return Boolean(new Intl.DateTimeFormat('en', { timeZone: name }))
  } catch {
    return false
  }
}

const wanted = process.env.VENDOR_TIME_ZONE?.trim() || DEFAULT_TIME_ZONE

/**
 * The vendor's time zone defines business days and months. Read once, because it becomes part of SQL text. An unusable one stops the start.
 */
export const TIME_ZONE = isTimeZone(wanted) ? wanted : DEFAULT_TIME_ZONE

const clock = new Intl.DateTimeFormat('sv-SE', { timeZone: TIME_ZONE, dateStyle: 'short', timeStyle: 'medium' })

const MINUTE = 60_000
const MOST_OFFSETS = 10_000
const offsets = new Map<number, number>()

/** Milliseconds that the vendor's clocks are ahead of UTC. Kept by minute, because Intl is slow and license decisions ask. */
function offsetAt(instant: number) {
  const minute = Math.floor(instant / MINUTE)
  const known = offsets.get(minute)
  if (known !== undefined) return known
  const start = minute * MINUTE
  const offset = Date.parse(`${clock.format(start).replace(' ', 'T')}Z`) - start
  if (offsets.size >= MOST_OFFSETS) offsets.clear()
  offsets.set(minute, offset)
  return offset
}

export function localTime(instant: string) {
  const milliseconds = Date.parse(instant)
  return new Date(milliseconds + offsetAt(milliseconds))
}

/** The instant of a local time. A time skipped by a clock change is the one after it. */
export function instantOf(local: number) {
  const before = local - offsetAt(local - DAY)
  const after = local - offsetAt(before)
  return new Date(after + offsetAt(after) === local ? after : before).toISOString()
}

const WEEK = 7 * DAY
const WEEKS = 105

/**
 * Returns the first UTC day of the week, within two years, in which PostgreSQL and Node.js disagree about the zone. Zone rules change
 * often, and either may be out of date.
 */
export async function findDisagreement(db: Database, timeZone = TIME_ZONE, from = Date.now()) {
  const instants = Array.from({ length: WEEKS }, (_, week) => new Date(from + week * WEEK).toISOString())
  const rows = await readClocks(db, timeZone, instants)
  const clock = new Intl.DateTimeFormat('sv-SE', { timeZone, dateStyle: 'short', timeStyle: 'short' })
  return instants.find((instant, place) => clock.format(new Date(instant)) !== rows[place]?.shown)?.slice(0, 10)
}

/** A warning at start. The server continues, because the difference may be a year ahead. */
export const disagreementOf = (day: string, timeZone = TIME_ZONE) =>
  `PostgreSQL and Node.js disagree about the clocks of ${timeZone} from ${day} on: update the older time zone rules, or dates on screen and in accounting will differ.`
