import { sql } from 'drizzle-orm'
import type { Database } from '#server/database/database.ts'

/** Returns what the zone's clocks show at each instant according to PostgreSQL. */
export async function readClocks(db: Database, timeZone: string, instants: string[]) {
  const { rows } = await db.execute<{ shown: string }>(sql`
    select to_char(instant::timestamptz at time zone ${timeZone}, 'YYYY-MM-DD HH24:MI') as shown
    from unnest(${sql.param(instants)}::text[]) with ordinality as asked (instant, place)
    order by place`)
  return rows
}
