import { sql } from 'drizzle-orm'
import type { Database } from '#server/database/database.ts'
import { TIME_ZONE } from '#server/platform/time-zone.ts'

const WEEK = 7 * 86_400_000
const WEEKS = 105

/**
 * The first week of the next two years in which PostgreSQL and Node.js read the zone's clocks differently: each has its own rules,
 * which change by law several times a year, and one of the two may be out of date. Its first day, in UTC.
 */
export async function findDisagreement(db: Database, timeZone = TIME_ZONE, from = Date.now()) {
  const instants = Array.from({ length: WEEKS }, (_, week) => new Date(from + week * WEEK).toISOString())
  const { rows } = await db.execute<{ shown: string }>(sql`
    select to_char(instant::timestamptz at time zone ${timeZone}, 'YYYY-MM-DD HH24:MI') as shown
    from unnest(${sql.param(instants)}::text[]) with ordinality as asked (instant, place)
    order by place`)
  const clock = new Intl.DateTimeFormat('sv-SE', { timeZone, dateStyle: 'short', timeStyle: 'short' })
  return instants.find((instant, place) => clock.format(new Date(instant)) !== rows[place]?.shown)?.slice(0, 10)
}

/** Said at start. The server runs on: the difference may lie a year ahead. */
export const disagreementOf = (day: string, timeZone = TIME_ZONE) =>
  `PostgreSQL and Node.js disagree about the clocks of ${timeZone} from ${day} on: update the older one’s time zone rules, or dates on screen and in the books will differ.`
