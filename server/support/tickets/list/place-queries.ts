import { and, sql, type SQL } from 'drizzle-orm'
import { only, type Database } from '#server/database/database.ts'
import { tickets } from '#server/database/schema/support/tickets.ts'
import { after, limitOf, orderBy, type ListQuery } from '#server/platform/http/lists/queries.ts'
import { orderFor, sortKeyIn, type Sorted } from './order-queries.ts'
import { joinWaiting } from './queue-queries.ts'
import type { Reader } from './readable-queries.ts'

/** A ticket in the order of a list. */
export type Place = { id: string; sortKey: string }

export type PlaceQuery = ListQuery & Sorted

/** A page of a list, without what it shows. */
export function findPlaces(db: Database, reader: Reader, wanted: SQL | undefined, query: PlaceQuery) {
  const order = orderFor(reader, query)
  return db
    .select({ id: tickets.id, sortKey: sql<string>`${order.by}`.mapWith((key: string) => sortKeyIn(order, key)) })
    .from(tickets)
    .where(and(wanted, after(query, order)))
    .orderBy(...orderBy(order))
    .limit(limitOf(query))
}

export const countMatching = (db: Database, wanted: SQL | undefined) => db.$count(tickets, wanted)

/** Finds first and sorts then: faster for a few matches than the index on age. */
export const oneOfFew = (db: Database, wanted: SQL | undefined) =>
  sql`${tickets.id} = any(array(${db.select({ id: tickets.id }).from(tickets).where(wanted)}))`

type Counted = { total: number; ids: string[]; sortKeys: string[] }

/**
 * The number of tickets and the places of a page. Evaluates the conditions of each ticket once and reads its messages once. `wanted` may
 * use `waitingSince`.
 */
export function selectCounted(reader: Reader, wanted: SQL | undefined, query: PlaceQuery) {
  const { by, descending } = orderFor(reader, query)
  const order = { by: sql`sort_key`, id: sql`id`, descending }
  return sql`
    with matching as materialized (
      select ${tickets.id}, ${by} as sort_key
      from ${tickets} ${joinWaiting} where ${wanted ?? sql`true`}
    ), page as materialized (
      select id, sort_key from matching where ${after(query, order) ?? sql`true`}
      order by ${sql.join(orderBy(order), sql`, `)} limit ${limitOf(query)}
    )
    select (select count(*)::int from matching) as total,
      array(select id from page) as ids, array(select sort_key::text from page) as "sortKeys"`
}

export async function findCounted(db: Database, reader: Reader, wanted: SQL | undefined, query: PlaceQuery) {
  const { rows } = await db.execute<Counted>(selectCounted(reader, wanted, query))
  const { total, ids, sortKeys } = only(rows)
  const order = orderFor(reader, query)
  return { total, places: ids.map((id, at): Place => ({ id, sortKey: sortKeyIn(order, sortKeys[at] ?? '') })) }
}
