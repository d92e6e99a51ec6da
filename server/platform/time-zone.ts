import type { Database } from '#server/database/database.ts'
import { readClocks } from './clock-queries.ts'

const DEFAULT = 'Africa/Johannesburg'

/**
 * An IANA name that both PostgreSQL and Intl know. An offset such as +02:00 means opposite things to them, and an abbreviation may
 * mean another place: CET has a summer time to Intl and none to PostgreSQL, IST is India to one and Israel to the other.
 */
export function isTimeZone(name: string) {
  if (name !== 'UTC' && !/^[A-Za-z]\w*(\/[\w+-]+)+$/.test(name)) return false
  try {
    return Boolean(new Intl.DateTimeFormat('en', { timeZone: name }))
  } catch {
    return false
  }
}

const wanted = process.env.VENDOR_TIME_ZONE?.trim() || DEFAULT

/**
 * Business days and calendar months are those of the vendor's time zone, wherever the server is. Part of the text of SQL,
 * so it is read once. The configuration refuses to start with an unusable one.
 */
export const TIME_ZONE = isTimeZone(wanted) ? wanted : DEFAULT

const clock = new Intl.DateTimeFormat('sv-SE', { timeZone: TIME_ZONE, dateStyle: 'short', timeStyle: 'medium' })

/** Milliseconds that the vendor's clocks are ahead of UTC at an instant. */
function offsetAt(instant: number) {
  const seconds = Math.floor(instant / 1000) * 1000
  return Date.parse(`${clock.format(seconds).replace(' ', 'T')}Z`) - seconds
}

/** What the vendor's clocks show at an instant, written as if it were UTC. */
export function localTime(instant: string) {
  const milliseconds = Date.parse(instant)
  return new Date(milliseconds + offsetAt(milliseconds))
}

/** The instant at which they show it. A time that a change of clocks leaves out is the one after it. */
export function instantOf(local: number) {
  const before = local - offsetAt(local - 86_400_000)
  const after = local - offsetAt(before)
  return new Date(localTime(new Date(after).toISOString()).getTime() === local ? after : before).toISOString()
}

const WEEK = 7 * 86_400_000
const WEEKS = 105

/**
 * The first week of the next two years in which PostgreSQL and Node.js read the zone's clocks differently: each has its own rules,
 * which change by law several times a year, and one of the two may be out of date. Its first day, in UTC.
 */
export async function findDisagreement(db: Database, timeZone = TIME_ZONE, from = Date.now()) {
  const instants = Array.from({ length: WEEKS }, (_, week) => new Date(from + week * WEEK).toISOString())
  const rows = await readClocks(db, timeZone, instants)
  const clock = new Intl.DateTimeFormat('sv-SE', { timeZone, dateStyle: 'short', timeStyle: 'short' })
  return instants.find((instant, place) => clock.format(new Date(instant)) !== rows[place]?.shown)?.slice(0, 10)
}

/** Said at start. The server runs on: the difference may lie a year ahead. */
export const disagreementOf = (day: string, timeZone = TIME_ZONE) =>
  `PostgreSQL and Node.js disagree about the clocks of ${timeZone} from ${day} on: update the older one’s time zone rules, or dates on screen and in the books will differ.`
