import { and, sql, type Placeholder, type SQL } from 'drizzle-orm'
import { only, type Database } from '#server/database/database.ts'
import { builtStatement } from '#server/database/statements/prepared.ts'
import { tickets } from '#server/database/schema/support/tickets.ts'
import { after, limitOf, orderBy, type ListQuery, type Order } from '#server/platform/http/lists/queries.ts'
import { seenBy } from './filter-queries.ts'
import { orderFor, sortKeyIn, type Sorting } from './order-queries.ts'
import { joinWaiting, waitingSince } from './queue-queries.ts'
import type { Reader } from './readable-queries.ts'

/** A ticket in the order of a list. */
export type Place = { id: string; sortKey: string }

type Query<Limit> = Omit<ListQuery, 'limit'> & Sorting & { limit?: Limit | undefined }

export type PlaceQuery = Query<number>

/** A page of a list, without what it shows. */
export const findPlaces = (db: Database, reader: Reader, wanted: SQL | undefined, query: PlaceQuery) =>
  findInOrder(db, orderFor(reader, query), wanted, query)

export const findInOrder = (db: Database, order: Order, wanted: SQL | undefined, query: ListQuery) =>
  db
    .select({ id: tickets.id, sortKey: sql<string>`${order.by}`.mapWith((key: string) => sortKeyIn(order, key)) })
    .from(tickets)
    .where(and(wanted, after(query, order)))
    .orderBy(...orderBy(order))
    .limit(limitOf(query))

export const countMatching = (db: Database, wanted: SQL | undefined) => db.$count(tickets, wanted)

/** Filters before sorting: faster for a few matches than the index on age. */
export const oneOfFew = (db: Database, wanted: SQL | undefined) =>
  sql`${tickets.id} = any(array(${db.select({ id: tickets.id }).from(tickets).where(wanted)}))`

type CountRow = { total: number; ids: string[]; sortKeys: string[] }

/**
 * The number of tickets and the places of a page. Evaluates the conditions of each ticket once and reads its messages once. `wanted` may
 * use `waitingSince`.
 */
export function selectCounted(reader: Reader, wanted: SQL | undefined, query: Query<number | Placeholder>) {
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
  const { rows } = await db.execute<CountRow>(selectCounted(reader, wanted, query))
  return pageOf(reader, query, rows)
}

function pageOf(reader: Reader, query: PlaceQuery, rows: CountRow[]) {
  const { total, ids, sortKeys } = only(rows)
  const order = orderFor(reader, query)
  return { total, places: ids.map((id, at): Place => ({ id, sortKey: sortKeyIn(order, sortKeys[at] ?? '') })) }
}

const views = new Map<string, ReturnType<typeof builtStatement<CountRow>>>()

/** The first page of a view without other filters, for staff. Built once, because screens ask for it again at every event. */
export async function findInView(db: Database, reader: Reader, query: PlaceQuery) {
  const { view, late, sort, limit } = query
  const form = JSON.stringify([view, late, sort])
  const find = views.get(form) ?? selectInView({ view, late, sort })
  views.set(form, find)
  const { rows } = await find(db, { id: reader.id, limit: limitOf({ limit }) })
  return pageOf(reader, query, rows)
}

function selectInView(query: Sorting) {
  const [id, limit] = [sql.placeholder('id'), sql.placeholder('limit')]
  const staff: Reader = { id: '', role: 'agent', organizationId: null }
  const statement = selectCounted(staff, seenBy({ id }, query, waitingSince), { ...query, limit })
  // The screen that staff open first.
  const isFirst = query.view === 'needs-answer' && query.sort === 'urgency' && !query.late
  return builtStatement<CountRow>(statement, isFirst)
}
