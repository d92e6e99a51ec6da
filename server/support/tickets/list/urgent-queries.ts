import { sql, type SQL } from 'drizzle-orm'
import { only, type Database } from '#server/database/database.ts'
import { tickets } from '#server/database/schema/support/tickets.ts'
import { after, limitOf, orderBy, type ListQuery } from '#server/platform/http/lists/queries.ts'
import { urgencyOf } from './order-queries.ts'
import { joinWaiting, waitingSince } from './queue-queries.ts'

type MostUrgent = { total: number; ids: string[] }

const order = { by: sql`urgency`, id: sql`id`, descending: false }

/** The number of tickets and a page of their ids. Reads each ticket's messages once. `wanted` may use `waitingSince`. */
export const selectMostUrgent = (wanted: SQL | undefined, query: ListQuery) => sql`
  with matching as materialized (
    select ${tickets.id}, ${urgencyOf(waitingSince)} as urgency
    from ${tickets} ${joinWaiting} where ${wanted ?? sql`true`}
  )
  select (select count(*)::int from matching) as total, array(
    select id from matching where ${after(query, order) ?? sql`true`}
    order by ${sql.join(orderBy(order), sql`, `)} limit ${limitOf(query)}) as ids`

export async function findMostUrgent(db: Database, wanted: SQL | undefined, query: ListQuery): Promise<MostUrgent> {
  const { rows } = await db.execute<MostUrgent>(selectMostUrgent(wanted, query))
  return only(rows)
}
